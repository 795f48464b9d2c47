/** Clock of a recording: times are ns of a clock that usually started at boot. */
import type { Clock, Options } from '../contract.ts';
import { bootClock } from '../kit/boot-clock.ts';
import { isInstant } from '../kit/civil.ts';
import type { ClockReference } from './features.ts';

/** `CLOCK_REALTIME` of `perf record -k`. */
export const realtime = 0;

/** Names of clocks as arguments of `-k`. */
export const clockNames: Readonly<Record<number, string>> = {
  0: 'realtime',
  1: 'monotonic',
  4: 'monotonic_raw',
  7: 'boottime',
  11: 'tai',
};

/**
 * @param zero the time that counts as 0
 * @param last the latest time known so far
 */
export function clockOf(
  clockId: number | null,
  reference: ClockReference | null,
  zero: bigint,
  last: bigint,
  options: Options,
): Clock {
  const base = { domain: 'boot', zero, zone: null } as const;
  if (clockId === realtime) return { ...base, domain: 'utc', utcOffset: 0n, source: 'realtime', error: 0 };
  // A damaged file may state any time.
  if (
    reference !== null &&
    isInstant(Number(reference.wall) / 1e9) &&
    isInstant(Number(reference.clock) / 1e9)
  ) {
    const utcOffset = reference.wall - reference.clock;
    return { ...base, utcOffset, source: 'reference-time', error: 1000 };
  }
  return bootClock(zero, last, options);
}
