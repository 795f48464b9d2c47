/** Changes of the clocks of captures: made, undone, and taken back if a killed process did not end one. */

import { alignments } from './align/align.ts';
import { clockFitOf, fitTo } from './align/fit/fits.ts';
import { zoneAlignments } from './align/zone.ts';
import { type ClockChange, changeClock } from './clocks/clock.ts';
import { asRead, forgetAsRead, keepAsRead, moveTo } from './clocks/clock-as-read.ts';
import {
  beginChange,
  changedClocks,
  clocksOf,
  endChange,
  type FormerClock,
  type PastChange,
  readBegun,
  readHistory,
  writeHistory,
} from './clocks/clock-history.ts';
import { driftRows, forgetOrphans, forgetUnused } from './clocks/drift.ts';
import { WorkspaceError } from './errors.ts';
import type { Held } from './held.ts';
import type { CaptureRecord } from './store/captures.ts';
import { type CaptureClock, clockToJson, updateClock } from './store/clock-facts.ts';
import { insertOwed, statesOwed } from './store/owed.ts';
import { text } from './store/schema.ts';

/** Makes derived tables anew, as pieces of one recording may overlap or no longer meet after a change. */
type DeriveAll = () => Promise<void>;

/** Changes the clock of a capture. All `changes` are undone at once. */
export async function changeClocks(
  held: Held,
  capture: number,
  changes: readonly ClockChange[],
  derive: DeriveAll,
): Promise<void> {
  const { name } = await held.captureById(capture);
  const what = `the clock of ${name}`;
  const before = await clocksOf(held, await held.captures());
  await held.transaction(beginChange({ what, former: before, isUndo: false }));
  try {
    for (const change of changes) await setClockOf(held, await held.captureById(capture), change);
  } finally {
    // In `finally`, because changes made before one that throws stay and must be undoable.
    await derive();
    const former = changedClocks(before, await clocksOf(held, await held.captures()));
    const history = await readHistory(held);
    await held.transaction([
      endChange,
      ...(former.length > 0 ? writeHistory([...history, { what, former }]) : []),
    ]);
  }
}

/** Undoes the last change, and returns it; null if there is none. */
export async function undoChange(held: Held, derive: DeriveAll): Promise<PastChange | null> {
  const history = [...(await readHistory(held))];
  const undone = history.pop() ?? null;
  if (!undone) return null;
  await held.transaction(beginChange({ ...undone, isUndo: true }));
  await giveClocks(held, undone.former);
  await derive();
  await held.transaction([endChange, ...writeHistory(history)]);
  return undone;
}

async function setClockOf(held: Held, changed: CaptureRecord, change: ClockChange): Promise<void> {
  const capture = changed.id;
  if ('asRead' in change) await giveClock(held, changed, asRead(changed), null, null);
  else if ('zone' in change || 'year' in change) {
    // A change of zone or year is defined on times without drift, and moves rows by different amounts: so the drift
    // is removed, and reapplied afterwards.
    const { drift } = changed.clock.facts;
    await held.transaction([...keepAsRead(changed), ...withoutDrift(changed)]);
    const plain = await held.captureById(capture);
    await held.transaction(changeClock(plain, change));
    await giveDrift(held, capture, drift);
  } else if ('fit' in change) {
    const by = await held.captureById(change.fit.by);
    const fit = await fitTo(held, changed, by);
    if (!fit)
      throw new WorkspaceError(
        'bad-clock',
        `${by.name} and ${changed.name} have recorded too little in common to fit the clock of ${changed.name}: pin one of its events to an event of ${by.name}.`,
      );
    await held.transaction([...keepAsRead(changed), ...changeClock(changed, { fit: clockFitOf(fit) })]);
  } else await held.transaction([...keepAsRead(changed), ...changeClock(changed, change)]);
  await held.transaction(forgetAsRead(await held.captureById(capture)));
  if ('zone' in change || 'asRead' in change) await held.transaction(zoneAlignments(await held.captures()));
  if ('asRead' in change) await held.transaction(await alignments(held, await held.captures()));
}

/** Takes back a change of a clock that a killed process did not end; an undo of one is completed. */
export async function endBegunChange(held: Held): Promise<void> {
  const begun = await readBegun(held);
  if (!begun) return;
  await giveClocks(held, begun.former);
  const captures = await held.captures();
  const history = await readHistory(held);
  const owed = statesOwed(captures);
  await held.transaction([
    ...forgetUnused(await tablesAsRead(held), captures),
    ...(owed.length > 0 ? [insertOwed(owed)] : []),
    endChange,
    ...(begun.isUndo ? writeHistory(history.slice(0, -1)) : []),
  ]);
}

async function giveClocks(held: Held, former: readonly FormerClock[]): Promise<void> {
  const captures = await held.captures();
  for (const { capture, imported, clock, asRead, interval } of former) {
    const now = captures.find(({ id }) => id === capture);
    if (now?.imported === imported) await giveClock(held, now, clock, asRead, interval);
  }
}

/** Restores an earlier clock of a capture. */
async function giveClock(
  held: Held,
  capture: CaptureRecord,
  clock: CaptureClock,
  asRead: CaptureClock | null,
  interval: number | null,
): Promise<void> {
  const { drift } = clock.facts;
  const isNumbered = [clock, capture.clock].some(({ facts }) => facts.startFrom === 'interval-set');
  if (clock.zone === capture.clock.zone && clock.zero === capture.clock.zero && !isNumbered)
    await held.transaction([...driftRows(capture, drift), updateClock(capture.id, clock)]);
  else {
    await held.transaction(withoutDrift(capture));
    const plain = { ...clock, facts: { ...clock.facts, drift: 0 } };
    await held.transaction(moveTo(await held.captureById(capture.id), plain, interval));
    await giveDrift(held, capture.id, drift);
  }
  await held.transaction([
    `UPDATE capture SET clock_as_read = ${asRead === null ? 'NULL' : text(clockToJson(asRead))} WHERE id = ${capture.id}`,
  ]);
}

function withoutDrift(capture: CaptureRecord): string[] {
  return capture.clock.facts.drift === 0 ? [] : changeClock(capture, { drift: 0 });
}

export async function giveDrift(held: Held, capture: number, drift: number): Promise<void> {
  if (drift !== 0) await held.transaction(changeClock(await held.captureById(capture), { drift }));
}

/** Gives a capture that replaces another the drift that was set on the former one. */
export async function keepDrift(held: Held, capture: CaptureRecord, drift: number): Promise<void> {
  if (capture.clock.facts.drift === drift) return;
  await held.transaction(keepAsRead(capture));
  await giveDrift(held, capture.id, drift);
}

/** Statements that delete rows as read of captures that were replaced. */
export async function orphans(held: Held): Promise<readonly string[]> {
  return forgetOrphans(await tablesAsRead(held));
}

/** Tables of the schema `as_read`. */
async function tablesAsRead(held: Held): Promise<ReadonlySet<string>> {
  const kept = await held.columns(
    "SELECT table_name AS t FROM duckdb_tables() WHERE schema_name = 'as_read'",
  );
  return new Set(kept.texts('t').map(String));
}
