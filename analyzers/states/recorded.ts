/** The time of which the switches of a CPU are recorded: before its first and after its last, nobody knows what it did. */
import type { Ask } from '../contract.ts';
import { wordId } from './in-scope.ts';

/** ns since the zero of its capture. */
export interface Recorded {
  readonly first: number;
  readonly last: number;
}

/** A CPU of a capture. */
export const placeOf = (capture: number, cpu: number): number => capture * 65536 + cpu;

/** By {@link placeOf}: begin of the first and end of the last running state. A CPU without one is left out. */
export async function recordedPlaces(ask: Ask): Promise<ReadonlyMap<number, Recorded>> {
  return ask.memo('recorded switches by CPU', async () => {
    const result = await ask.query.columns(
      `SELECT capture::INTEGER AS capture, cpu::INTEGER AS cpu, min(ts)::DOUBLE AS first, max(ts + duration)::DOUBLE AS last
       FROM state WHERE state = ${await wordId(ask, 'running')} AND cpu IS NOT NULL AND duration IS NOT NULL GROUP BY ALL`,
      [],
      ask.cancel,
    );
    const [captures, cpus] = [result.ints('capture'), result.ints('cpu')];
    const [first, last] = [result.numbers('first'), result.numbers('last')];
    const value = new Map(
      Array.from(captures, (capture, row) => [
        placeOf(capture, cpus[row]!),
        { first: first[row]!, last: last[row]! },
      ]),
    );
    return { value, bytes: 64 * value.size };
  });
}

/** The part of an interval, ns, of which no switches are recorded. */
export function unrecordedIn(recorded: Recorded | undefined, begin: number, end: number): number {
  if (recorded === undefined) return end - begin;
  const { first, last } = recorded;
  return Math.max(0, Math.min(end, first) - begin) + Math.max(0, end - Math.max(begin, last));
}
