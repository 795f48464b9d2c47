/** Numbers in the cells of tables, whose commas and points mean what the whole table says they mean. */
import { isNone, number } from '../kit/metrics/values.ts';

/** What commas in numbers are; with `grouped` points stand between thousands. */
export type Comma = 'decimal' | 'grouped' | 'thousands' | null;

/** @param decimal what is known to stand before a fraction */
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

/** The number in a cell; a percent sign behind it is no part of it. NaN where there is none. */
export function numberIn(cell: string, comma: Comma): number {
  let text = cell.trim();
  if (text.endsWith('%')) text = text.slice(0, -1).trimEnd();
  if (comma === 'thousands') text = text.replaceAll(',', '');
  else if (comma === 'grouped') text = text.replaceAll('.', '').replace(',', '.');
  else if (comma === 'decimal') text = text.replace(',', '.');
  return number(text);
}

export const isNumber = (cell: string): boolean => !Number.isNaN(number(cell));

/** Whether a cell says that there is no value: nothing, or what programs write for it. */
export const saysNone = (cell: string): boolean =>
  isNone(cell) || /^(?:--+|n\.?a\.?|null|none|nil|<?no data>?)$/i.test(cell);

/** How many of so many cells may be anything else, where the others decide what a column is: one bad cell is no other kind of column. */
export const mayDiffer = (cells: number): number => (cells < 3 ? 0 : Math.max(1, Math.floor(cells * 0.1)));
