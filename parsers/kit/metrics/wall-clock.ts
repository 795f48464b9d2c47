/**
 * The clock of a metric capture is one of two:
 *
 * - {@link WallClock}: dates and times, or times whose date comes from a banner, or from when the file was
 *   written;
 * - {@link PacedClock}: no clock at all; samples are numbered, and get times if start and interval are set by
 *   hand.
 */

import type { Clock } from '../../clock.ts';
import type { Options, Output } from '../../contract.ts';
import { daysFromCivil, epochNs, isInstant } from '../civil.ts';
import { undated } from '../undated.ts';

const day = 86400;

/** Facts about a clock whose times are those of a wall clock, or UTC. */
export interface ClockFacts extends Omit<Clock, 'domain' | 'zero' | 'utcOffset'> {
  readonly domain: 'local' | 'utc';
}

/**
 * Converts wall-clock times in seconds since 1970 (as if the wall clock were UTC) to `ts`. The first time is
 * the zero.
 */
export class WallClock {
  /** Zero of `ts`, seconds since 1970; NaN before the first time. */
  private zero = Number.NaN;
  private zeroNanos = 0;
  /** Date, in days since 1970, of times that state none; NaN until the file states one. */
  private date = Number.NaN;
  private last = Number.NaN;
  private hasDate = false;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private facts: ClockFacts,
  ) {}

  /** Adds facts known before the first time (the zone in a header line). */
  addFacts(facts: Partial<ClockFacts>): void {
    this.facts = { ...this.facts, ...facts };
  }

  /** Called before the first time if times are seconds since 1970. */
  countFromEpoch(): void {
    this.facts = { domain: 'utc', zone: null, source: 'epoch-seconds', error: this.facts.error };
  }

  /** Sets the date from which times without a date continue. */
  setDate(days: number): void {
    this.date = days;
    this.hasDate = true;
  }

  /** `ts` of an instant in seconds since 1970, on the clock's domain; NaN if out of range. */
  at(seconds: number, nanos = 0): number {
    if (!isInstant(seconds)) return Number.NaN;
    if (Number.isNaN(this.zero)) {
      this.zero = seconds;
      this.zeroNanos = nanos;
      this.out.clock(this.clock(epochNs(seconds, nanos)));
    }
    this.last = seconds;
    return (seconds - this.zero) * 1e9 + (nanos - this.zeroNanos);
  }

  /**
   * Seconds since 1970 of a time of day without a date, on the day that puts it nearest to `after` (the time
   * before it in the file). Times thus continue on the next day at midnight, and a clock that was set back
   * stays on its day.
   */
  nearestSeconds(secondsOfDay: number, after = this.last): number {
    if (Number.isNaN(this.date)) this.date = 0;
    if (Number.isNaN(after)) return this.date * day + secondsOfDay;
    const candidate = Math.floor(after / day) * day + secondsOfDay;
    if (candidate < after - day / 2) return candidate + day;
    return candidate > after + day / 2 ? candidate - day : candidate;
  }

  /** Seconds since 1970 of the first occurrence of a time of day at or after `from`. */
  nextSeconds(secondsOfDay: number, from: number): number {
    if (Number.isNaN(from)) return this.nearestSeconds(secondsOfDay, Number.NaN);
    const candidate = Math.floor(from / day) * day + secondsOfDay;
    return candidate < from ? candidate + day : candidate;
  }

  /** The last time passed to {@link at}, seconds since 1970; NaN before the first. */
  get latest(): number {
    return this.last;
  }

  /**
   * Ends the file. If it stated no date, its last row is put on the day that is nearest to when it was last
   * written.
   */
  finish(): void {
    if (this.hasDate || this.facts.domain === 'utc' || Number.isNaN(this.zero)) return;
    const { modified } = this.options;
    if (modified === null) {
      const clock = this.clock(epochNs(this.zero, this.zeroNanos));
      this.out.clock({ ...clock, domain: 'none', dateFrom: 'unknown' });
      return;
    }
    const written = Number(modified / 1_000_000_000n);
    const days = Math.round((written - this.last) / day);
    const zero = epochNs(this.zero + days * day, this.zeroNanos);
    this.out.clock({ ...this.clock(zero), dateFrom: 'file-time' });
  }

  private clock(zero: bigint): Clock {
    return { ...this.facts, zero, utcOffset: this.facts.domain === 'utc' ? 0n : null };
  }
}

/** The clock of a capture without times: sample `row` is at start + row × interval, if both are known. */
export class PacedClock {
  private readonly interval: number;

  /**
   * @param interval ns between samples, if the capture states it; the interval that the user set takes
   *   precedence
   */
  constructor(out: Output, options: Options, interval: number | null = null) {
    this.interval = options.interval ?? interval ?? Number.NaN;
    const start = Number.isNaN(this.interval) ? null : options.start;
    out.clock(undated({ ...options, start }, 'row-numbers'));
  }

  /** `ts` of a sample; `NaN` if the interval is unknown, or the time is out of range. */
  at(row: number): number {
    const ts = Math.round(row * this.interval);
    return isInstant(ts / 1e9) ? ts : Number.NaN;
  }
}

/** A time of day at the start of a text. */
export interface TimeOfDay {
  /** Whole seconds since midnight. */
  readonly seconds: number;
  readonly nanos: number;
  /** Value of the last digit, ns. */
  readonly precision: number;
  /** End of the time and its AM or PM in the text. */
  readonly end: number;
  /** True if the time has AM or PM. */
  readonly twelveHour: boolean;
}

const clockTime =
  /^\s{0,64}(上午|下午|午前|午後|오전|오후)?\s{0,64}(\d{1,2})(?:[:.]|時|时|시\s?)(\d\d)(?:[:.]|分|분\s?)(\d\d)(?:秒|초)?(?:[.,](\d{1,9}))?(?:\s*([AaPp])\.?\s?[Mm]\.?(?=\s|$))?(?=\s|$|[,;])/u;

/**
 * Parses `12:53:20`, `12.53.20`, `03:15:06 PM`, `午後03時15分06秒`, `12:53:20.123` at the start of a text; null
 * without one.
 */
export function timeOfDay(text: string): TimeOfDay | null {
  return commonTime(text) ?? anyTime(text);
}

/**
 * Parses `12:53:20` before a blank or the end, but not before AM or PM. Most lines begin so; this takes less time than
 * the regular expression.
 */
function commonTime(text: string): TimeOfDay | null {
  const after = text.charCodeAt(8);
  if (text[2] !== ':' || text[5] !== ':' || (after !== 0x20 && after !== 0x09 && text.length > 8))
    return null;
  // AM and PM follow the time after one blank; numbers and titles are further away.
  const next = text.charCodeAt(9) | 0x20;
  if (next === 0x61 || next === 0x70) return null;
  const [hour, minute, second] = [twoDigits(text, 0), twoDigits(text, 3), twoDigits(text, 6)];
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return null;
  return { seconds: hour * 3600 + minute * 60 + second, nanos: 0, precision: 1e9, end: 8, twelveHour: false };
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function anyTime(text: string): TimeOfDay | null {
  // A time has a digit among its first characters.
  if (!/^\s{0,64}\S{0,2}\s{0,64}\d{1,2}\D/.test(text)) return null;
  const match = clockTime.exec(text);
  if (match === null) return null;
  const [all, prefix, h, m, s, fraction, suffix] = match;
  const amOrPm = suffix ?? prefix;
  let hour = Number(h);
  if (amOrPm !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/[Pp下後후]/u.test(amOrPm) ? 12 : 0);
  }
  const minute = Number(m);
  const second = Number(s);
  if (hour > 23 || minute > 59 || second > 60) return null;
  return {
    seconds: hour * 3600 + minute * 60 + second,
    ...fractionOf(fraction),
    end: all.length,
    twelveHour: amOrPm !== undefined,
  };
}

/** Parses the digits after the point of seconds. */
export const fractionOf = (digits = ''): { readonly nanos: number; readonly precision: number } => ({
  nanos: Number(digits.slice(0, 9).padEnd(9, '0')),
  precision: 10 ** Math.max(0, 9 - digits.length),
});

/** A parsed date, whose day and month may be ambiguous. */
export interface ReadDate {
  /** Days since 1970. */
  readonly days: number;
  /** True if the text has another possible reading. */
  readonly isGuess: boolean;
  /**
   * Days since 1970 if the day comes before the month; null unless the order is unknown and the year has four digits.
   * Locales that write such dates with the month first have a twelve-hour clock, so a 24-hour time beside the
   * date means that the day comes first.
   */
  readonly dayFirst: number | null;
}

/**
 * Parses a date as locales write it: `2018-12-18`, `2015年05月09日`, `21.11.2026`, `06/01/20`, `19/05/16`. If
 * the order is unknown, the only reading within two days of when the file was written is chosen, else month
 * first, as in the C and US locales. null for other texts.
 */
export function readDate(text: string, modified: bigint | null): ReadDate | null {
  const match = /^(\d{1,4})([-/.]|[年년]\s?)(\d{1,2})(?:[-/.]|[月월]\s?)(\d{1,4})[日일]?\.?$/u.exec(text);
  if (match === null) return null;
  const [, first, mark, second, third] = match;
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first!.length > 2) return certainDate(a, b, c);
  if (mark === '.') return certainDate(fullYear(c), b, a);
  const readings = [daysOf(fullYear(c), a, b), daysOf(fullYear(c), b, a)];
  if (third!.length <= 2) readings.push(daysOf(fullYear(a), b, c));
  const possible = [...new Set(readings.filter(days => !Number.isNaN(days)))];
  if (possible.length === 0) return null;
  const written = modified === null ? Number.NaN : Number(modified / 86_400_000_000_000n);
  const near = possible.filter(days => Math.abs(days - written) <= 2);
  const days = near.length === 1 ? near[0]! : possible[0]!;
  const isOrderUnknown = possible.length > 1 && near.length !== 1 && third!.length === 4;
  return { days, isGuess: possible.length > 1, dayFirst: isOrderUnknown ? readings[1]! : null };
}

const fullYear = (year: number): number => (year > 99 ? year : year + (year < 70 ? 2000 : 1900));

function certainDate(year: number, month: number, dayOfMonth: number): ReadDate | null {
  const days = daysOf(year, month, dayOfMonth);
  return Number.isNaN(days) ? null : { days, isGuess: false, dayFirst: null };
}

function daysOf(year: number, month: number, dayOfMonth: number): number {
  if (month < 1 || month > 12 || dayOfMonth < 1) return Number.NaN;
  const days = daysFromCivil(year, month, dayOfMonth);
  const next = month === 12 ? daysFromCivil(year + 1, 1, 1) : daysFromCivil(year, month + 1, 1);
  return days < next ? days : Number.NaN;
}
