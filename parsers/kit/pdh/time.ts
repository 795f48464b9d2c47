/**
 * Parses times of PDH text: `05/11/2015 00:05:31.134`, and those that spreadsheets make of them: `5/11/2015
 * 0:05`, `… 12:05 AM`.
 */

import { isDigit } from '../bytes.ts';
import { daysFromCivil, daysInMonth } from '../civil.ts';

/** Parses one time after the other; its fields hold the last one. */
export class PdhTime {
  /** Seconds since 1970 of the wall clock. */
  seconds = 0;
  nanos = 0;
  /** True if the time has seconds. */
  precise = true;
  /** True if the day comes before the month, which PDH never writes. */
  swapped = false;

  /** Returns false if the range is not such a time. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    let at = start;
    let count = 0;
    let value = 0;
    let digits = 0;
    const parts = this.parts;
    parts.fill(0);
    for (; at <= end; at++) {
      const byte = at < end ? bytes[at]! : 0;
      if (isDigit(byte)) {
        value = value * 10 + byte - 0x30;
        if (++digits > 9) return false;
        continue;
      }
      if (digits === 0) break;
      // The seventh part is a fraction, in ns.
      parts[count] = count === 6 ? value * 10 ** (9 - digits) : value;
      count++;
      value = digits = 0;
      if (count > 6 || byte !== separators[count]) break;
    }
    if (count < 5) return false;
    this.precise = count > 5;
    this.nanos = parts[6]!;
    return this.setCivil(this.hoursOfHalf(bytes, at, end));
  }

  private readonly parts = new Float64Array(7);

  /** Hours to add for AM or PM after the time; NaN for other text. */
  private hoursOfHalf(bytes: Uint8Array, from: number, end: number): number {
    let at = from;
    while (at < end && bytes[at] === 0x20) at++;
    if (at >= end) return 0;
    const letter = bytes[at]! | 0x20;
    if (end - at !== 2 || (bytes[at + 1]! | 0x20) !== 0x6d || (letter !== 0x61 && letter !== 0x70))
      return Number.NaN;
    const hour = this.parts[3]!;
    if (letter === 0x70) return hour === 12 ? 0 : 12;
    return hour === 12 ? -12 : 0;
  }

  private setCivil(add: number): boolean {
    const [first, second, year, hour, minute, second60] = this.parts as unknown as number[];
    this.swapped = first! > 12;
    const [month, day] = this.swapped ? [second!, first!] : [first!, second!];
    if (month < 1 || month > 12 || day < 1 || year! < 1970 || day > daysInMonth(year!, month)) return false;
    const hours = hour! + add;
    if (!(hours >= 0 && hours < 24) || minute! > 59 || second60! > 60) return false;
    this.seconds = daysFromCivil(year!, month, day) * 86400 + hours * 3600 + minute! * 60 + second60!;
    return true;
  }
}

/** Separators before the second part, the third, …: `/`, `/`, blank, `:`, `:`, `.` */
const separators = [0, 0x2f, 0x2f, 0x20, 0x3a, 0x3a, 0x2e];
