/** Moves times by amounts that vary over time: the amount is computed for each span of time, and added in SQL. */
import { civilFromDays, daysFromCivil, type Zone } from '../../parsers/kit/civil.ts';

/** The amount to add to times from `from` on (ns on the capture's clock), up to the next span. */
export interface OffsetSpan {
  readonly from: number;
  readonly add: number;
}

export const second = 1_000_000_000n;

/**
 * The spans from `first` to `last` over which `add` is constant (seconds, as a function of the time on the capture's
 * clock read as UTC). Zones change at quarters of an hour; a day with equal values at both ends is assumed to have no
 * change within.
 */
export function offsetSpans(
  first: number,
  last: number,
  zero: bigint,
  add: (time: bigint) => number,
): OffsetSpan[] {
  if (Number.isNaN(first) || Number.isNaN(last)) return [];
  const day = 86_400n * second;
  const quarter = 900n * second;
  const begin = zero + BigInt(Math.floor(first));
  const end = zero + BigInt(Math.ceil(last));
  const found: OffsetSpan[] = [];
  const note = (time: bigint, value: number) => {
    const from = time <= begin ? Number(begin - zero) : Number(time - zero);
    if (found.at(-1)?.add !== value * 1e9) found.push({ from, add: value * 1e9 });
  };
  let time = begin - (((begin % day) + day) % day);
  note(time, add(begin));
  for (; time <= end; time += day) {
    if (add(time) === add(time + day)) continue;
    for (let at = time; at <= time + day; at += quarter) if (at > begin && at <= end) note(at, add(at));
  }
  return found;
}

/** Seconds east of UTC when the wall clock shows `wall` (epoch ns as if it were UTC). */
export function offsetOfWall(zone: Zone, wall: bigint): number {
  const local = seconds(wall);
  return local - zone.toUtc(local);
}

/** Whole seconds, rounded down. */
export function seconds(ns: bigint): number {
  const rest = ((ns % second) + second) % second;
  return Number((ns - rest) / second);
}

const secondsADay = 86_400;

export const yearOf = (wall: bigint): number => civilFromDays(Math.floor(seconds(wall) / secondsADay)).year;

/** The same date and time in another year; 29 February becomes 1 March in a year that lacks it, as in the reader. */
export function addYears(wall: bigint, years: number): bigint {
  const days = Math.floor(seconds(wall) / secondsADay);
  const date = civilFromDays(days);
  const moved = daysFromCivil(date.year + years, date.month, date.day) - days;
  return wall + BigInt(moved * secondsADay) * second;
}
