import type { Clock, Options } from '../contract.ts';

/** Assumed time, ns, between the last event of a file and its closing. */
export const closingError = 2e9;

/**
 * The clock of times that count from boot. It starts at the time that the user set; by default, as a guess, the last
 * time is the time at which the file was last written.
 *
 * @param zero the time that counts as 0
 * @param last the latest time known
 */
export function bootClock(zero: bigint, last: bigint, { modified, start }: Options): Clock {
  const boot = { domain: 'boot', zero, zone: null, source: 'boot-seconds' } as const;
  if (start !== null) return { ...boot, utcOffset: start - zero, startSet: true, error: null };
  if (modified === null) return { ...boot, utcOffset: null, error: null };
  return { ...boot, utcOffset: modified - last, dateFrom: 'file-time', error: closingError };
}
