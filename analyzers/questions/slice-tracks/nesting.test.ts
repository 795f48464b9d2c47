import { expect, it } from 'vitest';
import { nesting } from './nesting.ts';

function rowsOf(slices: readonly (readonly [track: number, begin: number, end: number])[]): number[] {
  const rows = new Float64Array(slices.length);
  nesting(
    slices.keys(),
    slices.map(([track]) => track),
    slices.map(([, begin]) => begin),
    slices.map(([, , end]) => end),
    rows,
  );
  return [...rows];
}

it('puts a slice below the slice that contains it, and never on a row with an overlapping slice', () => {
  expect(
    rowsOf([
      [1, 0, 100],
      [1, 0, 40],
      [1, 10, 20],
      [1, 40, 60],
      // Overlaps the one before, and is no part of it.
      [1, 50, 90],
      [1, 100, 110],
      [2, 5, 6],
    ]),
  ).toEqual([0, 1, 2, 1, 2, 0, 0]);
});
