/** Months by name. */
import { decode } from '../kit/bytes.ts';
import { monthNumber } from '../kit/civil.ts';

/** Month names, keyed by the first three letters packed into a number. */
export const englishMonths = new Map(
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map((name, index) => [
    (name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2),
    index + 1,
  ]),
);

/**
 * Cache of months, keyed by the bytes of a short word packed into a number: text without times asks for the
 * same words often.
 */
const shortWords = new Map<number, number>();

/** Number of the month that the bytes spell, or 0. */
export function monthOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > 6) return monthNumber(decode(bytes, start, end));
  let packed = 0;
  for (let at = start; at < end; at++) packed = packed * 256 + bytes[at]!;
  let month = shortWords.get(packed);
  if (month === undefined) {
    month = monthNumber(decode(bytes, start, end));
    if (shortWords.size < 4096) shortWords.set(packed, month);
  }
  return month;
}

/** True for a letter, or a byte of one beyond ASCII. */
export const isNameByte = (byte: number): boolean => {
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || byte >= 0x80;
};
