import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useContext,
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
import { useSize } from '../../widgets/use-size.ts';
import type { FlameActions } from './actions.ts';
import { Blocks, FocusBox, HoverBox, Marks, type Spot } from './flame-stage.tsx';
import { blockAlong, blockAt, type Layout } from './layout.ts';
import { type Move, moved } from './moves.ts';
import type { Palette } from './palette.ts';
import { heightOf, levelAt, restStart, type Sight } from './scene.ts';
import type { Found } from './search.ts';
import { useRatio } from './use-look.ts';

interface FlameCanvasProps {
  /** Takes the focus. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly layout: Layout;
  readonly palette: Palette;
  readonly found: Found | null;
  /** Block that fills the width; -1 for all. */
  readonly zoomed: number;
  readonly rootIsBelow: boolean;
  /** Path of the block with the keyboard focus. */
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

/** The visible state. */
interface Shown extends Omit<FlameCanvasProps, 'scroller' | 'label' | 'zoomed' | 'hover'> {
  readonly sight: Sight;
}

/**
 * The blocks with pointer and keyboard input. ECharts has no flame graph, and its custom series makes an object per block:
 * 200,000 of them are too slow to zoom.
 */
export const FlameCanvas = memo(function FlameCanvas(props: FlameCanvasProps) {
  const { scroller, label, layout, palette, found, zoomed, rootIsBelow, focus, hover, actions } = props;
  const { width, height } = useSize(scroller);
  const scroll = useScroll(scroller);
  const scrolled = useStore(scroll.at);
  const ratio = useRatio();
  const shown = useMemo<Shown>(() => {
    const from = zoomed < 0 ? 0 : layout.start[zoomed]!;
    const to = zoomed < 0 ? layout.frames.whole.amount : layout.end[zoomed]!;
    const sight = { from, to, width, height, scrolled, rootIsBelow, ratio };
    return { layout, palette, found, rootIsBelow, focus, actions, sight };
  }, [layout, palette, found, zoomed, rootIsBelow, focus, actions, width, height, scrolled, ratio]);
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  }, [shown]);

  // Starts scrolled to the root, which is at the top or at the bottom.
  useLayoutEffect(() => {
    if (height > 0) scroll.to(rootIsBelow ? Number.MAX_SAFE_INTEGER : 0);
  }, [scroll, rootIsBelow, height]);
  // A view opened by key gets the keyboard focus.
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);

  return (
    <ShownContext value={shown}>
      <Scroller scroller={scroller} label={label} hover={hover} scroll={scroll} latest={latest} />
    </ShownContext>
  );
});

const ShownContext = createContext<Shown | null>(null);

interface ScrollerProps extends Pick<FlameCanvasProps, 'scroller' | 'label' | 'hover'> {
  readonly scroll: Scroll;
  readonly latest: { readonly current: Shown };
}

/** Handles pointer and keys. Does not render again with the visible part, because its menu has 16 components. */
const Scroller = memo(function Scroller({ scroller, label, hover, scroll, latest }: ScrollerProps) {
  const { flame } = useSession();
  const spotAt = (event: MouseEvent): Spot | null => {
    const { layout, sight } = latest.current;
    const box = event.currentTarget.getBoundingClientRect();
    return spotOf(layout, sight, event.clientX - box.left, event.clientY - box.top);
  };
  const focused = () => blockAlong(latest.current.layout, latest.current.focus.get());
  const pointed = useRef(-1);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { layout, sight, rootIsBelow, actions } = latest.current;
    const move = moves[event.key];
    const isTaken = () => {
      if (move) actions.onFocus(moved(layout, focused(), move, rootIsBelow, sight));
      else if (event.key === 'Enter') actions.onZoom(focused());
      else if (event.key === 'i') flame.setTree(flame.tree.get() === 'call' ? 'inverted' : 'call');
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
      entries={() => latest.current.actions.menu(pointed.current)}
      onKeyboard={() => {
        pointed.current = focused();
      }}
    >
      <div
        ref={scroller}
        className="flame-scroller"
        role="application"
        aria-roledescription="flame graph"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={scroll.read}
        onMouseMove={event => setHover(hover, spotAt(event))}
        onMouseLeave={() => hover.set(null)}
        onContextMenu={event => {
          // A menu opened by key has no pointer position.
          if (event.isTrusted) pointed.current = spotAt(event)?.block ?? -1;
        }}
        onClick={event => {
          const spot = spotAt(event);
          if (!spot || spot.block < 0) return;
          latest.current.actions.onFocus(spot.block);
          latest.current.actions.onZoom(spot.block);
        }}
      >
        <Content hover={hover} scroll={scroll} />
      </div>
    </RowMenu>
  );
});

function Content({ hover, scroll }: Pick<ScrollerProps, 'hover' | 'scroll'>) {
  const { layout, palette, found, focus, sight } = useContext(ShownContext)!;
  const { height } = sight;
  const reveal = useCallback(
    (top: number, bottom: number) => {
      if (top < scroll.at.get()) scroll.to(top);
      else if (bottom > scroll.at.get() + height) scroll.to(bottom - height);
    },
    [scroll, height],
  );
  return (
    <div className="flame-content" style={{ height: Math.max(height, heightOf(layout)) }}>
      <div className="flame-stage" style={{ height }}>
        <Blocks layout={layout} sight={sight} palette={palette} found={found} />
        <Marks layout={layout} sight={sight} />
        <HoverBox layout={layout} sight={sight} hover={hover} />
        <FocusBox layout={layout} sight={sight} focus={focus} reveal={reveal} />
      </div>
    </div>
  );
}

interface Scroll {
  /** Vertical scroll offset, px. Stored, because reading it from the element forces a layout. */
  readonly at: Store<number>;
  read(): void;
  to(top: number): void;
}

function useScroll(element: RefObject<HTMLElement | null>): Scroll {
  return useMemo(() => {
    const at = new Store(0);
    const read = () => at.set(element.current!.scrollTop);
    const to = (top: number) => {
      if (top === at.get()) return;
      element.current!.scrollTop = top;
      read();
    };
    return { at, read, to };
  }, [element]);
}

/** The block at a point, px from the top left of the visible part. */
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
  const previous = hover.get();
  if (previous?.block !== spot?.block || previous?.isRest !== spot?.isRest) hover.set(spot);
}
