/** Parses lines with the date and time of the report that follows them. */
import { abbreviationOffset, epochSeconds, monthNumber, parseOffset } from '../civil.ts';
import { type ClockFacts, readDate, timeOfDay } from './wall-clock.ts';

export interface ReadMoment {
  /** Seconds since 1970: of the wall clock, or of UTC if `utc`. */
  readonly seconds: number;
  readonly nanos: number;
  /** Value of the last printed digit, ns; null when unknown. */
  readonly precision: number | null;
  readonly utc: boolean;
  /** True if the order of day and month is a guess. */
  readonly orderAssumed: boolean;
  /** True if the zone is a guess, made from an abbreviation that is not unique. */
  readonly abbreviated: boolean;
}

/** For a time that was read without guessing. */
export const certain = { orderAssumed: false, abbreviated: false } as const;

const iso =
  /^(\d{4}-\d\d-\d\d)[T ](\S+?(?: [AaPp]\.?[Mm]\.?)?)(?: ?(Z|[+-]\d\d:?\d\d)| (?![AP]M$)([A-Z]{2,5}))?$/;
const unixDate =
  /^(?:\p{L}+\.?,?\s+)?(\p{L}+\.?)\s+(\d{1,2}),?\s+(?:(\d{4})\s+)?(\d{1,2}:\d\d:\d\d)(\s+[AP]M)?(?:\s+([A-Z][A-Za-z]{1,4}|[+-]\d{4}))?(?:\s+(\d{4}))?$/u;

/** What every date with a time contains: minutes and seconds, or seconds since 1970. Most lines do not. */
const hasTime = /\d[:.]\d\d[:.]\d\d|[時时시]|^\s{0,200}\d{9,11}\s{0,200}$/u;

/** Longest line that can be a date and a time, with its indentation. */
const maxLength = 200;

/**
 * Parses `1591016000`, `2026-11-21T04:23:38+0000`, `06/01/20 12:53:20`, `12/01/2021 03:15:06 PM`, `Sat Nov 21
 * 04:23:38 UTC 2026`, `November 21, 2026 04:23:38 AM UTC`, `2005 Jan 22 01:22:50`; null for other lines.
 */
export function readMoment(line: string, modified: bigint | null): ReadMoment | null {
  if (line.length > maxLength || !hasTime.test(line)) return null;
  const text = line.trim();
  if (/^\d{9,11}$/.test(text))
    return { seconds: Number(text), nanos: 0, precision: 1e9, utc: true, ...certain };
  const precise = iso.exec(text);
  if (precise !== null) return joinedMoment(precise[1]!, precise[2]!, precise[3] ?? precise[4], modified);
  const split = /^(\d\S*?)\s{1,64}(.+)$/u.exec(text);
  if (split !== null) {
    const moment = joinedMoment(split[1]!, split[2]!, undefined, modified);
    if (moment !== null) return moment;
  }
  return unixMoment(text);
}

function joinedMoment(
  dateText: string,
  timeText: string,
  zone: string | undefined,
  modified: bigint | null,
): ReadMoment | null {
  const date = readDate(dateText, modified);
  const time = timeOfDay(timeText);
  if (date === null || time === null || time.end < timeText.length) return null;
  const { offset, abbreviated } = offsetOf(zone);
  const days = time.twelveHour ? date.days : (date.dayFirst ?? date.days);
  const seconds = days * 86400 + time.seconds - (offset ?? 0);
  const { nanos, precision } = time;
  return { seconds, nanos, precision, utc: offset !== null, orderAssumed: date.isGuess, abbreviated };
}

function unixMoment(text: string): ReadMoment | null {
  // DTrace prints dates (`%Y`) with the year first.
  const match = unixDate.exec(
    text.replace(/^(\d{4}) ([A-Z][a-z]{2} +\d{1,2}) (\d\d:\d\d:\d\d)$/, '$2 $1 $3'),
  );
  if (match === null) return null;
  const [, name, day, early, clock, half, zone, late] = match;
  const month = monthNumber(name!);
  const year = Number(early ?? late);
  const time = timeOfDay(`${clock}${half ?? ''}`);
  if (month === 0 || time === null || Number.isNaN(year)) return null;
  const midnight = epochSeconds(year, month, Number(day));
  if (Number.isNaN(midnight)) return null;
  const { offset, abbreviated } = offsetOf(zone);
  const seconds = midnight + time.seconds - (offset ?? 0);
  const { nanos, precision } = time;
  return { seconds, nanos, precision, utc: offset !== null, orderAssumed: false, abbreviated };
}

/** Seconds east of UTC. The offset of an abbreviation is a guess, because abbreviations are not unique. */
function offsetOf(zone: string | undefined): { offset: number | null; abbreviated: boolean } {
  if (zone === undefined) return { offset: null, abbreviated: false };
  const stated = parseOffset(zone);
  if (stated !== null) return { offset: stated, abbreviated: false };
  const guessed = abbreviationOffset(zone);
  return { offset: guessed, abbreviated: guessed !== null };
}

/** Clock facts that follow from the first moment; its precision is the clock's. */
export function clockOf({
  utc,
  orderAssumed,
  abbreviated,
  precision: error,
}: ReadMoment): Omit<ClockFacts, 'source'> {
  const common = { zone: null, orderAssumed, error };
  if (!utc) return { ...common, domain: 'local' };
  return { ...common, domain: 'utc', zoneFrom: abbreviated ? 'abbreviation' : 'stated' };
}
