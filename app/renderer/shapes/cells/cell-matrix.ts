import type { AnswerColumn, HeatGrid } from '../../../../analyzers/contract.ts';
import type { Table } from '../../state/table.ts';
import { rowsIn } from '../heat/geometry.ts';
import { type Cast, numbers, times } from '../picture.ts';

/** Each row of the answer is a cell, by the time of its column and the number of its row. */
export const cellRoles = {
  time: times('time', 'Start of the column.'),
  row: numbers('row', 'Number of the row, from the bottom.'),
  value: numbers('value', 'Value shown as a colour.'),
};

/** Colour scale of the values, and the way several cells are merged. */
export type Measure = 'count' | 'percent';

export const measureOf = (column: AnswerColumn | undefined): Measure =>
  column?.kind === 'percent' ? 'percent' : 'count';

/** The values of a picture by cell; NaN for empty cells. */
export class CellMatrix {
  /** Top of the colour scale; 100 for percentages. */
  readonly peak: number;
  private readonly values: Float64Array;

  constructor(
    readonly grid: HeatGrid,
    readonly measure: Measure,
    { time, row, value }: Cast<typeof cellRoles>,
  ) {
    const rows = rowsIn(grid);
    this.values = new Float64Array(grid.columns * rows).fill(Number.NaN);
    let peak = 0;
    let [column, columnTime] = [-1, time[0]! - 1n];
    value.forEach((each, i) => {
      // Rows of a column are adjacent, so the column is computed once for each: 64-bit division is slow.
      if (time[i]! !== columnTime) {
        columnTime = time[i]!;
        column = Number((columnTime - grid.from) / grid.width);
      }
      if (column < 0 || column >= grid.columns || !(row[i]! >= 0 && row[i]! < rows)) return;
      this.values[column * rows + row[i]!] = each;
      if (each > peak) peak = each;
    });
    this.peak = measure === 'percent' ? 100 : peak;
  }

  at({ column, row }: { readonly column: number; readonly row: number }): number {
    return this.values[column * rowsIn(this.grid) + row]!;
  }

  /** Position on the colour scale, 0 … 1. Counts are logarithmic, so that rare slow events show. */
  share(value: number): number {
    if (!(value > 0) || this.peak === 0) return 0;
    return this.measure === 'percent'
      ? Math.min(1, value / this.peak)
      : Math.log1p(value) / Math.log1p(this.peak);
  }

  /** The sum of counts, or the mean of percentages, over the cells of a rectangle; NaN if none has a value. */
  over({ left, right, bottom, top }: CellRect): number {
    let [sum, count] = [0, 0];
    for (let column = left; column <= right; column++)
      for (let row = bottom; row <= top; row++) {
        const value = this.at({ column, row });
        if (Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
    if (count === 0) return this.measure === 'count' ? 0 : Number.NaN;
    return this.measure === 'count' ? sum : sum / count;
  }
}

/** Cells from … to, all inclusive. */
export interface CellRect {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** The CPU of each row if rows are CPUs, else null. */
export function cpusOf(table: Table, rows: number): readonly number[] | null {
  if (!table.columns.some(({ name, refers }) => name === 'cpu' && refers === 'cpu')) return null;
  const [row, cpu] = [table.numbers('row'), table.numbers('cpu')];
  const cpus = new Array<number>(rows).fill(Number.NaN);
  row.forEach((at, i) => {
    cpus[at] = cpu[i]!;
  });
  return cpus;
}
