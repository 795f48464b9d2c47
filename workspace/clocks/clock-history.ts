/**
 * Changes of clocks, stored in the workspace so that each can be undone, the last one first: the clocks that changed,
 * including those that followed from it, as they were before.
 */

import type { Query } from '../query.ts';
import type { CaptureRecord } from '../store/captures.ts';
import { type CaptureClock, clockFromJson, clockToJson } from '../store/clock-facts.ts';
import { text } from '../store/schema.ts';

const key = 'clock history';
const begunKey = 'clock change begun';
/** Number of changes kept: more than anybody undoes. */
const maxChanges = 200;

export interface FormerClock {
  readonly capture: number;
  /** Epoch ns. Identifies the capture together with its id, because ids are reused. */
  readonly imported: bigint;
  readonly clock: CaptureClock;
  readonly asRead: CaptureClock | null;
  /** ns between rows without times of their own; null if rows have times. */
  readonly interval: number | null;
}

/** One change: its description and the clocks before it. */
export interface PastChange {
  readonly what: string;
  readonly former: readonly FormerClock[];
}

interface Stored {
  readonly what: string;
  readonly former: readonly {
    readonly capture: number;
    readonly imported: string;
    readonly clock: string;
    readonly asRead: string | null;
    readonly interval: number | null;
  }[];
}

/** The changes, the latest at the end. */
export async function readHistory(query: Query): Promise<readonly PastChange[]> {
  const result = await query.columns('SELECT value AS v FROM workspace WHERE key = ?', [key]);
  const json = result.texts('v')[0];
  return json == null ? [] : (JSON.parse(json) as readonly Stored[]).map(fromStored);
}

/** A change that is being made, in several transactions. */
export interface BegunChange extends PastChange {
  /** True if it undoes the last change of the history. */
  readonly isUndo: boolean;
}

/** Statements that record a change before it is made, with the clocks to return to if it is never ended. */
export const beginChange = (change: BegunChange): readonly string[] => [
  endChange,
  `INSERT INTO workspace VALUES (${text(begunKey)}, ${text(JSON.stringify({ ...toStored(change), isUndo: change.isUndo }))})`,
];

export const endChange = `DELETE FROM workspace WHERE key = ${text(begunKey)}`;

/** The change that a killed process has begun and not ended; null if there is none. */
export async function readBegun(query: Query): Promise<BegunChange | null> {
  const result = await query.columns('SELECT value AS v FROM workspace WHERE key = ?', [begunKey]);
  const json = result.texts('v')[0];
  if (json == null) return null;
  const stored = JSON.parse(json) as Stored & { readonly isUndo: boolean };
  return { ...fromStored(stored), isUndo: stored.isUndo };
}

const fromStored = ({ what, former }: Stored): PastChange => ({
  what,
  former: former.map(({ capture, imported, clock, asRead, interval }) => ({
    capture,
    imported: BigInt(imported),
    clock: clockFromJson(clock),
    asRead: asRead === null ? null : clockFromJson(asRead),
    interval,
  })),
});

const toStored = ({ what, former }: PastChange): Stored => ({
  what,
  former: former.map(({ clock, asRead, imported, ...rest }) => ({
    ...rest,
    imported: String(imported),
    clock: clockToJson(clock),
    asRead: asRead && clockToJson(asRead),
  })),
});

export function writeHistory(history: readonly PastChange[]): string[] {
  const kept = history.slice(-maxChanges).map(toStored);
  return [
    `DELETE FROM workspace WHERE key = ${text(key)}`,
    `INSERT INTO workspace VALUES (${text(key)}, ${text(JSON.stringify(kept))})`,
  ];
}

/** The current clocks of all captures. */
export async function clocksOf(
  query: Query,
  captures: readonly CaptureRecord[],
): Promise<readonly FormerClock[]> {
  const interval = await intervals(query, captures);
  return captures.map(({ id, imported, clock, clockAsRead }) => ({
    capture: id,
    imported,
    clock,
    asRead: clockAsRead,
    interval: interval.get(id) ?? null,
  }));
}

/** The clocks in `before` that differ in `after`. */
export function changedClocks(
  before: readonly FormerClock[],
  after: readonly FormerClock[],
): readonly FormerClock[] {
  const text = ({ clock, interval }: FormerClock) => `${clockToJson(clock)} ${interval}`;
  const now = new Map(after.map(each => [each.capture, text(each)]));
  return before.filter(each => now.has(each.capture) && now.get(each.capture) !== text(each));
}

/** ns between rows of captures without times of their own, if the user set it. */
async function intervals(
  query: Query,
  captures: readonly CaptureRecord[],
): Promise<ReadonlyMap<number, number>> {
  const numbered = captures.filter(({ clock }) => clock.facts.startFrom === 'interval-set');
  if (numbered.length === 0) return new Map();
  const result = await query.columns(
    `SELECT capture::INTEGER AS capture, max(ts // "row")::DOUBLE AS ns
     FROM (SELECT capture, unnest(ts) AS ts, unnest("row") AS "row" FROM metric_times
           WHERE capture IN (${numbered.map(({ id }) => id).join(', ')}))
     WHERE "row" > 0 GROUP BY capture`,
  );
  const ns = result.numbers('ns');
  return new Map(Array.from(result.ints('capture'), (capture, row) => [capture, ns[row]!]));
}
