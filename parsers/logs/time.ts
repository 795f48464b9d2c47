/**
 * Reads times as logs spell them. A {@link Spelling} is compiled from letters and reads bytes:
 *
 * | letters | reads |
 * |---|---|
 * | `yyyy` `yy` | year |
 * | `MM` `M` `MMM` | month: two digits, one or two, a name in any of the languages the kit knows |
 * | `dd` `d` | day: two digits; one or two, maybe after a blank |
 * | `DDD` | day of the year |
 * | `EEE` | a weekday, not checked |
 * | `HH` `H` `hh` `h` | hour: two digits or one or two; of 24 or (`h`, with `a`) of 12 |
 * | `mm` `ss` | minute, second: two digits |
 * | `m` `s` `S` | minute, second, millisecond: as many digits as they have |
 * | `f` | a fraction of the second with its mark (`.`, `,` or `:`), if there is one |
 * | `F` | digits of a fraction without a mark |
 * | `a` | AM or PM |
 * | `Z` `z` | zone: `Z`, `+02:00`, `+0200`, `+02`, `UTC`, `CEST`; `z` if it may be missing |
 * | `X` | seconds since 1970 with or without a fraction |
 * | `N` | since 1970, in s, ms, µs or ns according to the number of digits |
 * | `B` | seconds since boot with fraction |
 * | `b` | milliseconds since boot |
 * | blank | blanks |
 *
 * Everything else, and text in `'…'`, is literal.
 */
import { daysFromCivil, daysInMonth } from '../kit/civil.ts';
import { englishMonths, isNameByte, monthOf } from './month.ts';
import { maybeZone, readZone } from './zone.ts';

/** A time as stated in the file; nothing is assumed. */
export class ReadTime {
  /** -1: no year. */
  year = -1;
  /** 0: no date. */
  month = 0;
  day = 0;
  /** Seconds since midnight; with `absolute`, since 1970; with `boot`, since boot. */
  seconds = 0;
  nanos = 0;
  /** The time states a fraction of the second. */
  hasFraction = false;
  /** Seconds east of UTC as stated on the line; NaN if not stated. */
  offset = Number.NaN;
  /** It is not known whether day or month comes first. */
  ambiguous = false;
  /** The offset comes from an abbreviation, and abbreviations are ambiguous. */
  abbreviated = false;
  /** Abbreviation of a zone whose offset is unknown; else empty. */
  unknownZone = '';
  absolute = false;
  boot = false;

  clear(): void {
    this.year = -1;
    this.month = 0;
    this.day = 0;
    this.seconds = 0;
    this.nanos = 0;
    this.hasFraction = false;
    this.offset = Number.NaN;
    this.ambiguous = false;
    this.abbreviated = false;
    this.unknownZone = '';
    this.absolute = false;
    this.boot = false;
  }
}

enum Op {
  Literal,
  Blanks,
  Year4,
  Year2,
  Month2,
  MonthUnpadded,
  MonthName,
  Day2,
  DayUnpadded,
  YearDay,
  Weekday,
  Hour2,
  HourUnpadded,
  Minute,
  Second,
  MinuteUnpadded,
  SecondUnpadded,
  Millisecond,
  Fraction,
  Digits,
  HalfDay,
  Zone,
  MaybeZone,
  Epoch,
  EpochAny,
  Boot,
  BootMilliseconds,
}

const letters: readonly (readonly [string, Op])[] = [
  ['yyyy', Op.Year4],
  ['yy', Op.Year2],
  ['MMM', Op.MonthName],
  ['MM', Op.Month2],
  ['M', Op.MonthUnpadded],
  ['DDD', Op.YearDay],
  ['dd', Op.Day2],
  ['d', Op.DayUnpadded],
  ['EEE', Op.Weekday],
  ['HH', Op.Hour2],
  ['hh', Op.Hour2],
  ['H', Op.HourUnpadded],
  ['h', Op.HourUnpadded],
  ['mm', Op.Minute],
  ['ss', Op.Second],
  ['m', Op.MinuteUnpadded],
  ['s', Op.SecondUnpadded],
  ['S', Op.Millisecond],
  ['f', Op.Fraction],
  ['F', Op.Digits],
  ['a', Op.HalfDay],
  ['Z', Op.Zone],
  ['z', Op.MaybeZone],
  ['X', Op.Epoch],
  ['N', Op.EpochAny],
  ['B', Op.Boot],
  ['b', Op.BootMilliseconds],
];

const powersOfTen = Float64Array.from({ length: 19 }, (_, exponent) => 10 ** exponent);

/** The decimal point of any locale. */
const isPoint = (byte: number): boolean => byte === 0x2e || byte === 0x2c;

export class Spelling {
  private readonly ops: readonly Op[];
  private readonly args: readonly number[];
  /** True if it states the year. */
  readonly dated: boolean;
  /** True if it states AM or PM. */
  readonly halved: boolean;
  /** True if the order of day and month depends on custom. */
  readonly slashed: boolean;

  // Value read by the last call; a field, so that steps need not return pairs.
  private value = 0;
  private nanos = 0;

  /** @throws Error that names the unknown letter */
  constructor(readonly text: string) {
    const ops: Op[] = [];
    const args: number[] = [];
    let at = 0;
    while (at < text.length) {
      const known = letters.find(([name]) => text.startsWith(name, at));
      if (known) {
        ops.push(known[1]);
        args.push(0);
        at += known[0].length;
        continue;
      }
      if (text[at] === "'") {
        const close = text.indexOf("'", at + 1);
        if (close < 0) throw new Error(`the time "${text}" has a quote without its end`);
        for (const byte of new TextEncoder().encode(text.slice(at + 1, close))) {
          ops.push(Op.Literal);
          args.push(byte);
        }
        at = close + 1;
        continue;
      }
      const code = text.charCodeAt(at++);
      if (/[a-zA-Z]/.test(String.fromCharCode(code)) && code !== 0x54) {
        throw new Error(
          `the time "${text}" has the letter ${String.fromCharCode(code)}, which does not exist`,
        );
      }
      ops.push(code === 0x20 ? Op.Blanks : Op.Literal);
      args.push(code);
    }
    this.ops = ops;
    this.args = args;
    this.halved = ops.includes(Op.HalfDay);
    this.slashed = /(?:^| )(?:M[/-]d|d[/-]M)[/-]/.test(text);
    this.dated = ops.some(op => op === Op.Year4 || op === Op.Year2 || op === Op.Epoch || op === Op.EpochAny);
  }

  /**
   * Position after the time at `start`, or -1. One switch, because it is run for every line. Fills `into`; with `adding`, parts that this spelling does not
   * state keep their values.
   */
  read(bytes: Uint8Array, start: number, end: number, into: ReadTime, adding = false): number {
    const { ops, args } = this;
    if (!adding) into.clear();
    let at = start;
    let half = -1;
    let hour = 0;
    let minute = 0;
    let second = 0;
    let from = 0;
    for (let step = 0; step < ops.length; step++) {
      switch (ops[step]!) {
        case Op.Literal:
          if (at >= end || bytes[at] !== args[step]) return -1;
          at++;
          break;
        case Op.Blanks: {
          const from = at;
          while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
          if (at === from) return -1;
          break;
        }
        case Op.Year4:
          at = this.digits(bytes, at, end, 4, 4);
          into.year = this.value;
          if (at < 0 || this.value < 1000) return -1;
          break;
        case Op.Year2:
          at = this.digits(bytes, at, end, 2, 2);
          into.year = this.value + (this.value < 70 ? 2000 : 1900);
          break;
        case Op.Month2:
          at = this.digits(bytes, at, end, 2, 2);
          into.month = this.value;
          if (at >= 0 && (this.value < 1 || this.value > 12)) return -1;
          break;
        case Op.MonthUnpadded:
          at = this.digits(bytes, at, end, 1, 2);
          into.month = this.value;
          if (at >= 0 && (this.value < 1 || this.value > 12)) return -1;
          break;
        case Op.MonthName:
          at = this.monthName(bytes, at, end);
          into.month = this.value;
          break;
        case Op.Day2:
          at = this.digits(bytes, at, end, 2, 2);
          into.day = this.value;
          break;
        case Op.DayUnpadded:
          if (at < end && bytes[at] === 0x20) at++;
          at = this.digits(bytes, at, end, 1, 2);
          into.day = this.value;
          break;
        case Op.YearDay:
          at = this.digits(bytes, at, end, 3, 3);
          into.month = 1;
          into.day = this.value;
          break;
        case Op.Weekday:
          at = weekday(bytes, at, end);
          break;
        case Op.Hour2:
          at = this.digits(bytes, at, end, 2, 2);
          hour = this.value;
          break;
        case Op.HourUnpadded:
          if (at < end && bytes[at] === 0x20) at++;
          at = this.digits(bytes, at, end, 1, 2);
          hour = this.value;
          break;
        case Op.Minute:
          at = this.digits(bytes, at, end, 2, 2);
          minute = this.value;
          break;
        case Op.Second:
          at = this.digits(bytes, at, end, 2, 2);
          second = this.value;
          break;
        case Op.MinuteUnpadded:
          at = this.digits(bytes, at, end, 1, 2);
          minute = this.value;
          break;
        case Op.SecondUnpadded:
          at = this.digits(bytes, at, end, 1, 2);
          second = this.value;
          break;
        case Op.Millisecond:
          at = this.digits(bytes, at, end, 1, 3);
          into.nanos = this.value * 1e6;
          break;
        case Op.Fraction:
          from = at;
          at = this.fraction(bytes, at, end);
          into.nanos = this.nanos;
          into.hasFraction = at > from;
          break;
        case Op.Digits:
          at = this.fractionDigits(bytes, at, end);
          into.nanos = this.nanos;
          into.hasFraction = true;
          break;
        case Op.HalfDay:
          half = halfDay(bytes, at, end);
          at = half < 0 ? -1 : at + halfDayLength(bytes, at);
          break;
        case Op.Zone:
          at = readZone(bytes, at, end, into);
          break;
        case Op.MaybeZone:
          at = maybeZone(bytes, at, end, into);
          break;
        case Op.Epoch:
          at = this.seconds(bytes, at, end, into);
          into.absolute = true;
          // Nine digits: from 1973 on. Fewer digits count something else.
          if (at >= 0 && into.seconds < 1e8) return -1;
          into.hasFraction = into.nanos > 0;
          break;
        case Op.EpochAny:
          at = this.epoch(bytes, at, end, into);
          into.hasFraction = into.nanos > 0;
          break;
        case Op.Boot:
          at = this.seconds(bytes, at, end, into);
          into.boot = true;
          // A whole number here is a process id.
          if (at >= 0 && !bytes.subarray(start, at).some(isPoint)) return -1;
          break;
        case Op.BootMilliseconds:
          at = this.digits(bytes, at, end, 1, 15);
          into.boot = true;
          into.seconds = Math.floor(this.value / 1000);
          into.nanos = (this.value % 1000) * 1e6;
          break;
      }
      if (at < 0) return -1;
    }
    if (into.absolute || into.boot || adding) return at;
    if (half >= 0) {
      if (hour < 1 || hour > 12) return -1;
      hour = (hour % 12) + half * 12;
    }
    if (hour > 24 || minute > 59 || second > 60) return -1;
    if (hour === 24 && (minute > 0 || second > 0)) return -1;
    if (into.day > 31 && into.month === 1 && !this.fixYearDay(into)) return -1;
    // Without a year, 29 February is possible.
    if (
      into.month > 0 &&
      (into.day < 1 || into.day > daysInMonth(into.year < 0 ? 2000 : into.year, into.month))
    )
      return -1;
    into.seconds = hour * 3600 + minute * 60 + second;
    return at;
  }

  /** Marks the bytes that such a time may begin with. */
  open(bytes: Uint8Array): void {
    const op = this.ops[0];
    if (op === Op.Literal) bytes[this.args[0]!] = 1;
    else if (op === Op.Blanks || op === Op.Fraction || op === Op.MaybeZone || op === Op.Zone) bytes.fill(1);
    else {
      for (let byte = 0x30; byte <= 0x39; byte++) bytes[byte] = 1;
      if (op === Op.DayUnpadded || op === Op.HourUnpadded) bytes[0x20] = 1;
      if (op !== Op.MonthName && op !== Op.Weekday && op !== Op.HalfDay) return;
      for (let byte = 0x41; byte < 256; byte++) if (isNameByte(byte)) bytes[byte] = 1;
    }
  }

  private fixYearDay(into: ReadTime): boolean {
    for (let month = 1, day = into.day; month <= 12; month++) {
      const length = daysInMonth(into.year, month);
      if (day <= length) {
        into.month = month;
        into.day = day;
        return true;
      }
      day -= length;
    }
    return false;
  }

  private digits(bytes: Uint8Array, start: number, end: number, least: number, most: number): number {
    let at = start;
    let value = 0;
    const stop = Math.min(end, start + most);
    while (at < stop) {
      const digit = bytes[at]! - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      at++;
    }
    this.value = value;
    return at - start < least ? -1 : at;
  }

  private fraction(bytes: Uint8Array, start: number, end: number): number {
    const mark = start < end ? bytes[start] : 0;
    this.nanos = 0;
    if (mark !== 0x2e && mark !== 0x2c && mark !== 0x3a) return start;
    const after = this.fractionDigits(bytes, start + 1, end);
    if (after >= 0) return after;
    this.nanos = 0;
    return start;
  }

  private fractionDigits(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let value = 0;
    let places = 0;
    for (; at < end; at++) {
      const digit = bytes[at]! - 0x30;
      if (digit < 0 || digit > 9) break;
      if (places < 9) {
        value = value * 10 + digit;
        places++;
      }
    }
    if (at === start) return -1;
    this.nanos = value * powersOfTen[9 - places]!;
    return at;
  }

  private seconds(bytes: Uint8Array, start: number, end: number, into: ReadTime): number {
    let at = this.digits(bytes, start, end, 1, 12);
    if (at < 0) return -1;
    into.seconds = this.value;
    if (at + 1 < end && isPoint(bytes[at]!)) {
      at = this.fractionDigits(bytes, at + 1, end);
      into.nanos = this.nanos;
    }
    return at;
  }

  private epoch(bytes: Uint8Array, start: number, end: number, into: ReadTime): number {
    let at = start;
    let whole = 0;
    let below = 0;
    // Seconds have ten digits from 2001 to 2286; further digits are a fraction.
    for (; at < end && at - start < 19; at++) {
      const digit = bytes[at]! - 0x30;
      if (digit < 0 || digit > 9) break;
      if (at - start < 10) whole = whole * 10 + digit;
      else below = below * 10 + digit;
    }
    const length = at - start;
    if (length !== 10 && length !== 13 && length !== 16 && length !== 19) return -1;
    // Only 2000 to 2050: other numbers of that length, such as ids of 19 digits, are no times.
    if (whole < 946684800 || whole > 2524608000) return -1;
    into.absolute = true;
    into.seconds = whole;
    into.nanos = length > 10 ? below * powersOfTen[19 - length]! : 0;
    if (length === 10 && at < end && bytes[at] === 0x2e) {
      const after = this.fractionDigits(bytes, at + 1, end);
      if (after < 0) return at;
      into.nanos = this.nanos;
      return after;
    }
    if (length > 10 && at < end && bytes[at] === 0x2e)
      return Math.max(at, this.skipFraction(bytes, at + 1, end));
    return at;
  }

  private skipFraction(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    while (at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
    return at;
  }

  private monthName(bytes: Uint8Array, start: number, end: number): number {
    if (start + 3 > end) return -1;
    const packed = (bytes[start]! << 16) | (bytes[start + 1]! << 8) | bytes[start + 2]! | 0x202020;
    const next = start + 3 < end ? bytes[start + 3]! : 0x20;
    const english = englishMonths.get(packed);
    if (english !== undefined && !isNameByte(next)) {
      this.value = english;
      return start + 3;
    }
    let at = start;
    while (at < end && at - start < 24 && (isNameByte(bytes[at]!) || bytes[at] === 0x2e)) at++;
    // `1月`: a month's name that begins with a digit.
    if (at === start) {
      while (at < end && at - start < 2 && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
      while (at < end && at - start < 8 && bytes[at]! >= 0x80) at++;
    }
    this.value = monthOf(bytes, start, at);
    return this.value === 0 ? -1 : at;
  }
}

function weekday(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && at - start < 16 && (isNameByte(bytes[at]!) || bytes[at] === 0x2e)) at++;
  if (at - start < 2) return -1;
  return at < end && bytes[at] === 0x2c ? at + 1 : at;
}

/** Words for AM and PM in other languages. */
const halves = [
  '\u5348\u524d',
  '\u5348\u5f8c',
  '\u4e0a\u5348',
  '\u4e0b\u5348',
  '\uc624\uc804',
  '\uc624\ud6c4',
].map(text => new TextEncoder().encode(text));

/** 0 for AM, 1 for PM, -1 for neither. */
export function halfDay(bytes: Uint8Array, at: number, end: number): number {
  if (at + 2 > end) return -1;
  if (bytes[at]! >= 0x80) {
    const index = halves.findIndex(
      half => at + half.length <= end && half.every((byte, i) => bytes[at + i] === byte),
    );
    return index < 0 ? -1 : index % 2;
  }
  const first = bytes[at]! | 0x20;
  const dotted = bytes[at + 1] === 0x2e && at + 4 <= end;
  const m = bytes[dotted ? at + 2 : at + 1]! | 0x20;
  if (m !== 0x6d) return -1;
  return first === 0x61 ? 0 : first === 0x70 ? 1 : -1;
}

/** Length of AM or PM, bytes. */
export const halfDayLength = (bytes: Uint8Array, at: number): number =>
  bytes[at]! >= 0x80 ? 6 : bytes[at + 1] === 0x2e ? 4 : 2;

let lastYear = 0;
let lastMonth = 0;
let lastDay = 0;
let lastSeconds = 0;

/**
 * Seconds since 1970 of the midnight of a date. The last date is cached, because lines of one day follow each
 * other.
 */
export function midnight(year: number, month: number, day: number): number {
  if (year !== lastYear || month !== lastMonth || day !== lastDay) {
    lastSeconds = daysFromCivil(year, month, day) * 86400;
    lastYear = year;
    lastMonth = month;
    lastDay = day;
  }
  return lastSeconds;
}
