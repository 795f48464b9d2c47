/** The clock of reports about ETW traces: times since the trace began, which they do not date. */
import type { Clock, Options } from '../../contract.ts';

export const sinceTraceStart = ({ start }: Options): Clock => ({
  domain: 'none',
  zero: 0n,
  utcOffset: start,
  zone: null,
  source: 'run-seconds',
  startSet: start !== null,
  error: null,
});

/** No times at all. */
export const withoutTimes = ({ start }: Options): Clock => ({
  domain: 'none',
  zero: 0n,
  utcOffset: start,
  zone: null,
  source: 'none',
  startSet: start !== null,
  error: null,
});
