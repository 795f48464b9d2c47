/** Aligns drawing to device pixels: an edge between two pixels is blurred, and shows a seam between adjacent rectangles. */
import type { TimeScale } from '../../lib/time-scale.ts';

/** Rounds to the nearest device pixel, px. */
export const snapped = (x: number, ratio: number): number => Math.round(x * ratio) / ratio;

/** Converts times in ns since `origin` to pixels of a scale; as numbers, they are exact for months. */
export function placing(origin: bigint, scale: TimeScale): (since: number) => number {
  const begin = Number(origin - scale.from);
  const share = scale.width / scale.length;
  return since => (begin + since) * share;
}

/** Index of the first of ascending numbers above `value`. */
export function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Range of ascending positions within the timeline, plus one on each side: [first, end). */
export function inView(
  since: Float64Array,
  origin: bigint,
  scale: TimeScale,
): readonly [first: number, end: number] {
  const begin = Number(scale.from - origin);
  const first = Math.max(0, firstAbove(since, begin) - 1);
  return [first, Math.min(since.length, firstAbove(since, begin + scale.length) + 1)];
}

/** Hatching in a colour, for areas without data or that do not count. */
export function hatch(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  let tile = tiles.get(colour);
  if (!tile) {
    tile = tileOf(colour);
    tiles.set(colour, tile);
  }
  return context.createPattern(tile, 'repeat') ?? colour;
}

/** Cached by colour, because creating one takes longer than drawing a track. */
const tiles = new Map<string, OffscreenCanvas>();

function tileOf(colour: string): OffscreenCanvas {
  const tile = new OffscreenCanvas(6, 6);
  const drawing = tile.getContext('2d')!;
  drawing.strokeStyle = colour;
  drawing.lineWidth = 1;
  drawing.beginPath();
  for (const shift of [-6, 0, 6]) {
    drawing.moveTo(shift - 1, 7);
    drawing.lineTo(shift + 7, -1);
  }
  drawing.stroke();
  return tile;
}
