/**
 * Turns times as read into `ts`: supplies what a line leaves out (year, date, zone), and reports what it
 * supplied.
 *
 * A time with an offset is an instant. A time without one is wall-clock time: if the zone is known it becomes
 * an instant, else `ts` counts wall-clock time and the capture's domain is `local`.
 */
import type { Clock, YearFrom } from '../clock.ts';
import type { Options, Output, Severity } from '../contract.ts';
import { civilFromDays, daysInMonth, isInstant, Zone } from '../kit/civil.ts';
import { midnight, type ReadTime } from './time.ts';

/** If times have no year, a jump back by more than this is New Year. */
const newYearBack = 31 * 86400;
/** If times have no year, a jump forward by more than this is a late line of the old year. */
const newYearForward = 334 * 86400;
const halfDay = 43200;
const hour = 3600;

export type Report = (code: string, severity: Severity, message: string) => void;

/** Year of the first line when lines state none, and its source. */
interface Year {
  readonly value: number;
  readonly from: YearFrom;
  /**
   * Latest wall-clock second this year may lead to: the last line was written before the file was last
   * modified.
   */
  readonly latest: number;
}

type LearntFacts = Pick<Clock, 'source' | 'dateFrom' | 'yearFrom' | 'orderAssumed' | 'zoneFrom'>;

const yearWords: Readonly<Record<YearFrom, string>> = {
  header: 'year of the header',
  'file-name': "year from the file's name",
  'other-lines': 'year of other lines',
  'file-time': "year from the file's date",
  set: 'year as set',
  unknown: 'year unknown',
};

export class LogClock {
  private readonly zone: Zone | null;
  private domain: 'utc' | 'local' | 'boot' | null = null;
  /** Position of `ts` 0 in seconds: UTC if known, else wall-clock time. */
  private zero = 0;
  /** The same instant as {@link zero}, on the clock of the domain. */
  private zeroOnClock = 0;
  /** The last value; NaN before the first. */
  private last = Number.NaN;
  private lastNanos = 0;
  /** True if the first time states its zone, or is an instant by itself. */
  private firstStates = false;
  /**
   * True if the last time states its zone although the first does not, or the reverse: another zone for the wall
   * clock moves only one of both.
   */
  zoneDiffers = false;
  /** True if a time without a zone was read by {@link zone} although the first time states its own. */
  private isZoneUsed = false;
  /** The last time on the wall clock; it supplies the date or year that the next line leaves out. */
  private lastWall = Number.NaN;
  /** Day number and year of `lastWall`, cached. */
  private lastDay = Number.NaN;
  private lastYear = 0;
  /** Number of New Years passed since the first line. */
  private newYears = 0;
  private yearGuess: Year | null = null;
  /** Codes of guesses already reported. */
  private readonly reported = new Set<string>();
  /** Facts learnt about the times so far. */
  private learnt: LearntFacts = { source: 'line-times' };

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    formatZone: string | undefined,
    private readonly report: Report,
    /** Times at the beginning of the file; only called if the first time has no year. */
    private readonly ahead: () => Iterable<ReadTime>,
  ) {
    const name = options.zone ?? formatZone ?? null;
    this.zone = name === null ? null : Zone.of(name);
  }

  /** Takes over `ts` 0 from another reader of the same file. */
  startAt(clock: LogClock): void {
    this.domain = clock.domain;
    this.zero = clock.zero;
    this.zeroOnClock = clock.zeroOnClock;
    this.firstStates = clock.firstStates;
    this.yearGuess = clock.yearGuess;
    this.learnt = clock.learnt;
    if (this.domain !== null) this.out.clock(this.clock());
  }

  /** Nanoseconds since the zero; NaN if it is no valid time. */
  resolve(time: ReadTime): number {
    if (time.boot) return this.sinceBoot(time);
    const value = this.instant(time);
    if (!isInstant(value)) return Number.NaN;
    if (this.domain === null) this.begin(time, value);
    else if (this.domain === 'boot') return Number.NaN;
    this.zoneDiffers = states(time) !== this.firstStates;
    if (this.zoneDiffers) this.learnZone();
    this.last = value;
    this.lastNanos = time.nanos;
    // Two instants of 64 bits each can be further apart than 64 bits of nanoseconds.
    return isInstant(value - this.zero) ? (value - this.zero) * 1e9 + time.nanos : Number.NaN;
  }

  /**
   * Must be called after the last line: moves the zero back a year if the guessed year would put the last
   * line after the file's date.
   */
  end(): void {
    const guess = this.yearGuess;
    if (guess === null || this.newYears === 0 || this.lastWall <= guess.latest) return;
    const { year, month, day } = civilFromDays(Math.floor(this.zeroOnClock / 86400));
    const seconds = this.zeroOnClock - midnight(year, month, day);
    const earlier = midnight(year - 1, month, day) + seconds;
    this.zero += earlier - this.zeroOnClock;
    this.zeroOnClock = earlier;
    this.report(
      'year-moved',
      'notice',
      `The file runs over New Year: it is assumed to begin in ${year - 1}; set the year to overrule (times may be a day off around 29 February).`,
    );
    this.out.clock(this.clock());
  }

  private sinceBoot(time: ReadTime): number {
    if (this.domain === null) {
      this.domain = 'boot';
      this.learn({ source: 'boot-seconds' });
      this.out.clock(this.clock());
    }
    if (this.domain === 'boot') return time.seconds * 1e9 + time.nanos;
    if (Number.isNaN(this.last)) return Number.NaN;
    if (!this.reported.has('time-of-line-above')) {
      this.reported.add('time-of-line-above');
      this.report(
        'time-of-line-above',
        'notice',
        'Lines with a time since their program started stand between lines with dates: they have the time of the line above them.',
      );
    }
    return (this.last - this.zero) * 1e9 + this.lastNanos;
  }

  /** Seconds since 1970: UTC if known, else wall-clock time. */
  private instant(time: ReadTime): number {
    if (time.absolute) {
      this.lastWall = time.seconds;
      return time.seconds;
    }
    const wall = this.wall(time);
    this.lastWall = wall;
    if (time.ambiguous)
      this.guess(
        { orderAssumed: true },
        'day-or-month-first',
        'It is unclear whether day or month comes first in dates such as 05/06/2024: the month is assumed to come first. A log format of your own can state the order.',
      );
    if (!Number.isNaN(time.offset)) {
      if (time.abbreviated)
        this.guess(
          { zoneFrom: 'abbreviation' },
          'zone-abbreviation',
          'Zone abbreviations are read with their most usual meaning; set the time zone to overrule.',
        );
      return wall - time.offset;
    }
    if (time.unknownZone !== '' && this.zone === null)
      this.guess(
        {},
        'zone-unknown',
        `It is not known which zone ${time.unknownZone} is: the times are read as those of a clock without a zone; set the time zone to place them.`,
      );
    if (this.zone === null) {
      if (this.domain === 'utc') {
        this.guess(
          { zoneFrom: 'some-lines' },
          'zone-missing',
          'Some lines state no zone while others do: they are read as UTC; set the time zone to overrule.',
        );
      }
      return wall;
    }
    return this.again(this.zone, this.zone.toUtc(wall));
  }

  /**
   * Takes the second occurrence of an hour that occurs twice when summer time ends, if the first would make
   * time run backwards.
   */
  private again(zone: Zone, utc: number): number {
    if (!(utc < this.last - hour / 6)) return utc;
    const later = utc + hour;
    return zone.offsetAt(later) === zone.offsetAt(utc) - hour && later >= this.last - hour / 6 ? later : utc;
  }

  /** Wall-clock seconds; supplies a missing date or year. */
  private wall(time: ReadTime): number {
    if (time.month === 0) return this.withDate(time.seconds);
    if (time.year >= 0) return midnight(time.year, time.month, time.day) + time.seconds;
    return this.withYear(time);
  }

  private withDate(seconds: number): number {
    if (Number.isNaN(this.lastWall)) {
      const { start, modified } = this.options;
      const day = Math.floor(Number((start ?? modified ?? 0n) / 1_000_000_000n) / 86400) * 86400;
      this.guess(
        { dateFrom: start !== null ? 'set' : modified === null ? 'unknown' : 'file-time' },
        'date-missing',
        'Times have no date: the first is assumed to be on the day the file was last written; set an offset to move them.',
      );
      return day + seconds;
    }
    const day = Math.floor(this.lastWall / 86400) * 86400;
    const value = day + seconds;
    if (value < this.lastWall - halfDay) return value + 86400;
    if (value > this.lastWall + halfDay) return value - 86400;
    return value;
  }

  private withYear({ month, day, seconds }: ReadTime): number {
    if (Number.isNaN(this.lastWall)) {
      const guess = firstYear(this.options, { month, day, seconds }, this.ahead());
      this.yearGuess = guess;
      if (guess.from === 'set') this.learn({ yearFrom: 'set' });
      else {
        this.guess(
          { yearFrom: guess.from },
          'year-missing',
          `Times have no year: the first is assumed to be of ${guess.value} (${yearWords[guess.from]}); set the year to overrule.`,
        );
      }
      return midnight(guess.value, month, day) + seconds;
    }
    const today = Math.floor(this.lastWall / 86400);
    if (today !== this.lastDay) {
      this.lastDay = today;
      this.lastYear = civilFromDays(today).year;
    }
    const step = newYears(this.lastWall, this.lastYear, month, day, seconds);
    this.newYears += step;
    return midnight(this.lastYear + step, month, day) + seconds;
  }

  private begin(time: ReadTime, value: number): void {
    const stated = states(time);
    this.firstStates = stated;
    const utc = stated || (this.zone !== null && this.zone.name === 'UTC');
    this.domain = utc ? 'utc' : 'local';
    this.zero = value;
    this.zeroOnClock = utc ? value : this.lastWall;
    if (time.absolute) this.learn({ source: 'epoch-seconds' });
    else if (stated) this.learn({ zoneFrom: this.learnt.zoneFrom ?? 'stated' });
    else if (this.zone !== null) this.learn({ zoneFrom: this.options.zone === null ? 'definition' : 'set' });
    this.out.clock(this.clock());
  }

  /** The zone that is known belongs to the clock as soon as one time was read by it. */
  private learnZone(): void {
    if (!this.firstStates || this.zone === null || this.isZoneUsed) return;
    this.isZoneUsed = true;
    this.learn({ zoneFrom: this.options.zone === null ? 'definition' : 'set' });
    this.out.clock(this.clock());
  }

  private clock(): Clock {
    const { domain } = this;
    const zone = domain === 'local' || this.isZoneUsed ? (this.zone?.name ?? null) : null;
    return {
      domain: domain ?? 'none',
      zero: BigInt(this.zeroOnClock) * 1_000_000_000n,
      utcOffset: domain === 'utc' ? 0n : null,
      zone,
      zoneApplied: this.zone !== null,
      ...this.learnt,
      error: null,
    };
  }

  private learn(facts: Partial<LearntFacts>): void {
    this.learnt = { ...this.learnt, ...facts };
  }

  /** Learns facts that are guesses, and reports each code once. */
  private guess(facts: Partial<LearntFacts>, code: string, message: string): void {
    if (this.reported.has(code)) return;
    this.reported.add(code);
    this.learn(facts);
    this.report(code, 'notice', message);
    if (this.domain !== null) this.out.clock(this.clock());
  }
}

/** True if the time is an instant, whatever the zone of the wall clock. */
const states = ({ absolute, offset }: ReadTime): boolean => absolute || !Number.isNaN(offset);

/** Difference between the year of a time that states none and the year of the time before it: -1, 0 or 1. */
function newYears(lastWall: number, lastYear: number, month: number, day: number, seconds: number): number {
  const same = midnight(lastYear, month, day) + seconds;
  if (same < lastWall - newYearBack) return 1;
  return same > lastWall + newYearForward ? -1 : 0;
}

type Undated = Pick<ReadTime, 'month' | 'day' | 'seconds'>;

/**
 * Year of the first line: as set, else from the file's name, else from other lines, else the latest year that
 * the file's date allows.
 */
function firstYear({ year, name, modified }: Options, first: Undated, ahead: Iterable<ReadTime>): Year {
  const always = Number.POSITIVE_INFINITY;
  if (year !== null) return { value: year, from: 'set', latest: always };
  const named = /(?:^|\D)((?:19|20)\d\d)(?:-?[01]\d-?[0-3]\d)(?!\d)/.exec(name)?.[1];
  if (named !== undefined) return { value: Number(named), from: 'file-name', latest: always };
  // Starts in an arbitrary year to count the New Years until a line states its year.
  let walked = 2000;
  let wall = midnight(walked, first.month, first.day) + first.seconds;
  let last = first;
  /** Offsets from the first year of years that have a 29th of February. */
  const leaps: number[] = first.month === 2 && first.day === 29 ? [0] : [];
  for (const time of ahead) {
    if (time.month === 0) continue;
    if (time.year >= 0) {
      const value = time.year - (walked - 2000);
      const same =
        midnight(time.year, last.month, last.day) <= midnight(time.year, time.month, time.day) + newYearBack;
      return { value: same ? value : value - 1, from: 'other-lines', latest: always };
    }
    walked += newYears(wall, walked, time.month, time.day, time.seconds);
    wall = midnight(walked, time.month, time.day) + time.seconds;
    last = { month: time.month, day: time.day, seconds: time.seconds };
    if (time.month === 2 && time.day === 29) leaps.push(walked - 2000);
  }
  if (modified === null) return { value: 1970, from: 'unknown', latest: always };
  // One day more, because the wall clock may be ahead of UTC.
  const latest = Number(modified / 1_000_000_000n) + 86400;
  const modifiedYear = civilFromDays(Math.floor(latest / 86400)).year;
  const fits = midnight(modifiedYear, last.month, last.day) + last.seconds <= latest;
  const newest = modifiedYear - (fits ? 0 : 1) - (walked - 2000);
  const possible = Array.from({ length: 9 }, (_, back) => newest - back);
  const value = possible.find(year => leaps.every(after => daysInMonth(year + after, 2) === 29)) ?? newest;
  return { value, from: 'file-time', latest };
}
