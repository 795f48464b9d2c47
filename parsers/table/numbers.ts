/** Parses numbers in cells of tables. The whole table decides what commas and points mean. */
import { isNone, number } from '../kit/metrics/values.ts';
import { withUnit } from './units.ts';

/** Meaning of commas in numbers; `grouped`: a decimal comma, with points between thousands. */
export type Comma = 'decimal' | 'grouped' | 'thousands' | null;

/** @param decimal the decimal mark, if it is known */
export function commaOf(
  cells: readonly (readonly string[])[],
  separator: string,
  decimal: '.' | ',' | null,
): Comma {
  const all = cells.flat().filter(cell => /^-?[\d.,]*\d,\d/.test(cell));
  if (all.length === 0) return decimal === ',' ? 'decimal' : null;
  const grouped = all.every(cell => /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(cell));
  if (decimal === '.' || (decimal === null && grouped && separator !== ';')) return 'thousands';
  return all.some(cell => /\d\.\d{3},\d/.test(cell)) ? 'grouped' : 'decimal';
}

/** The number in a cell, without the unit after it; NaN if there is none. */
export function numberIn(cell: string, comma: Comma): number {
  let text = cell.trim();
  if (text.endsWith('%')) text = text.slice(0, -1).trimEnd();
  else if (/[a-zA-Z]$/.test(text)) text = withUnit(text)?.number ?? text;
  if (comma === 'thousands') text = text.replaceAll(',', '');
  else if (comma === 'grouped') text = text.replaceAll('.', '').replace(',', '.');
  else if (comma === 'decimal') text = text.replace(',', '.');
  return number(text);
}

export const isNumber = (cell: string): boolean => !Number.isNaN(number(cell));

/** True if a cell says that there is no value: it is empty, or what programs write for a missing value. */
export const isMissing = (cell: string): boolean =>
  isNone(cell) ||
  /^(?:--+|n\.?a\.?|null|none|nil|<?no data>?|\[(?:n\/?a|not supported|unknown error)\])$/i.test(cell);

/**
 * Number of cells in a column of `cells` that may be of another kind than the rest, so that one bad cell does
 * not change the kind of the column.
 */
export const mayDiffer = (cells: number): number => (cells < 3 ? 0 : Math.max(1, Math.floor(cells * 0.1)));
