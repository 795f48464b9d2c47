import type { Clock, Options } from '../contract.ts';
import { bootClock, closingError } from '../kit/boot-clock.ts';
import { isInstant } from '../kit/civil.ts';
import { type Json, numberOf } from '../kit/json-values.ts';
import type { TraceFacts } from './survey.ts';

/** µs. Larger times count from 1970, smaller ones from boot (this is 2001). */
const epoch = 1e15;

/** µs; NaN if it is not a time, or out of range. */
export function microseconds(value: Json | undefined): number {
  const us = numberOf(value);
  return isInstant(us / 1e6) ? us : Number.NaN;
}

/** Times are µs, mostly on the machine's monotonic clock; other programs may write wall-clock times. */
export function clockOf({ first, last, captured }: TraceFacts, options: Options): Clock {
  const zero = BigInt(Math.floor(first)) * 1000n;
  if (first >= epoch)
    return { domain: 'utc', zero, utcOffset: 0n, zone: null, source: 'epoch-seconds', error: null };
  const end = BigInt(Math.ceil(last)) * 1000n;
  if (captured === null || options.start !== null) return bootClock(zero, end, options);
  return {
    domain: 'boot',
    zero,
    zone: null,
    utcOffset: captured - end,
    source: 'captured-on',
    error: closingError,
  };
}
