/**
 * Places captures in time that count from boot and have no wall clock, if another capture of the same boot
 * has one. Common thread ids prove the same boot, because ids are assigned anew after each boot.
 */

import type { Query } from '../query.ts';
import type { CaptureRecord } from '../store/captures.ts';
import { updateClock } from '../store/clock-facts.ts';
import { isSameFolder } from './folder.ts';

/** Fewer common threads may be chance: the first few are the same on every Linux. */
const fewestShared = 5;

/** Statements that put captures on the clock of another capture of the same boot. */
export async function bootAlignments(query: Query, captures: readonly CaptureRecord[]): Promise<string[]> {
  const fromBoot = captures.filter(({ clock, firstTs }) => clock.domain === 'boot' && firstTs !== null);
  const known = fromBoot.filter(({ clock }) => clock.utcOffset !== null);
  const statements: string[] = [];
  for (const capture of fromBoot) {
    if (capture.clock.utcOffset !== null) continue;
    const isInSameFolder = (other: CaptureRecord) => isSameFolder(other, capture);
    const others = known.filter(other => overlap(capture, other) && sameHost(capture, other));
    for (const other of others.sort((a, b) => Number(isInSameFolder(b)) - Number(isInSameFolder(a)))) {
      if (!(await shareThreads(query, capture, other))) continue;
      statements.push(update(capture, other));
      break;
    }
  }
  return statements;
}

const overlap = (a: CaptureRecord, b: CaptureRecord): boolean => first(a) <= last(b) && first(b) <= last(a);
const first = ({ clock, firstTs }: CaptureRecord): bigint => clock.zero + (firstTs ?? 0n);
const last = ({ clock, lastTs }: CaptureRecord): bigint => clock.zero + (lastTs ?? 0n);

const sameHost = (a: CaptureRecord, b: CaptureRecord): boolean =>
  a.host === null || b.host === null || a.host === b.host;

/** True if most threads of the capture with fewer threads are in the other one, with the same name and ids. */
async function shareThreads(query: Query, a: CaptureRecord, b: CaptureRecord): Promise<boolean> {
  const result = await query.columns(
    `WITH used AS (
       SELECT DISTINCT capture, thread FROM sample WHERE capture IN ($a, $b)
       UNION SELECT DISTINCT capture, thread FROM event WHERE capture IN ($a, $b)),
     named AS (SELECT capture, thread FROM used JOIN thread t ON t.id = thread WHERE t.tid > 0)
     SELECT (SELECT count(*) FROM named WHERE capture = $a)::DOUBLE AS of_a,
            (SELECT count(*) FROM named WHERE capture = $b)::DOUBLE AS of_b,
            (SELECT count(*) FROM named x JOIN named y ON x.thread = y.thread AND x.capture = $a AND y.capture = $b)::DOUBLE
              AS shared`,
    { a: a.id, b: b.id },
  );
  const [ofA = 0, ofB = 0, shared = 0] = ['of_a', 'of_b', 'shared'].map(name => result.numbers(name)[0]);
  return shared >= fewestShared && shared * 2 > Math.min(ofA, ofB);
}

function update({ id, clock }: CaptureRecord, other: CaptureRecord): string {
  const startBy = { id: other.id, name: null };
  return updateClock(id, {
    ...clock,
    utcOffset: other.clock.utcOffset,
    facts: { ...clock.facts, startFrom: 'threads', startBy, precision: other.clockError },
  });
}
