/** Cells of a heat map as the pixels of an image. */
import { rowsIn } from './geometry.ts';
import type { Matrix } from './matrix.ts';

/** Steps of the colour scale: more than anyone can tell apart. */
const steps = 256;

/**
 * The colours from little to much, one `0xAABBGGRR` a step, evenly between `#rrggbb` stops, as CSS draws a gradient.
 */
export function rampOf(stops: readonly string[]): Uint32Array {
  const channels = stops.map(stop => [1, 3, 5].map(at => Number.parseInt(stop.slice(at, at + 2), 16)));
  return Uint32Array.from({ length: steps }, (_, step) => {
    const place = (step / (steps - 1)) * (channels.length - 1);
    const before = Math.min(channels.length - 2, Math.floor(place));
    const [low, high] = [channels[before]!, channels[before + 1]!];
    const [red, green, blue] = low.map((value, i) =>
      Math.round(value + (high[i]! - value) * (place - before)),
    );
    return ((0xff << 24) | (blue! << 16) | (green! << 8) | red!) >>> 0;
  });
}

/**
 * An image of `width` × `height` pixels, the first row of the grid at the bottom. Edges of cells fall on whole pixels,
 * so that no seam shows between them; cells without a value are transparent.
 */
export function cellPixels(
  matrix: Matrix,
  ramp: Uint32Array,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> {
  const { grid, peak } = matrix;
  const rows = rowsIn(grid);
  const bytes = new Uint8ClampedArray(4 * width * height);
  const pixels = new Uint32Array(bytes.buffer);
  const edgeX = (column: number) => Math.round((column / grid.columns) * width);
  const edgeY = (row: number) => Math.round((1 - row / rows) * height);
  matrix.each((column, row, value) => {
    const colour = ramp[Math.round((value / peak) * (steps - 1))]!;
    const [from, to] = [edgeX(column), edgeX(column + 1)];
    for (let y = edgeY(row + 1); y < edgeY(row); y++) pixels.fill(colour, y * width + from, y * width + to);
  });
  return bytes;
}
