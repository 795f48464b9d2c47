/** Where the times of a recording stand: ns of a clock that mostly started at boot. */
import type { Clock, Options } from '../contract.ts';
import type { ClockReference } from './features.ts';

/** `CLOCK_REALTIME` of `perf record -k`. */
export const realtime = 0;

/** The names that `-k` takes. */
export const clockNames: Readonly<Record<number, string>> = {
  0: 'realtime',
  1: 'monotonic',
  4: 'monotonic_raw',
  7: 'boottime',
  11: 'tai',
};

/** The file is closed a little after the last sample. */
const closingError = 2e9;

/**
 * @param zero the time that counts as 0
 * @param last the latest time known so far
 */
export function clockOf(
  clockId: number | null,
  reference: ClockReference | null,
  zero: bigint,
  last: bigint,
  { modified, start }: Options,
): Clock {
  const base = { domain: 'boot', zero, zone: null } as const;
  if (clockId === realtime) return { ...base, domain: 'utc', utcOffset: 0n, source: 'realtime', error: 0 };
  if (reference !== null) {
    const utcOffset = reference.wall - reference.clock;
    return { ...base, utcOffset, source: 'reference-time', error: 1000 };
  }
  if (start !== null)
    return { ...base, utcOffset: start - zero, source: 'boot-seconds', startSet: true, error: null };
  if (modified === null) return { ...base, utcOffset: null, source: 'boot-seconds', error: null };
  return {
    ...base,
    utcOffset: modified - last,
    source: 'boot-seconds',
    dateFrom: 'file-time',
    error: closingError,
  };
}
