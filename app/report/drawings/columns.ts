/** Cells of an answer by the names of its columns. */
import type { StoredAnswer, StoredCell } from '../../../analyzers/findings/finding.ts';

export type Row = StoredAnswer['rows'][number];

/** Reads the cell of a row in this column; null if there is no such column. */
export function cellsOf({ columns }: StoredAnswer, name: string): (row: Row) => StoredCell {
  const at = columns.findIndex(column => column.name === name);
  return row => (at < 0 ? null : (row[at] ?? null));
}

/** Reads a text; empty if there is none. */
export function textsOf(answer: StoredAnswer, name: string): (row: Row) => string {
  const cell = cellsOf(answer, name);
  return row => String(cell(row) ?? '');
}

/** Reads a number; NaN if there is none. */
export function numbersOf(answer: StoredAnswer, name: string): (row: Row) => number {
  const cell = cellsOf(answer, name);
  return row => {
    const value = cell(row);
    return typeof value === 'number' ? value : Number.NaN;
  };
}
