import { describe, expect, it } from 'vitest';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import {
  cellAt,
  cellOfTime,
  intervalBetween,
  intervalOfCell,
  moved,
  outlineOf,
  rowOfOffset,
} from './geometry.ts';

const second = 1_000_000_000n;
/** Three seconds from 10 s on; rows do not divide a second into whole ns. */
const grid: HeatGrid = {
  from: 10n * second,
  width: second,
  columns: 3,
  edges: [0, 333_333_334, 666_666_667, 1e9],
};
const plot = { left: 50, top: 10, width: 300, height: 90 };

describe('cells and times', () => {
  it('are each other’s inverse, to the ns', () => {
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) {
        const { from, to } = intervalOfCell(grid, { column, row });
        expect(cellOfTime(grid, from)).toEqual({ column, row });
        expect(cellOfTime(grid, to - 1n)).toEqual({ column, row });
      }
    }
    expect([cellOfTime(grid, 10n * second - 1n), cellOfTime(grid, 13n * second)]).toEqual([null, null]);
    expect(rowOfOffset(grid, 333_333_333)).toBe(0);
  });

  it('select from the start of the earlier cell to the end of the later', () => {
    const [a, b] = [
      { column: 0, row: 2 },
      { column: 1, row: 0 },
    ];
    const between = { from: 10_666_666_667n, to: 11_333_333_334n };
    expect(intervalBetween(grid, a, b)).toEqual(between);
    expect(intervalBetween(grid, b, a)).toEqual(between);
    expect(intervalBetween(grid, a, a)).toEqual({ from: 10_666_666_667n, to: 11n * second });
  });
});

describe('points', () => {
  it('belong to the cell at that place, the earliest at the bottom', () => {
    expect(cellAt(grid, plot, 50, 99)).toEqual({ column: 0, row: 0 });
    expect(cellAt(grid, plot, 149.9, 10)).toEqual({ column: 0, row: 2 });
    expect(cellAt(grid, plot, 150, 69.9)).toEqual({ column: 1, row: 1 });
  });

  it('outside of the cells belong to the nearest cell', () => {
    expect(cellAt(grid, plot, -20, 500)).toEqual({ column: 0, row: 0 });
    expect(cellAt(grid, plot, 999, -1)).toEqual({ column: 2, row: 2 });
  });
});

describe('keys', () => {
  it('move by a cell and stop at the edges', () => {
    const from = { column: 1, row: 1 };
    expect(moved(grid, from, 'ArrowUp')).toEqual({ column: 1, row: 2 });
    expect(moved(grid, from, 'ArrowLeft')).toEqual({ column: 0, row: 1 });
    expect(moved(grid, from, 'PageDown')).toEqual({ column: 1, row: 0 });
    expect(moved(grid, { column: 2, row: 2 }, 'ArrowRight')).toEqual({ column: 2, row: 2 });
    expect(moved(grid, from, 'End')).toEqual({ column: 2, row: 1 });
    expect(moved(grid, from, 'x')).toBeNull();
  });
});

describe('the outline of a time', () => {
  it('is a box within one column', () => {
    const interval = { from: 11n * second + second / 2n, to: 12n * second };
    expect(outlineOf(grid, interval, plot)).toEqual([
      [150, 55],
      [150, 10],
      [250, 10],
      [250, 55],
    ]);
  });

  it('covers the rest of the first column, all columns between, and the last up to the end', () => {
    const interval = { from: 10n * second + second / 2n, to: 12n * second + second / 10n };
    expect(outlineOf(grid, interval, plot)).toEqual([
      [50, 55],
      [50, 10],
      [250, 10],
      [250, 91],
      [350, 91],
      [350, 100],
      [150, 100],
      [150, 55],
    ]);
  });

  it('is clipped to the existing columns', () => {
    expect(outlineOf(grid, { from: 0n, to: 10n * second }, plot)).toBeNull();
    const all = outlineOf(grid, { from: 0n, to: 99n * second }, plot)!;
    expect([all[0], all[3], all[4]]).toEqual([
      [50, 100],
      [250, 10],
      [350, 10],
    ]);
  });
});
