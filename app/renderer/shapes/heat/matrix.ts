import { type HeatGrid, nullWide } from '../../../../analyzers/contract.ts';
import { cellOfTime, type HeatCell, rowOfOffset, rowsIn } from './geometry.ts';

/** The values of a heat map by cell; 0 where nothing was sampled. */
export class Matrix {
  readonly peak: number;
  private readonly values: Float64Array;

  /** The columns of the answer: each cell by where it begins. */
  constructor(
    readonly grid: HeatGrid,
    times: BigInt64Array,
    offsets: Float64Array,
    values: Float64Array,
  ) {
    this.values = new Float64Array(grid.columns * rowsIn(grid));
    let peak = 0;
    values.forEach((value, i) => {
      const cell = times[i] === nullWide ? null : cellOfTime(grid, times[i]!);
      if (!cell || Number.isNaN(value)) return;
      this.values[this.index({ column: cell.column, row: rowOfOffset(grid, offsets[i]!) })] = value;
      if (value > peak) peak = value;
    });
    this.peak = peak;
  }

  at(cell: HeatCell): number {
    return this.values[this.index(cell)]!;
  }

  /** Sum over the cells from one to another, as time runs. */
  sum(a: HeatCell, b: HeatCell): number {
    const [first, last] = [this.index(a), this.index(b)];
    let sum = 0;
    for (let i = Math.min(first, last); i <= Math.max(first, last); i++) sum += this.values[i]!;
    return sum;
  }

  /** All cells that have a value. */
  each(visit: (column: number, row: number, value: number) => void): void {
    const rows = rowsIn(this.grid);
    this.values.forEach((value, i) => {
      if (value > 0) visit(Math.floor(i / rows), i % rows, value);
    });
  }

  private index({ column, row }: HeatCell): number {
    return column * rowsIn(this.grid) + row;
  }
}
