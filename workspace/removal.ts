/** Removing a capture, and bringing it back. */
import { giveDrift } from './clock-changes.ts';
import { driftRows } from './clocks/drift.ts';
import type { Held } from './held.ts';
import { freeName } from './import/names.ts';
import type { CaptureRecord } from './store/captures.ts';
import { forgetCapture, updateClock } from './store/clock-facts.ts';
import { bringBack, removal, setAside } from './store/removed.ts';

/** Sets a capture and its rows aside. They are stored without drift; that of the record says what to apply again. */
export async function removeCapture(held: Held, capture: number): Promise<CaptureRecord> {
  const removed = await held.captureById(capture);
  await held.transaction([
    ...driftRows(removed, 0),
    ...setAside(capture),
    ...forgetCapture(capture),
    ...removal(capture),
  ]);
  return removed;
}

/** Brings back a capture with its clock; its name gets a number if it is taken. */
export async function restoreCapture(held: Held, { id, name, path, clock }: CaptureRecord): Promise<void> {
  const taken = new Set((await held.captures()).map(capture => capture.name));
  const { drift } = clock.facts;
  const undrifted = updateClock(id, { ...clock, facts: { ...clock.facts, drift: 0 } });
  await held.transaction([
    ...bringBack(id, taken.has(name) ? freeName(taken, path) : name),
    ...(drift === 0 ? [] : [undrifted]),
  ]);
  await giveDrift(held, id, drift);
}
