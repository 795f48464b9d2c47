import type { Clock, Options } from '../contract.ts';

/** The clock of a capture that has no times, or none that count from anything known. */
export function noClock(options: Options): Clock {
  return {
    domain: 'none',
    zero: 0n,
    utcOffset: options.start,
    zone: null,
    source: 'none',
    startSet: options.start !== null,
    error: null,
  };
}
