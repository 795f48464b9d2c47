/** Rows and columns of values, however they are held: what can be written as text. */
import type { AnswerColumn, AnswerData } from '../../analyzers/contract.ts';
import { nullWide } from '../../workspace/query.ts';
import { iso } from '../../workspace/time.ts';
import { type HeldAnswer, isTexts } from './held.ts';

/**
 * A value as it is written: times are ISO 8601 texts in UTC with nanoseconds, integers beyond 2^53 are texts, since a
 * reader would round them. SQL also gives lists and objects.
 */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [key: string]: Cell };

export interface Sheet {
  readonly names: readonly string[];
  readonly rows: number;
  cell(row: number, column: number): Cell;
}

/** `rows`: which rows of the answer, in which order. */
export function sheetOf({ answer }: HeldAnswer, rows: Uint32Array): Sheet {
  return {
    names: answer.columns.map(column => column.name),
    rows: rows.length,
    cell: (row, column) => cellOf(answer.data[column]!, answer.columns[column]!, rows[row]!),
  };
}

function cellOf(data: AnswerData, column: AnswerColumn, row: number): Cell {
  if (isTexts(data)) return data.values[data.index[row]!] ?? null;
  if (data instanceof BigInt64Array) return data[row] === nullWide ? null : iso(data[row]!);
  const value = data[row]!;
  if (!Number.isFinite(value)) return null;
  const isWide = column.kind === 'integer' && !Number.isSafeInteger(value) && Number.isInteger(value);
  return isWide ? BigInt(value).toString() : value;
}
