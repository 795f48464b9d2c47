/** Drawing on the pixels of the screen: an edge between two is blurred, and seams show between rectangles that touch. */
import type { TimeScale } from '../../lib/time-scale.ts';

/** To the nearest device pixel, px. */
export const snapped = (x: number, ratio: number): number => Math.round(x * ratio) / ratio;

/** From times to pixels of a scale, for times held as ns since `origin`: as numbers they are exact for months. */
export function placing(origin: bigint, scale: TimeScale): (since: number) => number {
  const begin = Number(origin - scale.from);
  const share = scale.width / scale.length;
  return since => (begin + since) * share;
}

/** The first of ascending numbers that is above `value`. */
export function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which of ascending places fall into the timeline, with one more on each side: [first, end). */
export function inView(
  since: Float64Array,
  origin: bigint,
  scale: TimeScale,
): readonly [first: number, end: number] {
  const begin = Number(scale.from - origin);
  const first = Math.max(0, firstAbove(since, begin) - 1);
  return [first, Math.min(since.length, firstAbove(since, begin + scale.length) + 1)];
}

/** Lines aslant in this colour: nothing is drawn there, or something that counts for nothing. */
export function hatch(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  let tile = tiles.get(colour);
  if (!tile) {
    tile = tileOf(colour);
    tiles.set(colour, tile);
  }
  return context.createPattern(tile, 'repeat') ?? colour;
}

/** A few, by colour: to make one takes longer than to draw a track. */
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
