import { expect, it } from 'vitest';
import { Matrix } from './matrix.ts';
import { cellPixels, rampOf } from './pixels.ts';

it('interpolates evenly from the first colour to the last', () => {
  const ramp = rampOf(['#000000', '#ff0000', '#ffff00']);
  expect(ramp[0]).toBe(0xff000000);
  expect(ramp[255]).toBe(0xff00ffff);
  // A little before and after the middle stop: 255 steps have no middle.
  expect([ramp[127]! & 0xff, (ramp[127]! >> 8) & 0xff]).toEqual([254, 0]);
  expect([ramp[128]! & 0xff, (ramp[128]! >> 8) & 0xff]).toEqual([255, 1]);
});

it('paints cells side by side, the earliest at the bottom left, and no cell without a value', () => {
  const grid = { from: 0n, width: 10n, columns: 2, edges: [0, 5, 10] };
  const matrix = new Matrix(grid, {
    time: new BigInt64Array([0n, 10n]),
    offset: new Float64Array([0, 5]),
    value: new Float64Array([1, 2]),
  });
  const ramp = rampOf(['#000000', '#0000ff']);
  const pixels = [...new Uint32Array(cellPixels(matrix, ramp, 3, 4).buffer)];
  const [half, full] = [ramp[128]!, ramp[255]!];
  expect(pixels).toEqual([...[0, 0, full], ...[0, 0, full], ...[half, half, 0], ...[half, half, 0]]);
});
