/**
 * The blocks on a canvas of the size of the view, redrawn on scrolling. Drawn over it are the parts that change without the blocks:
 * lines under the selected function, the hovered block, the block with the keyboard focus.
 */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { FramePath } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { type Store, useStore } from '../../state/store.ts';
import { useColours } from '../../state/use-colours.ts';
import { drawOn } from './draw.ts';
import { blockAlong, blocksOf, type Layout } from './layout.ts';
import { type Palette, paintsOf } from './palette.ts';
import { pixelsOf } from './pixels.ts';
import { restStart, rootEnd, rowHeight, type Sight, sceneOf, topOf, underlinesOf } from './scene.ts';
import type { Found } from './search.ts';
import { fontSize, useLook, useResolved } from './use-look.ts';

/** A block, or the callees left out on it; -1: the roots left out. */
export interface Spot {
  readonly block: number;
  readonly isRest: boolean;
}

interface Seen {
  readonly layout: Layout;
  readonly sight: Sight;
}

export function Blocks({ layout, sight, palette, found }: Seen & { palette: Palette; found: Found | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const paints = useResolved(palette.paints);
  const { background, family } = useLook();
  const pixels = useMemo(() => pixelsOf(paints, background), [paints, background]);
  useLayoutEffect(() => {
    const { width, height, ratio } = sight;
    const context = contextOf(canvas, sight, false);
    if (!context) return;
    context.font = `${fontSize}px ${family}`;
    const scene = sceneOf(layout, paintsOf(palette, found), sight, context.measureText('M').width);
    drawOn(context, scene, paints, pixels, { width, height, ratio, background, size: fontSize, family });
  }, [layout, palette, found, paints, pixels, sight, background, family]);
  return (
    <canvas ref={canvas} className="flame-canvas" style={{ width: sight.width, height: sight.height }} />
  );
}

const markColour = ['var(--accent)'];

/** Lines under the blocks of the selected function. */
export function Marks({ layout, sight }: Seen) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const selected = useStore(useSession().selected);
  const blocks = useMemo(() => (selected ? blocksOf(layout, selected) : []), [layout, selected]);
  const [colour = ''] = useColours(markColour);
  useLayoutEffect(() => {
    const context = contextOf(canvas, sight, true);
    if (!context) return;
    context.setTransform(sight.ratio, 0, 0, sight.ratio, 0, 0);
    context.clearRect(0, 0, sight.width, sight.height);
    context.fillStyle = colour;
    const lines = underlinesOf(layout, blocks, sight);
    for (let i = 0; i < lines.length; i += 4)
      context.fillRect(lines[i]!, lines[i + 1]!, lines[i + 2]!, lines[i + 3]!);
  }, [layout, blocks, sight, colour]);
  return (
    <canvas ref={canvas} className="flame-canvas" style={{ width: sight.width, height: sight.height }} />
  );
}

/** The context to draw on; null while the size is 0. */
function contextOf(
  { current: canvas }: RefObject<HTMLCanvasElement | null>,
  { width, height, ratio }: Sight,
  alpha: boolean,
): CanvasRenderingContext2D | null {
  if (!canvas || width === 0 || height === 0) return null;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  return canvas.getContext('2d', { alpha });
}

export function HoverBox({ layout, sight, hover }: Seen & { hover: Store<Spot | null> }) {
  const spot = useStore(hover);
  return spot && spot.block < layout.count ? (
    <Box className="flame-hover" {...boxOf(layout, sight, spot)} />
  ) : null;
}

interface FocusBoxProps extends Seen {
  readonly focus: Store<FramePath>;
  /** Scrolls to a range of heights, px from the top of the picture. */
  reveal(top: number, bottom: number): void;
}

/** The outline of the block with the keyboard focus, which is scrolled into view when it changes. */
export function FocusBox({ layout, sight, focus, reveal }: FocusBoxProps) {
  const block = useBlock(layout, focus);
  const top = block < 0 ? -1 : topOf(layout, layout.level[block]!, sight) + sight.scrolled;
  // After the picture has scrolled to its root.
  useEffect(() => {
    if (block >= 0) reveal(top, top + rowHeight);
  }, [block, top, reveal]);
  return block < 0 ? null : (
    <Box className="flame-focus" {...boxOf(layout, sight, { block, isRest: false })} />
  );
}

/** The block at the end of a path, as far as its frames exist; -1 if none does. */
export function useBlock(layout: Layout, way: Store<FramePath>): number {
  const path = useStore(way);
  return useMemo(() => blockAlong(layout, path), [layout, path]);
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
