import type { Clock, Options } from '../contract.ts';

/**
 * The clock of a capture whose times count from a start without a date, or that has no times; the user may set the
 * start.
 */
export function undated({ start }: Options, source: 'none' | 'run-seconds' | 'row-numbers'): Clock {
  return {
    domain: 'none',
    zero: 0n,
    utcOffset: start,
    zone: null,
    source,
    startSet: start !== null,
    error: null,
  };
}
