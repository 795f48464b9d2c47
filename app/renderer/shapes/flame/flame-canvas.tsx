import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { isFocusFree } from '../../lib/focus.ts';
import type { FramePath } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { Store, useStore } from '../../state/store.ts';
import { RowMenu } from '../../widgets/row-menu.tsx';
import type { FlameActions } from './actions.ts';
import { Blocks, FocusBox, HoverBox, Marks, type Spot } from './flame-stage.tsx';
import { blockAlong, blockAt, type Layout } from './layout.ts';
import { type Move, moved } from './moves.ts';
import type { Palette } from './palette.ts';
import { heightOf, levelAt, restStart, type Sight } from './scene.ts';
import type { Found } from './search.ts';
import { useRatio, useSize } from './use-look.ts';

interface FlameCanvasProps {
  /** Takes the focus. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly layout: Layout;
  readonly palette: Palette;
  readonly found: Found | null;
  /** What of the width is seen: a block, or -1 for all. */
  readonly zoomed: number;
  readonly rootIsBelow: boolean;
  /** The way to the block the keyboard is on. */
  readonly focus: Store<FramePath>;
  readonly hover: Store<Spot | null>;
  readonly actions: FlameActions;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/**
 * The picture under pointer and keyboard. ECharts has no flame graph, and its custom series makes an object of each block:
 * 200,000 of them are too many to zoom. Focus and hover are stores, so that it is not rendered again for them.
 */
export const FlameCanvas = memo(function FlameCanvas(props: FlameCanvasProps) {
  const { scroller, layout, palette, found, zoomed, rootIsBelow, focus, hover, actions } = props;
  const { flame } = useSession();
  const { width, height } = useSize(scroller);
  const { scrolled, scrollTo, onScroll } = useScrolled(scroller);
  const top = useStore(scrolled);

  const from = zoomed < 0 ? 0 : layout.start[zoomed]!;
  const to = zoomed < 0 ? layout.frames.whole.amount : layout.end[zoomed]!;
  const ratio = useRatio();
  const sight = useMemo<Sight>(
    () => ({ from, to, width, height, scrolled: top, rootIsBelow, ratio }),
    [from, to, width, height, top, rootIsBelow, ratio],
  );

  // The root is what one begins at, wherever it is.
  const contentHeight = Math.max(height, heightOf(layout));
  useLayoutEffect(() => {
    if (height > 0) scrollTo(rootIsBelow ? Number.MAX_SAFE_INTEGER : 0);
  }, [scrollTo, rootIsBelow, height]);
  const reveal = useCallback(
    (begin: number, end: number) => {
      if (begin < scrolled.get()) scrollTo(begin);
      else if (end > scrolled.get() + height) scrollTo(end - height);
    },
    [scrolled, scrollTo, height],
  );

  // Whoever came here by key goes on by key.
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);

  const spotAt = (event: MouseEvent): Spot | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return spotOf(layout, sight, event.clientX - box.left, event.clientY - box.top);
  };
  const focused = () => blockAlong(layout, focus.get());
  const pointed = useRef(-1);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const isTaken = () => {
      if (move) actions.onFocus(moved(layout, focused(), move, rootIsBelow, { from, to }));
      else if (event.key === 'Enter') actions.onZoom(focused());
      else if (event.key === 'i') flame.turn(flame.tree.get() === 'call' ? 'inverted' : 'call');
      else if (event.key === 'Escape' || event.key === 'Backspace') return actions.onOut();
      else return actions.onKey(event, focused());
      return true;
    };
    if (!isTaken()) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <RowMenu
      entries={() => actions.menu(pointed.current)}
      onKeyboard={() => {
        pointed.current = focused();
      }}
    >
      <div
        ref={scroller}
        className="flame-scroller"
        role="application"
        aria-roledescription="flame graph"
        aria-label={props.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        onMouseMove={event => setHover(hover, spotAt(event))}
        onMouseLeave={() => hover.set(null)}
        onContextMenu={event => {
          // By key it comes from the middle of nowhere.
          if (event.isTrusted) pointed.current = spotAt(event)?.block ?? -1;
        }}
        onClick={event => {
          const spot = spotAt(event);
          if (!spot || spot.block < 0) return;
          actions.onFocus(spot.block);
          actions.onZoom(spot.block);
        }}
      >
        <div className="flame-content" style={{ height: contentHeight }}>
          <div className="flame-stage" style={{ height }}>
            <Blocks layout={layout} sight={sight} palette={palette} found={found} />
            <Marks layout={layout} sight={sight} />
            <HoverBox layout={layout} sight={sight} hover={hover} />
            <FocusBox layout={layout} sight={sight} focus={focus} reveal={reveal} />
          </div>
        </div>
      </div>
    </RowMenu>
  );
});

/** How far an element is scrolled down, px: kept, because to read it from the element makes the page lay itself out. */
function useScrolled(element: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    const scrolled = new Store(0);
    const onScroll = () => scrolled.set(element.current!.scrollTop);
    const scrollTo = (top: number) => {
      if (top === scrolled.get()) return;
      element.current!.scrollTop = top;
      onScroll();
    };
    return { scrolled, onScroll, scrollTo };
  }, [element]);
}

/** What is drawn at a point, px from the top left of what is seen. */
function spotOf(layout: Layout, sight: Sight, x: number, y: number): Spot | null {
  const at = sight.from + (x / sight.width) * (sight.to - sight.from);
  const level = levelAt(layout, y, sight);
  const block = blockAt(layout, level, at);
  if (block >= 0) return { block, isRest: false };
  if (level === 0) return { block: -1, isRest: true };
  const below = blockAt(layout, level - 1, at);
  const isRest =
    below >= 0 && at >= restStart(layout, below) && at < restStart(layout, below) + layout.rest[below]!;
  return isRest ? { block: below, isRest } : null;
}

function setHover(hover: Store<Spot | null>, spot: Spot | null): void {
  const before = hover.get();
  if (before?.block !== spot?.block || before?.isRest !== spot?.isRest) hover.set(spot);
}
