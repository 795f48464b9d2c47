/**
 * Numbers as WPA writes them in the language of its machine: `26,420.482528`, `39.992,941063`, `4,13`. The same text means two
 * things: but numbers with decimals always have as many, so that their last mark is the decimal one, and whole numbers
 * have none.
 */
import type { Column } from './header.ts';

/** NaN where the cell holds no number. */
export function numberOf(text: string, number: Column['number']): number {
  if (isPlain(text, number)) return Number(text);
  // Groups may be set apart by blanks, of any width.
  const cell = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/%$/, '');
  if (!/^-?\d[\d.,]{0,40}$/.test(cell)) return Number.NaN;
  if (number === 'whole') return Number(cell.replace(/[.,]/g, ''));
  const last = Math.max(cell.lastIndexOf('.'), cell.lastIndexOf(','));
  if (last < 0) return Number(cell);
  const mark = cell[last] ?? '.';
  // Twice the same mark groups digits.
  if (cell.indexOf(mark) !== last) return Number(cell.replace(/[.,]/g, ''));
  return Number(`${cell.slice(0, last).replace(/[.,]/g, '')}.${cell.slice(last + 1)}`);
}

/** Most numbers are digits, or digits with one point. */
function isPlain(text: string, number: Column['number']): boolean {
  let points = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2e && number !== 'whole' && at > 0) points++;
    else if (code < 0x30 || code > 0x39) return false;
  }
  return points < 2 && text.length > 0 && text.length < 20;
}

const nanoseconds: Readonly<Record<string, number>> = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };

/** A time or a duration in whole ns; NaN where the cell holds none. */
export function nsOf(text: string, { unit, number }: Column): number {
  return Math.round(numberOf(text, number) * (nanoseconds[unit ?? 's'] ?? 1e9));
}
