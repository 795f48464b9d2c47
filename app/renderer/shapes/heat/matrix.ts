import { type HeatGrid, nullWide } from '../../../../analyzers/contract.ts';
import { type Cast, numbers, times } from '../picture.ts';
import { cellOfTime, type HeatCell, rowOfOffset, rowsIn } from './geometry.ts';

/** The columns of a heat map: each row is a cell, by its begin. */
export const heatRoles = {
  time: times('time', 'Start of the column.'),
  offset: numbers('offset', 'Start of the row, ns from the start of the column.'),
  value: numbers('value', 'Value shown as a colour.'),
};

/** The values of a heat map by cell; 0 without samples. */
export class Matrix {
  readonly peak: number;
  private readonly values: Float64Array;

  constructor(
    readonly grid: HeatGrid,
    { time: times, offset: offsets, value: values }: Cast<typeof heatRoles>,
  ) {
    this.values = new Float64Array(grid.columns * rowsIn(grid));
    let peak = 0;
    let column: number | null = null;
    let columnTime = nullWide;
    values.forEach((value, i) => {
      const time = times[i]!;
      // Rows of a column are adjacent, so the column is computed once for each: 64-bit division is slow.
      if (time !== columnTime) {
        columnTime = time;
        column = time === nullWide ? null : (cellOfTime(grid, time)?.column ?? null);
      }
      if (column === null || Number.isNaN(value)) return;
      this.values[this.index({ column, row: rowOfOffset(grid, offsets[i]!) })] = value;
      if (value > peak) peak = value;
    });
    this.peak = peak;
  }

  at(cell: HeatCell): number {
    return this.values[this.index(cell)]!;
  }

  /** Sum over the cells from `a` to `b` in the order of time. */
  sum(a: HeatCell, b: HeatCell): number {
    const [first, last] = [this.index(a), this.index(b)];
    let sum = 0;
    for (let i = Math.min(first, last); i <= Math.max(first, last); i++) sum += this.values[i]!;
    return sum;
  }

  private index({ column, row }: HeatCell): number {
    return column * rowsIn(this.grid) + row;
  }
}
