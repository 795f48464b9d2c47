/**
 * Groups captures into recordings of the scheduler: consecutive pieces of one, the same minutes read twice, or one
 * file per CPU. Their switches are one stream: a thread that waits at the end of one piece still waits at the
 * beginning of the next, and an event in two captures is one event.
 */
import type { Connection } from '@duckdb/node-bindings';
import { readColumns } from '../database/results.ts';
import type { CaptureRecord } from '../store/captures.ts';
import type { Meaningful } from '../store/roles.ts';
import { schedulerClasses, sharedSwitch } from './read.ts';

/** A capture of a recording. */
export interface Piece {
  readonly capture: number;
  readonly classes: readonly Meaningful[];
  /** ns from the zero of the recording's first piece to its own. */
  readonly shift: number;
  /** Times of its first and last event, ns since the zero of the first piece. */
  readonly first: number;
  readonly last: number;
}

/** ns. Clocks of one boot that were set by different means differ by less; those of two boots by more. */
const sameBoot = 1_000_000_000n;

/** Pieces of each recording, in the order of their beginnings. */
export async function recordingsOf(
  connection: Connection,
  captures: readonly CaptureRecord[],
): Promise<readonly (readonly Piece[])[]> {
  const recorded: Recorded[] = [];
  for (const record of captures) {
    const classes = await schedulerClasses(connection, record.id);
    const { first, last } = await spanOf(connection, classes);
    const begins = record.clock.zero + BigInt(Math.round(first));
    recorded.push({ record, classes, first, last, begins, ends: begins + BigInt(Math.round(last - first)) });
  }
  recorded.sort((a, b) => (a.begins < b.begins ? -1 : a.begins > b.begins ? 1 : a.record.id - b.record.id));
  const groups: Recorded[][] = [];
  for (const each of recorded) {
    const joined: Recorded[][] = [];
    for (const group of groups) if (await continues(connection, group, each)) joined.push(group);
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), each]);
  }
  return groups.map(piecesOf);
}

interface Recorded extends Pick<Piece, 'classes' | 'first' | 'last'> {
  readonly record: CaptureRecord;
  /** On the clock of its machine. */
  readonly begins: bigint;
  readonly ends: bigint;
  /** The longest time without scheduler events, once it was queried. */
  longestGap?: number;
}

function piecesOf(group: readonly Recorded[]): readonly Piece[] {
  const zero = group[0]?.record.clock.zero ?? 0n;
  return group.map(({ record, classes, first, last }) => {
    const shift = Number(record.clock.zero - zero);
    return { capture: record.id, classes, shift, first: first + shift, last: last + shift };
  });
}

async function continues(
  connection: Connection,
  group: readonly Recorded[],
  each: Recorded,
): Promise<boolean> {
  // Most pieces follow the one found last.
  for (const other of [...group].reverse()) {
    if (!mayBeOneMachine(other.record, each.record)) continue;
    if (each.begins < other.ends) {
      const shift = Number(each.record.clock.zero - other.record.clock.zero);
      if (isKnownMachine(other.record, each.record)) return true;
      if (await sharedSwitch(connection, other.classes, each.classes, shift)) return true;
    } else {
      const gap = Number(each.begins - other.ends);
      for (const piece of [other, each]) if (await isNoLongerThanGapsOf(connection, piece, gap)) return true;
    }
  }
  return false;
}

function mayBeOneMachine(a: CaptureRecord, b: CaptureRecord): boolean {
  if (a.host !== null && b.host !== null && a.host !== b.host) return false;
  const [clock, other] = [a.clock, b.clock];
  if (clock.domain !== other.domain || clock.domain === 'none') return false;
  if (clock.facts.shifted !== other.facts.shifted || clock.facts.drift !== other.facts.drift) return false;
  if (clock.utcOffset === null || other.utcOffset === null) return true;
  const difference = clock.utcOffset - other.utcOffset;
  return difference < sameBoot && -difference < sameBoot;
}

const isKnownMachine = (a: CaptureRecord, b: CaptureRecord): boolean =>
  a.host !== null && a.host === b.host && a.clock.utcOffset !== null && b.clock.utcOffset !== null;

const timesOf = (classes: readonly Meaningful[]): string =>
  ['event_rows', 'event_lines']
    .map(table => `SELECT ts FROM ${table} WHERE "class" IN (${classes.map(({ id }) => id).join(', ')})`)
    .join(' UNION ALL ');

async function spanOf(connection: Connection, classes: readonly Meaningful[]) {
  const result = await readColumns(
    connection,
    `SELECT min(ts)::DOUBLE AS a, max(ts)::DOUBLE AS b FROM (${timesOf(classes)})`,
  );
  return { first: result.numbers('a')[0] ?? Number.NaN, last: result.numbers('b')[0] ?? Number.NaN };
}

/**
 * True if the gap between two captures is no longer than a gap within one of them, so that nothing is missing between
 * them.
 */
async function isNoLongerThanGapsOf(connection: Connection, piece: Recorded, gap: number): Promise<boolean> {
  if (gap > piece.last - piece.first) return false;
  if (piece.longestGap === undefined) {
    const result = await readColumns(
      connection,
      `SELECT max(gap)::DOUBLE AS gap FROM (SELECT ts - lag(ts) OVER (ORDER BY ts) AS gap FROM (${timesOf(piece.classes)}))`,
    );
    piece.longestGap = result.numbers('gap')[0] ?? Number.NaN;
  }
  return gap <= piece.longestGap;
}
