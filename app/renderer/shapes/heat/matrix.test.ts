import { expect, it } from 'vitest';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { Matrix } from './matrix.ts';
import { cellText, gridText, spanText } from './readout.ts';

const grid: HeatGrid = { from: 5_000_000_000n, width: 1_000_000_000n, columns: 3, edges: [0, 5e8, 1e9] };
const matrix = new Matrix(grid, {
  time: new BigInt64Array([5_000_000_000n, 6_000_000_000n, 7_000_000_000n]),
  offset: new Float64Array([5e8, 0, 5e8]),
  value: new Float64Array([1, 1200, 3]),
});

it('a matrix holds the values of the cells that have one', () => {
  expect([matrix.at({ column: 1, row: 0 }), matrix.at({ column: 1, row: 1 }), matrix.peak]).toEqual([
    1200, 0, 1200,
  ]);
});

it('a matrix adds up cells between two times, in either order', () => {
  const [a, b] = [
    { column: 0, row: 1 },
    { column: 1, row: 1 },
  ];
  expect([matrix.sum(a, b), matrix.sum(b, a)]).toEqual([1201, 1201]);
});

it('a cell is described in words', () => {
  expect(cellText(matrix, { column: 0, row: 1 }, 'UTC', 'samples')).toBe(
    '00:00:05.5 – 00:00:06.0 · 1 sample',
  );
  expect(spanText(matrix, { column: 0, row: 0 }, { column: 1, row: 0 }, 'UTC', 'samples')).toBe(
    '00:00:05.0 – 00:00:06.5 · 1.50 s · 1,201 samples',
  );
  expect(gridText(grid)).toBe('a column is 1 s, a row 500 ms');
});
