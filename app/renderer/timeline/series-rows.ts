import type { Table } from '../state/table.ts';
import type { MeasuredSeries } from './default-tracks.ts';

/** A series with the statistics and labels that the window shows. */
export interface SeriesRow extends MeasuredSeries {
  /** The process, if the series is about one process or thread. */
  readonly process?: string | null;
  readonly pid?: number | null;
  readonly min: number;
  readonly last: number;
}

/** The rows of the question `series`. */
export function seriesRows(table: Table): readonly SeriesRow[] {
  return Array.from({ length: table.rows }, (_, row) => {
    const number = (column: string) => Number(table.cell(row, column));
    const numberOrNull = (column: string) => (table.cell(row, column) === null ? null : number(column));
    const text = (column: string) => {
      const cell = table.cell(row, column);
      return typeof cell === 'string' ? cell : null;
    };
    const name = text('meaning');
    const attributes: Readonly<Record<string, string>> = JSON.parse(text('attributes') ?? '{}');
    return {
      capture: number('capture'),
      process: text('process'),
      pid: numberOrNull('pid'),
      host: text('host'),
      object: text('object') ?? '',
      instance: text('instance'),
      counter: text('counter') ?? '',
      unit: text('unit'),
      mean: number('mean'),
      min: number('min'),
      max: number('max'),
      last: number('last'),
      points: number('points'),
      factor: numberOrNull('factor'),
      addend: numberOrNull('addend'),
      meaning: name === null ? null : { name, attributes },
    };
  });
}
