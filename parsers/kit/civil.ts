/**
 * Converts civil dates and times to instants, by zone. An instant is a pair of numbers, whole seconds since
 * 1970 and ns within the second, because one number holds epoch ns only to some 200 ns. `Date` is not used:
 * its parsing depends on the engine and its zone on the machine.
 */

/** Days from 1970-01-01 to a date of the Gregorian calendar (Howard Hinnant's `days_from_civil`). Month from 1. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

export interface CivilDate {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** The date that is `days` after 1970-01-01. */
export function civilFromDays(days: number): CivilDate {
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

/** True if 64 bits hold the time in ns since 1970: the years 1678 to 2261. False for NaN. */
export const isInstant = (seconds: number): boolean => Math.abs(seconds) <= 9.2e9;

const isYear = (year: number): boolean => year >= 1678 && year <= 2261;

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Seconds since 1970 as if the civil time were UTC; `NaN` when there is no such date or time. A leap second (60) is
 * the first second of the next minute, as POSIX has it; 24:00:00 is the next midnight.
 */
export function epochSeconds(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number {
  const dateOk = isYear(year) && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  const timeOk = hour >= 0 && minute >= 0 && minute < 60 && second >= 0 && second <= 60;
  if (!dateOk || !timeOk || hour > 24 || (hour === 24 && (minute > 0 || second > 0))) return Number.NaN;
  return daysFromCivil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
}

/** The instant as epoch ns. */
export const epochNs = (seconds: number, nanos: number): bigint =>
  BigInt(seconds) * 1_000_000_000n + BigInt(nanos);

/**
 * Month names and abbreviations in logs and `date` output, lower case, without a final dot. Includes only
 * names that mean one month in every language listed.
 */
const monthNames: readonly (readonly string[])[] = [
  'jan january janvier janv januar jän jänner enero ene gennaio gen janeiro januari januar stycznia sty января янв tammi 1月'.split(
    ' ',
  ),
  'feb february février févr fév fevrier februar febrero febbraio fevereiro fev februari lutego lut февраля фев helmi 2月'.split(
    ' ',
  ),
  'mar march mars märz mär mrz marzo março maart mrt marca марта мар maalis 3月'.split(' '),
  'apr april avril avr abril abr aprile kwietnia kwi апреля апр huhti 4月'.split(' '),
  'may mai mayo maggio mag maio mei maj maja мая май touko 5月'.split(' '),
  'jun june juin juni junio giugno giu junho czerwca cze июня июн kesä 6月'.split(' '),
  'jul july juillet juil juli julio luglio lug julho lipca lip июля июл heinä 7月'.split(' '),
  'aug august août aoû aout agosto ago augustus sierpnia sie августа авг elo 8月'.split(' '),
  'sep sept september septembre septiembre settembre set setembro września wrz сентября сен syys 9月'.split(
    ' ',
  ),
  'oct october octobre oktober okt octubre ottobre ott outubro out października paź октября окт loka 10月'.split(
    ' ',
  ),
  'nov november novembre noviembre novembro listopada lis ноября ноя marras 11月'.split(' '),
  'dec december décembre déc decembre dezember dez diciembre dic dicembre dezembro grudnia gru декабря дек joulu 12月'.split(
    ' ',
  ),
];

const months = new Map(monthNames.flatMap((names, index) => names.map(name => [name, index + 1] as const)));

/** Number of a month from 1, by its name or abbreviation in any case, with or without a final dot; 0 if unknown. */
export function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  return months.get(lower.endsWith('.') ? lower.slice(0, -1) : lower) ?? 0;
}

/**
 * Parses `Z`, `UTC`, `GMT`, `+02`, `+0200`, `+02:00`, `UTC+2`, `GMT-03:30` to seconds east of UTC; null for
 * other texts.
 */
export function parseOffset(text: string): number | null {
  if (/^(z|utc|gmt)$/i.test(text)) return 0;
  const match = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?(?::?(\d\d))?$/i.exec(text);
  if (match === null) return null;
  const [, sign, hours, minutes = '0', seconds = '0'] = match;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (total > 18 * 3600 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return sign === '-' ? -total : total;
}

/** `+05:30` of seconds east of UTC, as {@link parseOffset} parses it. */
export function offsetName(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const abbreviations: Readonly<Record<string, number>> = {
  WET: 0,
  UCT: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  MEZ: 1,
  WAT: 1,
  CEST: 2,
  MESZ: 2,
  SAST: 2,
  EET: 2,
  EEST: 3,
  IDT: 3,
  TRT: 3,
  MSK: 3,
  IRST: 3.5,
  MSD: 4,
  SAMT: 4,
  IRDT: 4.5,
  YEKT: 5,
  PKT: 5,
  UZT: 5,
  IST: 5.5,
  NPT: 5.75,
  OMST: 6,
  NOVT: 7,
  KRAT: 7,
  WIB: 7,
  ICT: 7,
  IRKT: 8,
  AWST: 8,
  HKT: 8,
  SGT: 8,
  MYT: 8,
  PHT: 8,
  WITA: 8,
  YAKT: 9,
  JST: 9,
  KST: 9,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  VLAT: 10,
  AEDT: 11,
  MAGT: 11,
  NZST: 12,
  NZDT: 13,
  NDT: -2.5,
  BRST: -2,
  BRT: -3,
  ADT: -3,
  CLST: -3,
  UYT: -3,
  NST: -3.5,
  CLT: -4,
  VET: -4,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
};

/** Abbreviations that are also words, and so count only where there must be a zone. */
const wordlike: Readonly<Record<string, number>> = {
  CAT: 2,
  EAT: 3,
  GST: 4,
  WIT: 9,
  ART: -3,
  AST: -4,
  BOT: -4,
  PYT: -4,
  COT: -5,
  PET: -5,
  ECT: -5,
  SST: -11,
};

/**
 * Seconds east of UTC for a zone abbreviation (`CET`, `PDT`), null if unknown. Abbreviations are not unique
 * (CST is also China, IST also Israel), so callers must mark the clock as a guess.
 */
export const abbreviationOffset = (name: string): number | null => offsetIn(abbreviations, name);

/** As {@link abbreviationOffset}, for abbreviations that are also words. */
export const wordlikeOffset = (name: string): number | null => offsetIn(wordlike, name);

function offsetIn(table: Readonly<Record<string, number>>, name: string): number | null {
  const hours = Object.hasOwn(table, name) ? table[name] : undefined;
  return hours === undefined ? null : hours * 3600;
}

/** `Intl` has dates up to 1e8 days before and after 1970; one day less, in seconds. */
const lastInstant = (1e8 - 1) * 86400;

/** A zone: a fixed offset, or an IANA name with its rules. */
export class Zone {
  /** Cache of offsets by quarter of an hour since 1970: since 1972, no zone has changed its offset between two quarters. */
  private readonly offsets = new Map<number, number>();

  private constructor(
    readonly name: string,
    private readonly fixed: number | null,
    private readonly format: Intl.DateTimeFormat | null,
  ) {}

  /** `Z`, `+02:00`, `Europe/Vienna`; null if there is no such zone. */
  static of(name: string): Zone | null {
    const fixed = parseOffset(name);
    if (fixed !== null) return new Zone(name, fixed, null);
    try {
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        calendar: 'gregory',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
      return new Zone(name, null, format);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** Seconds east of UTC at an instant; NaN if `Intl` has no date for it. */
  offsetAt(utcSeconds: number): number {
    if (this.fixed !== null || this.format === null) return this.fixed ?? 0;
    if (!(Math.abs(utcSeconds) < lastInstant)) return Number.NaN;
    const quarter = Math.floor(utcSeconds / 900);
    let offset = this.offsets.get(quarter);
    if (offset === undefined) {
      offset = offsetFrom(this.format, quarter * 900);
      if (this.offsets.size > 100_000) this.offsets.clear();
      this.offsets.set(quarter, offset);
    }
    return offset;
  }

  /**
   * The instant at which the wall clock shows `localSeconds` (civil time as if it were UTC). An hour that occurs
   * twice is read as its first occurrence; an hour that is skipped, with the offset before the change.
   */
  toUtc(localSeconds: number): number {
    if (this.fixed !== null) return localSeconds - this.fixed;
    const before = this.offsetAt(localSeconds - 86400);
    const early = localSeconds - before;
    if (this.offsetAt(early) === before) return early;
    const after = this.offsetAt(localSeconds + 86400);
    const late = localSeconds - after;
    return this.offsetAt(late) === after ? late : early;
  }
}

function offsetFrom(format: Intl.DateTimeFormat, utcSeconds: number): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(utcSeconds * 1000)) parts[type] = value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = epochSeconds(
    year,
    Number(parts.month),
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  );
  return local - utcSeconds;
}

/** `+05:30` for seconds east of UTC. */
export function offsetText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(seconds) / 60;
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
