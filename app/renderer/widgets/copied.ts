/** Text copied from tables: names instead of ids, values in full. */
import { headingText } from '../../pictures/columns.ts';
import type { Zone } from '../../wording/time.ts';
import type { Cell } from '../state/paged-answer.ts';
import { exact } from './cells.ts';
import type { GridColumn } from './columns.ts';

export interface Copying {
  readonly zone: Zone;
  captureName(id: number): string;
  /** The level of a row in a tree, and the column to indent. */
  readonly tree?: { readonly column: string; level(row: number): number } | undefined;
}

export type CellAt = (row: number, column: string) => Cell | undefined;

export function copiedCell(value: Cell | undefined, { refers }: GridColumn, context: Copying): string {
  if (value === undefined) return '';
  return refers === 'capture' && typeof value === 'number'
    ? context.captureName(value)
    : exact(value, context.zone);
}

/**
 * Rows `first` to `last` (inclusive) with tabs between their cells, as spreadsheets paste them; with the columns' titles if
 * they are several. A cell with a tab or of several lines is quoted.
 */
export function copiedRows(
  columns: readonly GridColumn[],
  first: number,
  last: number,
  cell: CellAt,
  context: Copying,
): string {
  const line = (row: number) =>
    columns.map(column => {
      const text = copiedCell(cell(row, column.name), column, context);
      return column.name === context.tree?.column ? '  '.repeat(context.tree.level(row)) + text : text;
    });
  const lines = Array.from({ length: last - first + 1 }, (_, i) => line(first + i));
  const all = lines.length > 1 ? [columns.map(titleOf), ...lines] : lines;
  return all.map(cells => cells.map(quoted).join('\t')).join('\n');
}

/** Two columns may have the same title, and then differ by their unit. */
const titleOf = (column: GridColumn): string => headingText(column) || column.name;

const quoted = (text: string): string => (/[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
