/** Converts the columns of an answer to rows that can be stored, and back to columns that can be drawn. */

import type { AnswerColumn, AnswerData } from '../contract.ts';
import { nullWide } from '../contract.ts';
import { texts } from '../kit/answer.ts';
import { maxCells, maxRows, type StoredAnswer, type StoredCell } from './finding.ts';

/** Maximum number of stored rows of an answer with this number of columns. */
export const roomFor = (columns: number): number =>
  Math.max(1, Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns))));

/** @param data one array per column, of `rows` rows */
export function storedRows(data: readonly AnswerData[], rows: number): StoredCell[][] {
  return Array.from({ length: rows }, (_, row) => data.map(column => storedCell(column, row)));
}

export function storedCell(data: AnswerData, row: number): StoredCell {
  if (data instanceof Float64Array) {
    const value = data[row]!;
    return Number.isFinite(value) ? value : null;
  }
  if (data instanceof BigInt64Array) return data[row] === nullWide ? null : data[row]!;
  return data.values[data.index[row]!] ?? null;
}

/** The rows of a stored answer as the columns of an answer. */
export function dataOf({ columns, rows }: Pick<StoredAnswer, 'columns' | 'rows'>): AnswerData[] {
  return columns.map(({ kind }, column) => {
    const cells = rows.map(row => row[column] ?? null);
    if (kind === 'time')
      return BigInt64Array.from(cells, cell => (typeof cell === 'bigint' ? cell : nullWide));
    if (isText(kind)) return texts(cells.map(cell => (typeof cell === 'string' ? cell : null)));
    return Float64Array.from(cells, cell => (typeof cell === 'number' ? cell : Number.NaN));
  });
}

const isText = (kind: AnswerColumn['kind']): boolean =>
  kind === 'text' || kind === 'code' || kind === 'sparkline';
