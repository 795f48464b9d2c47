import type { Clock, Options } from '../contract.ts';

/** A file is closed a little after the last of what it records. */
export const closingError = 2e9;

/**
 * Where times stand that count from when the machine started: where a person said, else the last of them is taken to be when the file
 * was last written, as a guess.
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
