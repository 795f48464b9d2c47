import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isFocusFree } from '../../lib/focus.ts';
import { type Store, useStore } from '../../state/store.ts';
import { useColours } from '../../state/use-colours.ts';
import { type MenuEntry, RowMenu } from '../../widgets/row-menu.tsx';
import { drawOn } from './draw.ts';
import { blockAt, type Layout } from './layout.ts';
import { type Move, moved } from './moves.ts';
import type { Palette } from './palette.ts';
import { heightOf, levelAt, restStart, rootEnd, rowHeight, type Sight, sceneOf, topOf } from './scene.ts';

/** A block, or what is left out on it; on -1 stand the roots. */
export interface Spot {
  readonly block: number;
  readonly isRest: boolean;
}

interface FlameCanvasProps {
  /** Takes the focus. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly layout: Layout;
  readonly palette: Palette;
  /** By block. */
  readonly isMarked: Uint8Array;
  /** What of the width is seen: a block, or -1 for all. */
  readonly zoomed: number;
  readonly rootIsBelow: boolean;
  /** The block the keyboard is on; -1 for none. */
  readonly focus: number;
  readonly hover: Store<Spot | null>;
  readonly isBusy: boolean;
  onFocus(block: number): void;
  onZoom(block: number): void;
  /** Zooms out by one block; false where there is nothing to zoom out of. */
  onOut(): boolean;
  /** Keys of the view's own; true when it took the key. */
  onKey(event: KeyboardEvent, block: number): boolean;
  menu(block: number): readonly MenuEntry[];
}

const fontSize = 11.5;

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/**
 * The blocks on a canvas of the size of the view, drawn anew as it is scrolled. ECharts has no flame graph, and its custom
 * series makes an object of each block: 200,000 of them are too many to zoom.
 */
export function FlameCanvas(props: FlameCanvasProps) {
  const { scroller, layout, palette, isMarked, zoomed, rootIsBelow, focus, hover } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(scroller);
  const [scrolled, setScrolled] = useState(0);

  const from = zoomed < 0 ? 0 : layout.start[zoomed]!;
  const to = zoomed < 0 ? layout.frames.whole.amount : layout.end[zoomed]!;
  const ratio = useRatio();
  const sight = useMemo<Sight>(
    () => ({ from, to, width, height, scrolled, rootIsBelow, ratio }),
    [from, to, width, height, scrolled, rootIsBelow, ratio],
  );
  const paints = useResolved(palette);
  const { background, family } = useLook();

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d', { alpha: false });
    if (!context || width === 0 || height === 0) return;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.current!.width !== wide) canvas.current!.width = wide;
    if (canvas.current!.height !== high) canvas.current!.height = high;
    context.font = `${fontSize}px ${family}`;
    const scene = sceneOf(layout, palette, sight, context.measureText('M').width, isMarked);
    drawOn(context, scene, paints, { width, height, ratio, background, size: fontSize, family });
  }, [layout, palette, isMarked, paints, sight, width, height, ratio, background, family]);

  // The root is what one begins at, wherever it is.
  const contentHeight = Math.max(height, heightOf(layout));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && height > 0) element.scrollTop = rootIsBelow ? element.scrollHeight : 0;
  }, [scroller, rootIsBelow, height]);
  const reveal = useCallback(
    (block: number) => {
      const element = scroller.current;
      if (!element || block < 0) return;
      const level = layout.level[block]!;
      const top = rootIsBelow ? contentHeight - (level + 1) * rowHeight : level * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
    },
    [scroller, layout, rootIsBelow, contentHeight],
  );
  useEffect(() => reveal(focus), [reveal, focus]);

  // Whoever came here by key goes on by key.
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);

  const spotAt = (event: MouseEvent): Spot | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return spotOf(layout, sight, event.clientX - box.left, event.clientY - box.top);
  };
  const pointed = useRef(-1);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const isTaken = () => {
      if (move) props.onFocus(moved(layout, focus, move, rootIsBelow, { from, to }));
      else if (event.key === 'Enter') props.onZoom(focus);
      else if (event.key === 'Escape' || event.key === 'Backspace') return props.onOut();
      else return props.onKey(event, focus);
      return true;
    };
    if (!isTaken()) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <RowMenu
      entries={() => props.menu(pointed.current)}
      onKeyboard={() => {
        pointed.current = focus;
      }}
    >
      <div
        ref={scroller}
        className="flame-scroller"
        role="application"
        aria-roledescription="flame graph"
        aria-label={props.label}
        aria-busy={props.isBusy || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={event => setScrolled(event.currentTarget.scrollTop)}
        onMouseMove={event => setHover(hover, spotAt(event))}
        onMouseLeave={() => hover.set(null)}
        onContextMenu={event => {
          // By key it comes from the middle of nowhere.
          if (event.isTrusted) pointed.current = spotAt(event)?.block ?? -1;
        }}
        onClick={event => {
          const spot = spotAt(event);
          if (!spot || spot.block < 0) return;
          props.onFocus(spot.block);
          props.onZoom(spot.block);
        }}
      >
        <div className="flame-content" style={{ height: contentHeight }}>
          <div className="flame-stage" style={{ height }}>
            <canvas ref={canvas} className="flame-canvas" style={{ width, height }} />
            <HoverBox layout={layout} sight={sight} hover={hover} />
            {focus >= 0 && (
              <Box className="flame-focus" {...boxOf(layout, sight, { block: focus, isRest: false })} />
            )}
          </div>
        </div>
      </div>
    </RowMenu>
  );
}

function HoverBox({ layout, sight, hover }: { layout: Layout; sight: Sight; hover: Store<Spot | null> }) {
  const spot = useStore(hover);
  return spot && spot.block < layout.count ? (
    <Box className="flame-hover" {...boxOf(layout, sight, spot)} />
  ) : null;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function Box({ className, x, y, width }: Place & { className: string }) {
  return (
    <div
      className={className}
      style={{ transform: `translate(${x}px, ${y}px)`, width, height: rowHeight - 1 }}
    />
  );
}

function boxOf(layout: Layout, sight: Sight, { block, isRest }: Spot): Place {
  const scale = sight.width / (sight.to - sight.from);
  const begin = block < 0 ? rootEnd(layout) : isRest ? restStart(layout, block) : layout.start[block]!;
  const end = block < 0 ? sight.to : isRest ? begin + layout.rest[block]! : layout.end[block]!;
  const x = Math.max(0, (begin - sight.from) * scale);
  const width = Math.max(2, Math.min(sight.width, (end - sight.from) * scale) - x);
  return { x, y: topOf(layout, (block < 0 ? -1 : layout.level[block]!) + (isRest ? 1 : 0), sight), width };
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

/** The size of what is seen of an element, without its scroll bar, px. */
function useSize(of: { readonly current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = of.current!;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    read();
    return () => observer.disconnect();
  }, [of]);
  return size;
}

/** Device pixels per px; the window may move to another screen. */
function useRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`);
    const changed = () => setRatio(devicePixelRatio);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [ratio]);
  return ratio;
}

/** The paints as a canvas takes them. */
export function useResolved({ paints }: Palette): Palette['paints'] {
  const colours = useColours(useMemo(() => paints.flatMap(({ fill, text }) => [fill, text]), [paints]));
  return useMemo(
    () => paints.map(({ opacity }, i) => ({ fill: colours[2 * i]!, text: colours[2 * i + 1]!, opacity })),
    [paints, colours],
  );
}

const look = ['var(--surface)', 'var(--text)', 'var(--mono)'];

/** Background, ink and font of the window; another object once the font is there. */
export function useLook(): { readonly background: string; readonly ink: string; readonly family: string } {
  const [background = '', ink = '', family = 'monospace'] = useColours(look);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    void document.fonts.load(`${fontSize}px ${family}`).then(() => setLoaded(true));
  }, [family]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with its font, words are drawn anew
  return useMemo(() => ({ background, ink, family }), [background, ink, family, isLoaded]);
}
