/**
 * Where a capture stands in time: from what its reader says and the user knows, at import and afterwards.
 *
 * UTC of a row is `zero_ns + utc_offset_ns + ts`. A shift moves one number of the capture's row. A zone with daylight
 * saving moves rows by different amounts: what to add is worked out per stretch between two changes, and added in SQL.
 */
import type { Clock } from '../parsers/contract.ts';
import { civilFromDays, daysFromCivil, Zone } from '../parsers/kit/civil.ts';
import type { CaptureRecord } from './captures.ts';
import { WorkspaceError } from './errors.ts';
import { eventTables } from './events.ts';
import { ofCapture } from './schema.ts';

export type ClockChange =
  | { readonly zone: string }
  /** Of its first row, where its times leave out the year. */
  | { readonly year: number }
  /** ns to add to every time of the capture. */
  | { readonly shift: bigint }
  /** Epoch ns of its first sample, and ns between samples where rows have no time. */
  | { readonly start: bigint; readonly interval?: number };

export interface ClockWishes {
  readonly zone?: string | undefined;
  readonly offset?: bigint | undefined;
  readonly start?: bigint | undefined;
}

/** The clock columns of a capture. */
export interface Alignment {
  readonly domain: Clock['domain'];
  readonly zero: bigint;
  readonly utcOffset: bigint | null;
  readonly zone: string | null;
  readonly source: string;
  readonly guess: boolean;
  readonly error: number | null;
  /** What to add to times from `from` on (ns on the capture's clock), because the zone changes its offset there. */
  readonly stretches: readonly Stretch[];
}

export interface Stretch {
  readonly from: number;
  readonly add: number;
}

const second = 1_000_000_000n;

/** @param first,last smallest and largest time of the capture, NaN if it has none */
export function align(clock: Clock | null, wishes: ClockWishes, first: number, last: number): Alignment {
  if (!clock) {
    const source = 'the capture has no clock';
    return {
      domain: 'none',
      zero: 0n,
      utcOffset: null,
      zone: null,
      source,
      guess: false,
      error: null,
      stretches: [],
    };
  }
  const { domain, zero, source, guess, error } = clock;
  const offset = wishes.offset ?? 0n;
  if (domain === 'local') {
    const zoneName = wishes.zone ?? clock.zone ?? 'UTC';
    const zone = zoneOf(zoneName);
    const utcOffset = -BigInt(offsetOfWall(zone, zero)) * second;
    const stretches = stretchesOf(
      first,
      last,
      zero,
      wall => offsetOfWall(zone, zero) - offsetOfWall(zone, wall),
    );
    const assumed = guess || (!wishes.zone && !clock.zone);
    return {
      domain,
      zero,
      utcOffset: utcOffset + offset,
      zone: zoneName,
      source: wishes.zone && !/\bzone /.test(source) ? `${source}, zone ${wishes.zone} as set` : source,
      guess: assumed,
      error,
      stretches,
    };
  }
  const own = clock.utcOffset ?? (domain === 'utc' ? 0n : null);
  const set = wishes.start !== undefined && own === null && !Number.isNaN(first);
  const utcOffset = set ? (wishes.start as bigint) - zero - BigInt(first) : own;
  return {
    domain,
    zero,
    utcOffset: utcOffset === null ? null : utcOffset + offset,
    zone: clock.zone,
    source: set ? 'start given by the user' : source,
    guess: set ? false : guess,
    error,
    stretches: [],
  };
}

/** Statements that change a capture's clock. */
export function changeClock(capture: CaptureRecord, change: ClockChange): string[] {
  if ('shift' in change) return shiftBy(capture, change.shift);
  if ('start' in change) return startAt(capture, change.start, change.interval);
  return 'year' in change ? changeYear(capture, change.year) : changeZone(capture, change.zone);
}

function shiftBy(capture: CaptureRecord, shift: bigint): string[] {
  if (capture.utcOffset === null)
    throw new WorkspaceError(
      'bad-clock',
      `${capture.name} has no place in time yet: give its start instead.`,
    );
  return [
    updateCapture(capture, {
      offset: capture.utcOffset + shift,
      zone: capture.zone,
      source: 'shifted by hand',
    }),
  ];
}

function startAt(capture: CaptureRecord, start: bigint, interval: number | undefined): string[] {
  if (capture.firstTs !== null && (interval === undefined || capture.clockDomain !== 'none')) {
    const offset = start - capture.zero - capture.firstTs;
    return [updateCapture(capture, { offset, zone: capture.zone, source: 'start set by hand' })];
  }
  if (interval === undefined || !(interval > 0))
    throw new WorkspaceError(
      'bad-clock',
      `${capture.name} has rows without times: give the interval between them too.`,
    );
  return [
    `UPDATE metric_times SET ts = list_transform("row", lambda n: n::BIGINT * ${Math.round(interval)}) WHERE capture = ${capture.id}`,
    updateCapture(capture, {
      offset: start - capture.zero,
      zone: capture.zone,
      source: 'start and interval set by hand',
    }),
    updateSpan(capture.id),
  ];
}

/** What a clock's source says of the year where times leave it out. */
const yearInSource = /\byear (?:as set|set by hand|unknown|from [^,]*|of other lines)/;
const guessedYear = /\byear (?:unknown|from|of)/;
/** The same of a zone that is no guess. */
const knownZone = /\bzone (?:\S+ as set|\S+ by definition|set by hand)/;
/** The same of a zone by {@link settleZone}. */
const settledZone = /, zone \S+ by .+$/;

/** Whether the year of the capture's times can be overruled: they do not state it. */
export function lacksYear({ clockSource, utcOffset }: CaptureRecord): boolean {
  return utcOffset !== null && yearInSource.test(clockSource);
}

/** Whether the zone of its wall clock is neither told nor settled: it is read as UTC. */
export function zoneAssumed({ clockDomain, clockGuess, clockSource, utcOffset }: CaptureRecord): boolean {
  return clockDomain === 'local' && clockGuess && utcOffset !== null && !/\bzone /.test(clockSource);
}

/** Reads a wall clock in the zone that something else tells: a guess still. */
export function settleZone(capture: CaptureRecord, zone: string, why: string): string[] {
  const source = `${capture.clockSource}, zone ${zone} ${why}`;
  return moveWall(capture, zoneOf(zone), wall => wall, { zone, source, guess: true });
}

function changeZone(capture: CaptureRecord, name: string): string[] {
  if (capture.clockDomain !== 'local' || capture.utcOffset === null || capture.zone === null)
    throw new WorkspaceError(
      'bad-clock',
      `The times of ${capture.name} are not wall-clock times, so a zone changes nothing: shift them instead.`,
    );
  return moveWall(capture, zoneOf(name), wall => wall, {
    zone: name,
    source: `${capture.clockSource.replace(/, zone set by hand$/, '').replace(settledZone, '')}, zone set by hand`,
    guess: guessedYear.test(capture.clockSource),
  });
}

function changeYear(capture: CaptureRecord, year: number): string[] {
  if (!lacksYear(capture))
    throw new WorkspaceError(
      'bad-clock',
      `The times of ${capture.name} state their year, or none can be told: shift them instead.`,
    );
  if (!Number.isInteger(year) || year < 1970 || year > 2200)
    throw new WorkspaceError('bad-clock', `There is no log of the year ${year}: give one from 1970 to 2200.`);
  const { zone, zero, clockDomain, clockSource } = capture;
  const years = year - yearOf(zero + (capture.firstTs ?? 0n));
  return moveWall(capture, zoneOf(zone ?? 'UTC'), wall => addYears(wall, years), {
    zone,
    source: clockSource.replace(yearInSource, 'year set by hand'),
    guess: clockDomain === 'local' && !knownZone.test(clockSource),
  });
}

/** Gives every row the time at which a clock in `after` shows `move` of what the capture's clock showed. */
function moveWall(
  capture: CaptureRecord,
  after: Zone,
  move: (wall: bigint) => bigint,
  to: { readonly zone: string | null; readonly source: string; readonly guess: boolean },
): string[] {
  const { zero } = capture;
  const before = zoneOf(capture.zone ?? 'UTC');
  const zeroMoved = move(zero);
  const zeroBefore = offsetOfWall(before, zero);
  const zeroAfter = offsetOfWall(after, zeroMoved);
  const shifted = (capture.utcOffset ?? 0n) + BigInt(zeroBefore) * second;
  // Rows hold time as the old zone made it; its wall clock shows what the file says.
  const add = (wallish: bigint) => {
    const utc = wallish - BigInt(zeroBefore) * second;
    const wall = utc + BigInt(before.offsetAt(seconds(utc))) * second;
    const moved = move(wall);
    const was = Number((moved - wallish - (zeroMoved - zero)) / second);
    return was + zeroAfter - offsetOfWall(after, moved);
  };
  const first = Number(capture.firstTs ?? Number.NaN);
  const last = Number(capture.lastTs ?? Number.NaN);
  const offset = shifted - BigInt(zeroAfter) * second;
  return [
    ...addStretches(capture.id, stretchesOf(first, last, zero, add)),
    updateCapture(capture, { ...to, zero: zeroMoved, offset }),
    updateSpan(capture.id),
  ];
}

/** Statements that add what each stretch adds. */
export function addStretches(capture: number, stretches: readonly Stretch[]): string[] {
  if (stretches.every(({ add }) => add === 0)) return [];
  const [first, ...later] = [...stretches].reverse();
  const cases = [first as Stretch, ...later].map(({ from, add }) => `WHEN ts >= ${from} THEN ts + ${add}`);
  const moved = `CASE ${cases.join(' ')} ELSE ts END`;
  return [
    `UPDATE sample SET ts = ${moved} WHERE capture = ${capture}`,
    ...eventTables.map(table => `UPDATE ${table} SET ts = ${moved} WHERE ${ofCapture(table, capture)}`),
    `UPDATE metric_times AS t SET ts = list_transform(t.ts, lambda ts: ${moved}) WHERE capture = ${capture}`,
  ];
}

/** Recounts `first_ts` and `last_ts`. */
export function updateSpan(capture: number): string {
  const of = (what: string) =>
    `(SELECT ${what} FROM (
      SELECT min(ts) AS a, max(ts) AS b FROM sample WHERE capture = ${capture}
      UNION ALL SELECT min(ts), max(ts + coalesce(duration, 0)) FROM event WHERE capture = ${capture}
      UNION ALL SELECT min(list_min(ts)), max(list_max(ts)) FROM metric_times WHERE capture = ${capture}))`;
  return `UPDATE capture SET first_ts = ${of('min(a)')}, last_ts = ${of('max(b)')} WHERE id = ${capture}`;
}

function updateCapture(
  capture: CaptureRecord,
  to: { offset: bigint; zone: string | null; source: string; zero?: bigint; guess?: boolean },
): string {
  const zone = to.zone === null ? 'NULL' : `'${to.zone.replaceAll("'", "''")}'`;
  return `UPDATE capture SET zero_ns = ${to.zero ?? capture.zero}, utc_offset_ns = ${to.offset}, zone = ${zone},
    clock_source = '${to.source.replaceAll("'", "''")}', clock_guess = ${to.guess ?? false} WHERE id = ${capture.id}`;
}

/**
 * The stretches over which `add` (seconds, of a time on the capture's clock as if it were UTC) stays the same, from
 * `first` to `last`. Zones change on quarters of an hour; days whose ends agree are taken to have no change within.
 */
function stretchesOf(first: number, last: number, zero: bigint, add: (time: bigint) => number): Stretch[] {
  if (Number.isNaN(first) || Number.isNaN(last)) return [];
  const day = 86_400n * second;
  const quarter = 900n * second;
  const begin = zero + BigInt(Math.floor(first));
  const end = zero + BigInt(Math.ceil(last));
  const found: Stretch[] = [];
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
function offsetOfWall(zone: Zone, wall: bigint): number {
  const local = seconds(wall);
  return local - zone.toUtc(local);
}

/** Whole seconds, rounded down. */
function seconds(ns: bigint): number {
  const rest = ((ns % second) + second) % second;
  return Number((ns - rest) / second);
}

const secondsADay = 86_400;

const yearOf = (wall: bigint): number => civilFromDays(Math.floor(seconds(wall) / secondsADay)).year;

/** The same date and time in another year; where that has no 29 February it is 1 March, as in the reader. */
function addYears(wall: bigint, years: number): bigint {
  const days = Math.floor(seconds(wall) / secondsADay);
  const date = civilFromDays(days);
  const moved = daysFromCivil(date.year + years, date.month, date.day) - days;
  return wall + BigInt(moved * secondsADay) * second;
}

/** @throws WorkspaceError `bad-clock` */
export function zoneOf(name: string): Zone {
  const zone = Zone.of(name);
  if (zone) return zone;
  throw new WorkspaceError(
    'bad-clock',
    `There is no time zone ${name}: give one like Europe/Vienna or +02:00.`,
  );
}
