/** Facts about a capture's clock, as codes and values: the clock columns of `capture`. */
import type { Clock, ClockSource, DateFrom, YearFrom, ZoneFrom } from '../../parsers/clock.ts';
import type { SqlValue } from '../query.ts';
import { name, text } from './schema.ts';

/** {@link ZoneFrom}, or the suggestion of another capture: one of the same machine, or one of the same minutes. */
export type ZoneBasis = ZoneFrom | 'same-machine' | 'same-time';

/**
 * Basis of a capture's start, if its own times lack it or are wrong: set by the user, perhaps with the interval
 * between rows; a pin of one event to an event of another capture; or the suggestion of another capture: a fit to
 * what both recorded, a connection of the same length, the first connection, the first line that names the program,
 * or the same threads.
 */
export type StartBasis =
  | 'set'
  | 'interval-set'
  | 'pin'
  | 'fit'
  | 'session'
  | 'connection'
  | 'mention'
  | 'threads';

/** Another capture: its id, or its former name once it is removed. */
export interface OtherCapture {
  readonly id: number | null;
  readonly name: string | null;
}

export interface ClockFacts {
  readonly source: ClockSource;
  readonly dateFrom: DateFrom | null;
  readonly yearFrom: YearFrom | null;
  readonly orderAssumed: boolean;
  readonly zoneFrom: ZoneBasis | null;
  /** The capture that suggests the zone. */
  readonly zoneBy: OtherCapture | null;
  readonly startFrom: StartBasis | null;
  /** The capture that suggests the start. */
  readonly startBy: OtherCapture | null;
  /** ns added to all times, by hand, by a pin or by a fit; 0: as read. */
  readonly shifted: bigint;
  /** ns that the capture's times gain per second since its zero, against the times in its file. */
  readonly drift: number;
  /** Maximum error of the times if every fact is right, ns; null if unknown. */
  readonly precision: number | null;
}

/** The clock columns of a capture. */
export interface CaptureClock {
  readonly domain: Clock['domain'];
  readonly zero: bigint;
  /** ns to add to reach UTC; null: unaligned. */
  readonly utcOffset: bigint | null;
  readonly zone: string | null;
  readonly facts: ClockFacts;
}

export const noFacts: ClockFacts = {
  source: 'none',
  dateFrom: null,
  yearFrom: null,
  orderAssumed: false,
  zoneFrom: null,
  zoneBy: null,
  startFrom: null,
  startBy: null,
  shifted: 0n,
  drift: 0,
  precision: null,
};

type Guesses<T extends string> = ReadonlySet<T | null>;
const guessedDates: Guesses<DateFrom> = new Set<DateFrom>(['header-epoch', 'file-time', 'unknown']);
const guessedYears: Guesses<YearFrom> = new Set<YearFrom>([
  'file-name',
  'other-lines',
  'file-time',
  'unknown',
]);
const knownZones: Guesses<ZoneBasis> = new Set<ZoneBasis | null>([null, 'stated', 'set', 'definition']);

const startIsSet = ({ startFrom }: ClockFacts): boolean =>
  startFrom === 'set' || startFrom === 'interval-set' || startFrom === 'pin';

/** A part of a clock that may be assumed, or set by hand. `order`: of day and month. */
export type ClockPart = 'start' | 'interval' | 'order' | 'date' | 'year' | 'zone' | 'shift' | 'drift';

/** The parts of the clock that are assumed. */
export function guessedParts(facts: ClockFacts): readonly ClockPart[] {
  if (startIsSet(facts)) return [];
  return [
    ...(facts.startFrom !== null || facts.source === 'captured-on' ? (['start'] as const) : []),
    ...(facts.orderAssumed ? (['order'] as const) : []),
    ...(guessedDates.has(facts.dateFrom) ? (['date'] as const) : []),
    ...(guessedYears.has(facts.yearFrom) ? (['year'] as const) : []),
    ...(knownZones.has(facts.zoneFrom) ? [] : (['zone'] as const)),
  ];
}

/** The parts of the clock that the user set. */
export function partsSetByHand(facts: ClockFacts): readonly ClockPart[] {
  return [
    ...(startIsSet(facts) ? (['start'] as const) : []),
    ...(facts.startFrom === 'interval-set' ? (['interval'] as const) : []),
    ...(facts.dateFrom === 'set' ? (['date'] as const) : []),
    ...(facts.yearFrom === 'set' ? (['year'] as const) : []),
    ...(facts.zoneFrom === 'set' ? (['zone'] as const) : []),
    ...(facts.shifted !== 0n ? (['shift'] as const) : []),
    ...(facts.drift !== 0 ? (['drift'] as const) : []),
  ];
}

/** True if anything about the clock is assumed. */
export const isGuess = (facts: ClockFacts): boolean => guessedParts(facts).length > 0;

/** Maximum error, ns; null if unknown: the capture is unaligned, was moved by hand, or rests on an assumption. */
export function errorOf({ domain, utcOffset, facts }: CaptureClock): number | null {
  if (utcOffset === null) return null;
  if (facts.startFrom === 'fit') return facts.precision;
  if (facts.shifted !== 0n || facts.drift !== 0 || startIsSet(facts)) return null;
  if (domain === 'local' && facts.zoneFrom === 'assumed') return null;
  if (guessedDates.has(facts.dateFrom) || guessedYears.has(facts.yearFrom)) return null;
  return facts.precision;
}

/** True if the capture's year can be overruled: its times do not state it. */
export const lacksYear = ({ facts, utcOffset }: CaptureClock): boolean =>
  utcOffset !== null && facts.yearFrom !== null;

/** True if rows have an order and no times of their own. */
export const isNumbered = ({ domain, facts }: CaptureClock): boolean =>
  domain === 'none' && (facts.source === 'row-numbers' || facts.source === 'none');

export function clockColumns(clock: CaptureClock): Readonly<Record<string, SqlValue>> {
  const { domain, zero, utcOffset, zone, facts } = clock;
  return {
    clock_domain: domain,
    zero_ns: zero,
    utc_offset_ns: utcOffset,
    zone,
    clock_source: facts.source,
    date_from: facts.dateFrom,
    year_from: facts.yearFrom,
    order_assumed: facts.orderAssumed,
    zone_from: facts.zoneFrom,
    zone_by: facts.zoneBy?.id ?? null,
    zone_by_name: facts.zoneBy?.name ?? null,
    start_from: facts.startFrom,
    start_by: facts.startBy?.id ?? null,
    start_by_name: facts.startBy?.name ?? null,
    shifted_ns: facts.shifted,
    drift_ppb: facts.drift === 0 ? null : BigInt(facts.drift),
    clock_precision_ns: facts.precision === null ? null : BigInt(Math.round(facts.precision)),
    clock_guess: isGuess(facts),
    clock_error_ns: errorOf(clock) === null ? null : BigInt(Math.round(errorOf(clock) ?? 0)),
  };
}

/** A statement that writes the clock of a capture. */
export function updateClock(capture: number, clock: CaptureClock): string {
  const sets = Object.entries(clockColumns(clock)).map(
    ([column, value]) => `${name(column)} = ${sql(value)}`,
  );
  return `UPDATE capture SET ${sets.join(', ')} WHERE id = ${capture}`;
}

/** Values are numbers, flags and texts. */
const sql = (value: SqlValue): string =>
  value === null ? 'NULL' : typeof value === 'string' ? text(value) : String(value);

/** Facts from the columns of a capture, each as text. The codes are those that {@link clockColumns} wrote. */
export function factsOf(row: Readonly<Record<string, string | null>>): ClockFacts {
  return {
    source: (row.clock_source ?? 'none') as ClockSource,
    dateFrom: (row.date_from ?? null) as DateFrom | null,
    yearFrom: (row.year_from ?? null) as YearFrom | null,
    orderAssumed: row.order_assumed === 'true',
    zoneFrom: (row.zone_from ?? null) as ZoneBasis | null,
    zoneBy: other(row.zone_by, row.zone_by_name),
    startFrom: (row.start_from ?? null) as StartBasis | null,
    startBy: other(row.start_by, row.start_by_name),
    shifted: BigInt(row.shifted_ns ?? 0),
    drift: Number(row.drift_ppb ?? 0),
    precision: row.clock_precision_ns == null ? null : Number(row.clock_precision_ns),
  };
}

function other(id: string | null | undefined, formerName: string | null | undefined): OtherCapture | null {
  if (id == null && formerName == null) return null;
  return { id: id == null ? null : Number(id), name: formerName ?? null };
}

/** 64-bit integers are texts, because JSON has none. */
export function clockToJson(clock: CaptureClock): string {
  return JSON.stringify(clock, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

export function clockFromJson(json: string): CaptureClock {
  const { domain, zero, utcOffset, zone, facts } = JSON.parse(json);
  return {
    domain,
    zero: BigInt(zero),
    utcOffset: utcOffset === null ? null : BigInt(utcOffset),
    zone,
    facts: { ...noFacts, ...facts, shifted: BigInt(facts.shifted) },
  };
}

/**
 * Statements that replace the id of a capture by its name in clocks that rest on it, when it is removed: ids are
 * reused.
 */
export function forgetCapture(capture: number): string[] {
  return ['zone_by', 'start_by'].map(
    by =>
      `UPDATE capture SET ${by}_name = (SELECT name FROM capture WHERE id = ${capture}), ${by} = NULL WHERE ${by} = ${capture}`,
  );
}

/** Statements that make clocks which rest on capture `from` rest on `to`, which replaces it. */
export function replaceCapture(from: number, to: number): string[] {
  return ['zone_by', 'start_by'].map(by => `UPDATE capture SET ${by} = ${to} WHERE ${by} = ${from}`);
}
