/**
 * Numbers as WPA writes them in the language of its machine: `26,420.482528`, `39.992,941063`, `4,13`. The same text
 * may mean two numbers. But numbers with decimals have a fixed number of them, so their last mark is the decimal
 * mark, and integers have none.
 */
import type { Column } from './header.ts';

/** More digits than a double holds exactly. */
const maxDigits = 15;

/** NaN if the cell is not a number. */
export function numberOf(text: string, number: Column['number']): number {
  let value = 0;
  let digits = 0;
  let isNegative = false;
  // The last mark, the digits after it, and true if the mark occurred before.
  let mark = 0;
  let decimals = 0;
  let points = 0;
  let commas = 0;
  let isOver = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39 && !isOver) {
      value = value * 10 + code - 0x30;
      digits++;
      decimals++;
    } else if ((code === 0x2e || code === 0x2c) && digits > 0 && !isOver) {
      mark = code;
      decimals = 0;
      if (code === 0x2e) points++;
      else commas++;
    } else if (code === 0x25 && digits > 0 && !isOver) isOver = true;
    else if (code === 0x2d && digits === 0 && !isNegative) isNegative = true;
    // Groups may be separated by blanks of any width.
    else if (!isBlank(code)) return Number.NaN;
  }
  if (digits === 0) return Number.NaN;
  // Twice the same mark groups digits.
  const isGrouped = number === 'whole' || mark === 0 || (mark === 0x2e ? points : commas) > 1;
  const behind = isGrouped ? 0 : decimals;
  if (digits > maxDigits) return ofManyDigits(text, behind);
  return ((isNegative ? -1 : 1) * value) / 10 ** behind;
}

/** Blanks of any width, and apostrophes. */
const isBlank = (code: number): boolean =>
  code === 0x20 ||
  code === 0x27 ||
  code === 0xa0 ||
  code === 0x2019 ||
  (code > 0x7f && /\s/.test(String.fromCharCode(code)));

function ofManyDigits(text: string, decimals: number): number {
  const digits = text.replace(/[^\d]/g, '');
  const whole = digits.slice(0, digits.length - decimals);
  const value = Number(`${text.includes('-') ? '-' : ''}${whole}.${digits.slice(digits.length - decimals)}`);
  return Number.isFinite(value) ? value : Number.NaN;
}

const nanoseconds: Readonly<Record<string, number>> = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };

/** A time or a duration in whole ns; NaN if the cell has none. */
export function nsOf(text: string, { unit, number }: Column): number {
  return Math.round(numberOf(text, number) * (nanoseconds[unit ?? 's'] ?? 1e9));
}
