/** Parses the time at the beginning of a line, for tools that print one line per event. */

import { isBlank, isDigit, parseUnsigned, skipBlanks } from './bytes.ts';
import { daysFromCivil } from './civil.ts';

/**
 * - `day`: time of day, `04:22:10.123456`;
 * - `date`: date and time of day, `2026-11-22 04:22:10.123456`;
 * - `epoch`: seconds since 1970, `1795375106.950808`;
 * - `relative`: seconds since the line before or since the first, `0.000123`.
 */
export type TimeKind = 'none' | 'day' | 'date' | 'epoch' | 'relative';

/** A time; one object is reused for all lines. */
export class LineTime {
  kind: TimeKind = 'none';
  /** Seconds of the day, since 1970, or since the origin of a relative time. */
  seconds = 0;
  nanos = 0;
  /** Value of the last digit, ns. */
  precision = 1e9;

  clear(): void {
    this.kind = 'none';
  }

  /** @returns position of the text after the time and its blanks; `start` if there is no time */
  read(bytes: Uint8Array, start: number, end: number): number {
    this.kind = 'none';
    const from = skipBlanks(bytes, start, end);
    let at = from;
    while (at < end && isDigit(bytes[at])) at++;
    const digits = at - from;
    if (digits === 0 || at === end) return start;
    let kind: TimeKind;
    let whole: number;
    if (bytes[at] === 0x3a && digits === 2 && isTimeOfDay(bytes, from, end)) {
      kind = 'day';
      whole = secondsOfDay(bytes, from);
      at = from + 8;
    } else if (bytes[at] === 0x2d && digits === 4) {
      const days = dateAt(bytes, from, end);
      if (Number.isNaN(days)) return start;
      kind = 'date';
      whole = days * 86_400 + secondsOfDay(bytes, from + 11);
      at = from + 19;
    } else if (bytes[at] === 0x2e || isBlank(bytes[at])) {
      kind = digits >= 9 ? 'epoch' : 'relative';
      whole = parseUnsigned(bytes, from, at);
      if (kind === 'relative' && bytes[at] !== 0x2e) return start;
    } else return start;
    let nanos = 0;
    let precision = 1e9;
    if (bytes[at] === 0x2e) {
      for (at++; at < end && isDigit(bytes[at]); at++) {
        precision /= 10;
        if (precision >= 1) nanos += (bytes[at]! - 0x30) * precision;
      }
    }
    if (at < end && !isBlank(bytes[at])) return start;
    this.kind = kind;
    this.seconds = whole;
    this.nanos = nanos;
    this.precision = Math.max(precision, 1);
    return skipBlanks(bytes, at, end);
  }
}

const secondsOfDay = (bytes: Uint8Array, at: number): number =>
  parseUnsigned(bytes, at, at + 2) * 3600 +
  parseUnsigned(bytes, at + 3, at + 5) * 60 +
  parseUnsigned(bytes, at + 6, at + 8);

function isTimeOfDay(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 8 || bytes[at + 2] !== 0x3a || bytes[at + 5] !== 0x3a) return false;
  return [0, 1, 3, 4, 6, 7].every(place => isDigit(bytes[at + place]));
}

/** Days since 1970 of a date such as `2026-11-22` before a time of day; NaN without one. */
function dateAt(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at + 7] !== 0x2d || !isBlank(bytes[at + 10]) || !isTimeOfDay(bytes, at + 11, end))
    return Number.NaN;
  const [month, day] = [parseUnsigned(bytes, at + 5, at + 7), parseUnsigned(bytes, at + 8, at + 10)];
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  return daysFromCivil(parseUnsigned(bytes, at, at + 4), month, day);
}
