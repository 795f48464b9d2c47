/** Rows and columns of values, however they are stored, to be written as text. */
import type { AnswerColumn, AnswerData, Note } from '../../analyzers/contract.ts';
import { ownClockStart } from '../../analyzers/kit/notes.ts';
import { nullWide } from '../../workspace/query.ts';
import { iso, sinceStart } from '../../workspace/time.ts';
import type { AnswerPage } from '../contract.ts';
import { isTexts } from './row-matcher.ts';

/**
 * A value to write. Times are ISO 8601 texts in UTC with nanoseconds, or relative to the start if they are on
 * a capture's own clock (`T+12.345678901s`); integers beyond 2^53 are texts, because readers would round
 * them. SQL may also return lists and objects.
 */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [key: string]: Cell };

export interface Sheet {
  readonly names: readonly string[];
  readonly rows: number;
  cell(row: number, column: number): Cell;
}

/** @param notes state which clock the times are on */
export function sheetOf(
  columns: readonly AnswerColumn[],
  { rows, data }: AnswerPage,
  notes: readonly Note[] = [],
): Sheet {
  const start = ownClockStart(notes);
  return {
    names: columns.map(column => column.name),
    rows,
    cell: (row, column) => cellOf(data[column]!, columns[column]!, row, start),
  };
}

/** Rows read at a time, so that an answer of any length is written without holding it. */
const blockRows = 16_384;

/** The first `limit` rows of an answer, block by block; at least one sheet, possibly empty. */
export async function* sheetsOf(
  columns: readonly AnswerColumn[],
  read: (offset: number, limit: number) => Promise<AnswerPage>,
  notes: readonly Note[],
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Sheet> {
  let offset = 0;
  for (;;) {
    const page = await read(offset, Math.min(blockRows, limit - offset));
    yield sheetOf(columns, page, notes);
    offset += page.rows;
    if (page.rows === 0 || offset >= Math.min(page.total, limit)) return;
  }
}

function cellOf(data: AnswerData, column: AnswerColumn, row: number, start: bigint | null): Cell {
  if (isTexts(data)) return data.values[data.index[row]!] ?? null;
  if (data instanceof BigInt64Array) {
    if (data[row] === nullWide) return null;
    return start === null ? iso(data[row]!) : sinceStart(data[row]! - start);
  }
  const value = data[row]!;
  if (!Number.isFinite(value)) return null;
  const isWide = column.kind === 'integer' && !Number.isSafeInteger(value) && Number.isInteger(value);
  return isWide ? BigInt(value).toString() : value;
}
