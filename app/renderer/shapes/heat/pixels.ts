/** Cells of a heat map as the pixels of an image. */
import { rowsIn } from './geometry.ts';
import type { Matrix } from './matrix.ts';

/** Steps of the colour scale, more than are distinguishable. */
const steps = 256;

/**
 * The colours from small to large values, one `0xAABBGGRR` per step, interpolated between `#rrggbb` stops as a CSS gradient.
 */
export function rampOf(stops: readonly string[]): Uint32Array {
  const channels = stops.map(stop => [1, 3, 5].map(at => Number.parseInt(stop.slice(at, at + 2), 16)));
  return Uint32Array.from({ length: steps }, (_, step) => {
    const position = (step / (steps - 1)) * (channels.length - 1);
    const stop = Math.min(channels.length - 2, Math.floor(position));
    const [low, high] = [channels[stop]!, channels[stop + 1]!];
    const [red, green, blue] = low.map((value, i) =>
      Math.round(value + (high[i]! - value) * (position - stop)),
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
  const edgesX = Int32Array.from({ length: grid.columns + 1 }, (_, i) =>
    Math.round((i / grid.columns) * width),
  );
  const edgeY = (row: number) => Math.round((1 - row / rows) * height);
  const line = new Uint32Array(width);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const value = matrix.at({ column, row });
      const colour = value > 0 ? ramp[Math.round((value / peak) * (steps - 1))]! : 0;
      // A loop, because `fill` takes longer for the few pixels of a cell.
      for (let x = edgesX[column]!; x < edgesX[column + 1]!; x++) line[x] = colour;
    }
    for (let y = edgeY(row + 1); y < edgeY(row); y++) pixels.set(line, y * width);
  }
  return bytes;
}
