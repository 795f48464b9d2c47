import type { Clock, Options } from '../contract.ts';
import type { TraceFacts } from './survey.ts';

/** The file is written a little after its last event. */
const closingError = 2e9;
/** Later than this, µs, times are no time since boot but since 1970: 2001. */
const epoch = 1e15;

/** Times are µs, mostly of the machine's monotonic clock; a program of one's own may write those of the wall clock. */
export function clockOf({ first, last, captured }: TraceFacts, { modified, start }: Options): Clock {
  const zero = BigInt(Math.floor(first)) * 1000n;
  if (first >= epoch)
    return { domain: 'utc', zero, utcOffset: 0n, zone: null, source: 'epoch-seconds', error: null };
  const boot = { domain: 'boot', zero, zone: null } as const;
  if (start !== null)
    return { ...boot, utcOffset: start - zero, source: 'boot-seconds', startSet: true, error: null };
  const end = BigInt(Math.ceil(last)) * 1000n;
  if (captured !== null)
    return { ...boot, utcOffset: captured - end, source: 'captured-on', error: closingError };
  if (modified === null) return { ...boot, utcOffset: null, source: 'boot-seconds', error: null };
  return {
    ...boot,
    utcOffset: modified - end,
    source: 'boot-seconds',
    dateFrom: 'file-time',
    error: closingError,
  };
}
