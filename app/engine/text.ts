/**
 * Rows of an answer as text.
 *
 * - `json`: an array of objects, one a row. Numbers are numbers, except integers beyond 2^53, which are strings, since
 *   a reader would round them; times are ISO 8601 in UTC with nanoseconds; nothing is `null`.
 * - `csv`: RFC 4180 with a header of the column names; nothing is an empty cell.
 * - `tsv`: the same with tabs, as spreadsheets paste it.
 *
 * CSV and TSV are opened in spreadsheets, which run a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage
 * return as a formula, and texts of captures are anyone's. Such *texts* (never numbers) get a leading apostrophe, as
 * OWASP advises ("CSV Injection"). JSON and Arrow carry every text as it is.
 */
import type { AnswerColumn, AnswerData } from '../../analyzers/contract.ts';
import { nullWide } from '../../workspace/query.ts';
import { type HeldAnswer, isTexts } from './held.ts';

/** Rows go out in pieces of about this many characters. */
const pieceLength = 64 * 1024;

/** One cell's value: null, a text, or a number. */
export type Cell = string | number | null;

/** The value of a row in a column, with times as ISO 8601 and integers beyond 2^53 as strings. */
export function cell(data: AnswerData, column: AnswerColumn, row: number): Cell {
  if (data instanceof Float64Array) return exact(data[row]!, column);
  if (data instanceof BigInt64Array) return data[row] === nullWide ? null : isoTime(data[row]!);
  return data.values[data.index[row]!] ?? null;
}

function exact(value: number, column: AnswerColumn): Cell {
  if (!Number.isFinite(value)) return null;
  const isWide = column.kind === 'integer' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isWide ? BigInt(value).toString() : value;
}

/** Epoch ns as ISO 8601, UTC, with nine digits of a second. */
export function isoTime(ns: bigint): string {
  const second = 1_000_000_000n;
  const fraction = ((ns % second) + second) % second;
  const whole = new Date(Number((ns - fraction) / 1_000_000n)).toISOString();
  return `${whole.slice(0, -5)}.${fraction.toString().padStart(9, '0')}Z`;
}

export function toText(held: HeldAnswer, rows: Uint32Array, as: 'json' | 'csv' | 'tsv'): Iterable<string> {
  return inPieces(
    as === 'json' ? jsonLines(held, rows) : separatedLines(held, rows, as === 'csv' ? ',' : '\t'),
  );
}

function* jsonLines({ answer }: HeldAnswer, rows: Uint32Array): Iterable<string> {
  const names = answer.columns.map(column => JSON.stringify(column.name));
  yield '[';
  for (let i = 0; i < rows.length; i++) {
    const members = answer.data.map(
      (data, c) => `${names[c]}:${JSON.stringify(cell(data, answer.columns[c]!, rows[i]!))}`,
    );
    yield `${i === 0 ? '\n' : ',\n'}{${members.join(',')}}`;
  }
  yield '\n]\n';
}

function* separatedLines({ answer }: HeldAnswer, rows: Uint32Array, separator: string): Iterable<string> {
  const end = separator === ',' ? '\r\n' : '\n';
  yield answer.columns.map(column => quoted(column.name, separator)).join(separator) + end;
  for (const row of rows) {
    const cells = answer.data.map((data, c) => {
      const value = cell(data, answer.columns[c]!, row);
      if (value === null) return '';
      return isTexts(data) ? quoted(harmless(String(value)), separator) : String(value);
    });
    yield cells.join(separator) + end;
  }
}

function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

function* inPieces(lines: Iterable<string>): Iterable<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}
