import { describe, expect, it } from 'vitest';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { CellMatrix } from './cell-matrix.ts';
import { rowAt, scopeOfRect, selectedIn, withoutRect } from './cell-rect.ts';
import { rectText } from './cell-words.ts';
import { rowTicks } from './option.ts';

const grid: HeatGrid = { from: 1_000n, width: 100n, columns: 4, edges: [1_000, 2_000, 4_000, 8_000] };
const cast = {
  time: BigInt64Array.of(1_000n, 1_000n, 1_200n, 9_000n),
  row: Float64Array.of(0, 2, 1, 0),
  value: Float64Array.of(5, 1, 3, 99),
};
const matrix = new CellMatrix(grid, 'count', cast);

describe('cells', () => {
  it('have a value only where the answer has one', () => {
    expect(matrix.peak).toBe(5);
    expect(matrix.at({ column: 0, row: 2 })).toBe(1);
    expect(matrix.at({ column: 1, row: 0 })).toBeNaN();
    expect(matrix.over({ left: 0, right: 3, bottom: 0, top: 2 })).toBe(9);
    expect(matrix.over({ left: 3, right: 3, bottom: 0, top: 2 })).toBe(0);
  });

  it('show counts by their logarithm and shares linearly', () => {
    expect(matrix.share(5)).toBe(1);
    expect(matrix.share(1)).toBeGreaterThan(0.3);
    const percent = new CellMatrix(grid, 'percent', cast);
    expect([percent.peak, percent.share(50)]).toEqual([100, 0.5]);
    expect(percent.over({ left: 0, right: 0, bottom: 0, top: 2 })).toBe(3);
    expect(percent.over({ left: 1, right: 1, bottom: 0, top: 2 })).toBeNaN();
  });

  it('become a scope of time and durations', () => {
    const scope = scopeOfRect({ processes: ['dd'] }, grid, { left: 1, right: 2, bottom: 1, top: 2 }, null);
    expect(scope).toEqual({
      processes: ['dd'],
      from: 1_100n,
      to: 1_300n,
      minDuration: 2_000,
      maxDuration: 8_000,
    });
    expect(selectedIn(scope, grid, null)).toEqual([{ left: 1, right: 3, bottom: 1, top: 3 }]);
    expect(withoutRect(scope, false)).toEqual({ processes: ['dd'] });
    expect(scopeOfRect(scope, grid, { left: 0, right: 0, bottom: 0, top: 2 }, null)).toEqual({
      processes: ['dd'],
      from: 1_000n,
      to: 1_100n,
    });
  });

  it('become a scope of CPUs, if rows are CPUs', () => {
    const cpus = [0, 1, 5];
    const scope = scopeOfRect({}, grid, { left: 0, right: 3, bottom: 1, top: 2 }, cpus);
    expect(scope).toEqual({ from: 1_000n, to: 1_400n, cpus: [1, 5] });
    expect(selectedIn({ cpus: [0, 5] }, grid, cpus)).toEqual([
      { left: 0, right: 4, bottom: 0, top: 1 },
      { left: 0, right: 4, bottom: 2, top: 3 },
    ]);
    expect(selectedIn({}, grid, cpus)).toBeNull();
  });

  it('describe their values', () => {
    expect(rectText(matrix, { left: 0, right: 0, bottom: 0, top: 0 }, 'UTC', 'events')).toBe(
      '00:00:00.0000010 – 00:00:00.0000011 · 1.00 µs – 2.00 µs · 5 events',
    );
  });

  it('have labels at round durations, or the names of their rows', () => {
    expect(rowAt(grid.edges, 2_000)).toBe(1);
    expect(rowAt(grid.edges, 99)).toBe(0);
    expect(rowTicks(grid, 400).map(({ text }) => text)).toEqual(['1 µs', '2 µs', '5 µs']);
    expect(rowTicks({ ...grid, edges: [0, 1_000, 2_000, 4_000] }, 400)[0]).toEqual({ at: 0.5, text: '0' });
    expect(rowTicks({ ...grid, names: ['CPU 0', 'CPU 1', 'CPU 5'] }, 44)).toEqual([
      { at: 0.5, text: 'CPU 0' },
      { at: 2.5, text: 'CPU 5' },
    ]);
  });
});
