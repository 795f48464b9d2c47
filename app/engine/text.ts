/**
 * Rows as text.
 *
 * - `json`: an array of objects, one per row; missing values are `null`.
 * - `csv`: RFC 4180 with a header of the column names; missing values are empty cells.
 * - `tsv`: the same with tabs, as spreadsheets paste it.
 *
 * Spreadsheets run a CSV or TSV cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a
 * formula, and texts of captures are untrusted. Such texts (never numbers) get a leading apostrophe, as OWASP
 * advises ("CSV Injection"). JSON and Arrow carry every text unchanged.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withFile } from '../../workspace/database/outputs.ts';
import type { Cell, Sheet } from './sheet.ts';

export type TextForm = 'json' | 'csv' | 'tsv';

/** Approximate number of characters per piece of output. */
const pieceLength = 64 * 1024;

/** @param sheets parts of one table, in order; at least one, with the names */
export async function* toText(
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>,
  form: TextForm,
): AsyncGenerator<string> {
  let rows = 0;
  let isFirst = true;
  for await (const sheet of sheets) {
    yield* inPieces(
      form === 'json' ? objects(sheet, rows) : lines(sheet, form === 'csv' ? ',' : '\t', isFirst),
    );
    rows += sheet.rows;
    isFirst = false;
  }
  if (form === 'json') yield rows === 0 ? '[\n]\n' : '\n]\n';
}

export function writePieces(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  return withFile(path, into => pipeline(Readable.from(pieces), into, { signal }));
}

/** @param before number of rows already written */
function* objects({ names, rows, cell }: Sheet, before: number): Iterable<string> {
  const keys = names.map(name => JSON.stringify(name));
  for (let row = 0; row < rows; row++) {
    const members = keys.map((key, column) => `${key}:${JSON.stringify(cell(row, column))}`);
    yield `${before + row === 0 ? '[\n' : ',\n'}{${members.join(',')}}`;
  }
}

function* lines({ names, rows, cell }: Sheet, separator: string, withNames: boolean): Iterable<string> {
  const end = separator === ',' ? '\r\n' : '\n';
  const line = (cells: readonly Cell[]) => cells.map(value => field(value, separator)).join(separator) + end;
  if (withNames) yield line(names);
  for (let row = 0; row < rows; row++) yield line(names.map((_, column) => cell(row, column)));
}

function field(value: Cell, separator: string): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = harmless(typeof value === 'string' ? value : JSON.stringify(value));
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Adds an apostrophe to formulas. A wide integer is a text here, but not a formula. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text;
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
