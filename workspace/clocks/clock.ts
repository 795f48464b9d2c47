/**
 * Determines the clock of a capture, from what its reader states and the user sets, at import and afterwards.
 *
 * UTC of a row is `zero_ns + utc_offset_ns + ts`. A shift changes one number of the capture's row. A zone with
 * daylight saving moves rows by different amounts, see `offset-spans.ts`.
 */
import type { Clock } from '../../parsers/clock.ts';
import { Zone } from '../../parsers/kit/civil.ts';
import { WorkspaceError } from '../errors.ts';
import type { CaptureRecord } from '../store/captures.ts';
import {
  type CaptureClock,
  type ClockFacts,
  lacksYear,
  noFacts,
  updateClock,
  type ZoneBasis,
} from '../store/clock-facts.ts';
import { addYears, offsetOfWall, offsetSpans, second, seconds, yearOf } from '../store/offset-spans.ts';
import { addOffsets, type Offsets, updateSpan } from '../store/spans.ts';
import { bothDrifts, driftRows } from './drift.ts';

export type ClockChange =
  | { readonly zone: string }
  /** Year of the first row, if the times leave out the year. */
  | { readonly year: number }
  /** ns to add to every time of the capture. */
  | { readonly shift: bigint }
  /** Epoch ns of the first sample, and ns between samples if rows have no time. */
  | { readonly start: bigint; readonly interval?: number }
  /** ns that the times gain per second since the capture's zero, against the times in its file. */
  | { readonly drift: number }
  /**
   * The moment `from` of the capture's time was `to`, epoch ns. `from` is on the capture's own clock if it is
   * unaligned. `by`: the capture that recorded `to`.
   */
  | { readonly pin: { readonly from: bigint; readonly to: bigint; readonly by: number | null } }
  /** Aligns the capture with what capture `by` recorded. */
  | { readonly fit: { readonly by: number } }
  /** Restores the clock as it was read. */
  | { readonly asRead: true };

/** A fit to what capture `by` recorded: ns to add, as for a pin, and ns per second in addition to the current drift. */
export interface ClockFit {
  readonly shift: bigint;
  readonly drift: number;
  readonly by: number;
  /** Maximum error of the times after the fit, ns. */
  readonly error: number;
}

export interface RequestedClock {
  readonly zone?: string | undefined;
  readonly offset?: bigint | undefined;
  readonly start?: bigint | undefined;
}

/** A capture's clock, and what to add to its rows because its zone changes its offset. */
export interface Alignment {
  readonly clock: CaptureClock;
  readonly offsets: Offsets;
}

const unmoved: Offsets = { differing: [], others: [] };

/** @param first,last smallest and largest time of the capture, NaN if it has none */
export function align(clock: Clock | null, wishes: RequestedClock, first: number, last: number): Alignment {
  if (!clock) {
    return {
      clock: { domain: 'none', zero: 0n, utcOffset: null, zone: null, facts: noFacts },
      offsets: unmoved,
    };
  }
  const { domain, zero } = clock;
  const read = readFacts(clock);
  const offset = wishes.offset ?? 0n;
  if (domain === 'local') {
    const zoneName = wishes.zone ?? clock.zone ?? 'UTC';
    const zone = zoneOf(zoneName);
    const zoneFrom: ZoneBasis = wishes.zone ? 'set' : clock.zone ? (clock.zoneFrom ?? 'stated') : 'assumed';
    const utcOffset = -BigInt(offsetOfWall(zone, zero)) * second + offset;
    const facts = { ...read, zoneFrom, shifted: offset };
    const add = (wall: bigint) => offsetOfWall(zone, zero) - offsetOfWall(zone, wall);
    const others = clock.zoneApplied ? [] : offsetSpans(first, last, zero, add);
    return { clock: { domain, zero, utcOffset, zone: zoneName, facts }, offsets: { differing: [], others } };
  }
  const statedOffset = clock.utcOffset ?? (domain === 'utc' ? 0n : null);
  const start = statedOffset === null && !Number.isNaN(first) ? wishes.start : undefined;
  const place = start === undefined ? statedOffset : start - zero - BigInt(first);
  const utcOffset = place === null ? null : place + offset;
  const facts: ClockFacts = {
    ...read,
    startFrom: start === undefined ? read.startFrom : 'set',
    shifted: utcOffset === null ? 0n : offset,
  };
  return { clock: { domain, zero, utcOffset, zone: clock.zone, facts }, offsets: unmoved };
}

/** Facts of the clock that a reader states. */
function readFacts(clock: Clock): ClockFacts {
  const { source, dateFrom, yearFrom, orderAssumed, zoneFrom, startSet, error } = clock;
  return {
    ...noFacts,
    source,
    dateFrom: dateFrom ?? null,
    yearFrom: yearFrom ?? null,
    orderAssumed: orderAssumed ?? false,
    zoneFrom: zoneFrom ?? null,
    startFrom: startSet ? (source === 'row-numbers' ? 'interval-set' : 'set') : null,
    precision: error,
  };
}

/** What the user states of the clocks of captures. */
export interface ClockSettings {
  /** IANA zone or fixed offset for wall clocks that name none. */
  readonly zone?: string;
  readonly year?: number;
  /** ns to add to every time. */
  readonly offset?: bigint;
  /** Epoch ns of the first sample of captures without a clock. */
  readonly start?: bigint;
}

/** The settings of a capture's clock that the user made, as options for reading its file again. */
export function setByHand(capture: CaptureRecord | undefined): ClockSettings {
  if (!capture) return {};
  const { clock, firstTs } = capture;
  const { zoneFrom, yearFrom, startFrom, shifted } = clock.facts;
  const isStarted =
    (startFrom === 'set' || startFrom === 'pin') && !datesItself(clock) && clock.utcOffset !== null;
  return {
    ...(zoneFrom === 'set' && clock.zone !== null && { zone: clock.zone }),
    ...(yearFrom === 'set' && { year: yearOf(clock.zero + (firstTs ?? 0n)) }),
    ...(isStarted && { start: clock.zero + (clock.utcOffset ?? 0n) + (firstTs ?? 0n) }),
    ...(!isStarted && shifted !== 0n && { offset: shifted }),
  };
}

/** Statements that change a capture's clock. */
export function changeClock(
  capture: CaptureRecord,
  change: Exclude<ClockChange, { asRead: true } | { fit: unknown }> | { readonly fit: ClockFit },
): string[] {
  if ('shift' in change) return shiftBy(capture, change.shift);
  if ('drift' in change) return driftTo(capture, change.drift, capture.clock);
  if ('pin' in change) return pin(capture, change.pin);
  if ('fit' in change) return fitTo(capture, change.fit);
  if ('start' in change) return startAt(capture, change.start, change.interval);
  return 'year' in change ? changeYear(capture, change.year) : changeZone(capture, change.zone);
}

/** Shifts add up; the opposite shift leaves the capture as it was. */
function shiftBy({ id, name, clock }: CaptureRecord, shift: bigint): string[] {
  if (clock.utcOffset === null)
    throw new WorkspaceError('bad-clock', `${name} has no place in time yet: set its start instead.`);
  const shifted = clock.facts.shifted + shift;
  const { startFrom } = clock.facts;
  const isPlaced = startFrom === 'pin' || startFrom === 'fit';
  const from: Pick<ClockFacts, 'startFrom' | 'startBy'> = datesItself(clock)
    ? { startFrom: shifted === 0n || isPlaced ? null : startFrom, startBy: null }
    : isPlaced
      ? { startFrom: 'set', startBy: null }
      : clock.facts;
  const { facts } = clock;
  return [
    updateClock(id, {
      ...clock,
      utcOffset: clock.utcOffset + shift,
      facts: { ...facts, shifted, startFrom: from.startFrom, startBy: from.startBy },
    }),
  ];
}

/** Gives the capture this clock, with a drift. */
function driftTo(capture: CaptureRecord, drift: number, clock: CaptureClock): string[] {
  return [
    ...driftRows(capture, drift),
    updateClock(capture.id, { ...clock, facts: { ...clock.facts, drift } }),
  ];
}

type Pin = Extract<ClockChange, { pin: unknown }>['pin'];

function pin(capture: CaptureRecord, { from, to, by }: Pin): string[] {
  const moved = place(capture.clock, to - from, 'pin', by);
  return [updateClock(capture.id, moved)];
}

function fitTo(capture: CaptureRecord, { shift, drift, by, error }: ClockFit): string[] {
  const moved = place(capture.clock, shift, 'fit', by);
  return driftTo(capture, bothDrifts(capture.clock.facts.drift, drift), {
    ...moved,
    facts: { ...moved.facts, precision: error },
  });
}

/** A clock moved to where another capture puts it; a capture that was unaligned counts from its own clock. */
function place(
  clock: CaptureClock,
  shift: bigint,
  startFrom: 'pin' | 'fit',
  by: number | null,
): CaptureClock {
  const { utcOffset, facts } = clock;
  const isMoved = utcOffset !== null && datesItself(clock);
  return {
    ...clock,
    utcOffset: (utcOffset ?? 0n) + shift,
    facts: {
      ...facts,
      startFrom,
      startBy: by === null ? null : { id: by, name: null },
      shifted: isMoved ? facts.shifted + shift : 0n,
    },
  };
}

function startAt(
  { id, name, clock, firstTs }: CaptureRecord,
  start: bigint,
  interval: number | undefined,
): string[] {
  if (firstTs !== null && (interval === undefined || clock.domain !== 'none')) {
    const utcOffset = start - clock.zero - firstTs;
    return [updateClock(id, { ...clock, utcOffset, facts: startedByHand(clock, utcOffset) })];
  }
  if (interval === undefined || !(interval > 0))
    throw new WorkspaceError(
      'bad-clock',
      `${name} has rows without times: give the interval between them as well.`,
    );
  const facts: ClockFacts = { ...clock.facts, startFrom: 'interval-set', startBy: null, shifted: 0n };
  return [
    `UPDATE metric_times SET ts = list_transform("row", lambda n: n::BIGINT * ${Math.round(interval)}) WHERE capture = ${id}`,
    updateClock(id, { ...clock, utcOffset: start - clock.zero, facts }),
    updateSpan(id),
  ];
}

/** A start set by hand is a shift of what the file states, and replaces any other start. */
function startedByHand(clock: CaptureClock, to: bigint): ClockFacts {
  const { utcOffset, facts } = clock;
  const shifted = datesItself(clock) && utcOffset !== null ? facts.shifted + to - utcOffset : 0n;
  return { ...facts, startFrom: 'set', startBy: null, shifted };
}

/** True if the file states when its rows were, rightly or wrongly. */
const datesItself = ({ domain, facts }: CaptureClock): boolean =>
  domain !== 'none' && facts.source !== 'boot-seconds';

/** True if the zone of its wall clock is unknown, so that it is read as UTC. */
export const zoneAssumed = ({ clock }: CaptureRecord): boolean =>
  clock.domain === 'local' && clock.utcOffset !== null && clock.facts.zoneFrom === 'assumed';

/** Reads a wall clock in the zone that another capture suggests; it remains a guess. */
export function settleZone(
  capture: CaptureRecord,
  zone: string,
  zoneFrom: 'same-machine' | 'same-time',
  by: number,
): string[] {
  const facts: ClockFacts = { ...capture.clock.facts, zoneFrom, zoneBy: { id: by, name: null } };
  return moveWall(capture, zoneOf(zone), wall => wall, { zone, facts });
}

function changeZone(capture: CaptureRecord, zone: string): string[] {
  const { facts } = capture.clock;
  if (!hasWallTimes(capture.clock))
    throw new WorkspaceError(
      'bad-clock',
      `The times of ${capture.name} are not wall-clock times, or state their zone, so a zone changes nothing: shift them instead.`,
    );
  return moveWall(capture, zoneOf(zone), wall => wall, {
    zone,
    facts: { ...facts, zoneFrom: 'set', zoneBy: null, startFrom: null },
  });
}

function changeYear(capture: CaptureRecord, year: number): string[] {
  const { clock, firstTs } = capture;
  if (!lacksYear(clock))
    throw new WorkspaceError(
      'bad-clock',
      `The times of ${capture.name} state their year, or have none: shift them instead.`,
    );
  if (!Number.isInteger(year) || year < 1970 || year > 2200)
    throw new WorkspaceError('bad-clock', `The year ${year} is out of range: give one from 1970 to 2200.`);
  const years = year - yearOf(clock.zero + (firstTs ?? 0n));
  return moveWall(capture, zoneOf(clock.zone ?? 'UTC'), wall => addYears(wall, years), {
    zone: clock.zone,
    facts: { ...clock.facts, yearFrom: 'set', startFrom: null },
  });
}

/**
 * Statements that change the wall-clock time of every row by `move` and read it in `zone`. The capture's own clock
 * facts stay.
 */
export function changeOfWall(capture: CaptureRecord, zone: string, move: (wall: bigint) => bigint): string[] {
  return movedRows(capture, zoneOf(zone), move).statements;
}

/** Changes the wall-clock time of every row by `move` and reads it in zone `after`. */
function moveWall(
  capture: CaptureRecord,
  after: Zone,
  move: (wall: bigint) => bigint,
  to: { readonly zone: string | null; readonly facts: ClockFacts },
): string[] {
  const { id, clock } = capture;
  const { statements, zero, utcOffset } = movedRows(capture, after, move);
  return [...statements, updateClock(id, { ...clock, ...to, zero, utcOffset }), updateSpan(id)];
}

/** True if a zone moves some times: those of a wall clock, or those without a zone among others that state it. */
export const hasWallTimes = ({ domain, utcOffset, zone, facts }: CaptureClock): boolean =>
  domain === 'local'
    ? utcOffset !== null && zone !== null
    : domain === 'utc' && (zone !== null || facts.zoneFrom === 'some-lines');

/** Statements that move rows accordingly, and their new zero and offset. */
function movedRows(
  { id, clock, firstTs, lastTs }: CaptureRecord,
  after: Zone,
  move: (wall: bigint) => bigint,
): { readonly statements: string[]; readonly zero: bigint; readonly utcOffset: bigint } {
  const { zero } = clock;
  const isWall = clock.domain === 'local';
  const before = zoneOf(clock.zone ?? 'UTC');
  const zeroMoved = move(zero);
  const zeroBefore = isWall ? offsetOfWall(before, zero) : 0;
  const zeroAfter = isWall ? offsetOfWall(after, zeroMoved) : 0;
  const shifted = (clock.utcOffset ?? 0n) + BigInt(zeroBefore) * second;
  /** Seconds to add to a row that stood at `time` and is at `utc` from now on. */
  const change = (time: bigint, utc: bigint) =>
    Number((utc - time - (zeroMoved - zero)) / second) + zeroAfter;
  const utcOf = (time: bigint) => time - BigInt(zeroBefore) * second;
  // Rows hold the time computed with the old zone; its wall clock is what the file states.
  const ofWall = (time: bigint) => {
    const utc = utcOf(time);
    const moved = move(utc + BigInt(before.offsetAt(seconds(utc))) * second);
    return change(time, moved - BigInt(offsetOfWall(after, moved)) * second);
  };
  const ofStated = (time: bigint) => change(time, move(utcOf(time)));
  const utcOffset = shifted - BigInt(zeroAfter) * second;
  const spans = (add: (time: bigint) => number) =>
    offsetSpans(Number(firstTs ?? Number.NaN), Number(lastTs ?? Number.NaN), zero, add);
  const [others, differing] = isWall ? [ofWall, ofStated] : [ofStated, ofWall];
  const statements = addOffsets(id, { differing: spans(differing), others: spans(others) });
  return { statements, zero: zeroMoved, utcOffset };
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
