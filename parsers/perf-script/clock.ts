/** The clock of a capture: perf prints seconds of a clock that mostly started at boot. */
import type { Clock, Options } from '../contract.ts';
import { epochNs, epochSeconds, monthNumber, Zone } from '../kit/civil.ts';
import type { Banner, Instant } from './banner.ts';

const toNs = ({ seconds, nanos }: Instant): bigint => epochNs(seconds, nanos);

/** `captured on` has whole seconds, and the file was closed a little after the last sample. */
const closingError = 2e9;
/** No zone is further from UTC. */
const zoneError = 14 * 3600e9;

/**
 * @param zero the time that counts as 0
 * @param lastTs the latest time known so far, ns since zero
 */
export function clockOf(
  { clockid, reference, capturedOn, last: stated }: Banner,
  zero: Instant,
  lastTs: number,
  options: Options,
): Clock {
  const base = { domain: 'boot', zero: toNs(zero), zone: null } as const;
  if (clockid === 'realtime') {
    return { ...base, domain: 'utc', utcOffset: 0n, source: 'realtime', error: 0 };
  }
  if (reference !== null) {
    const utcOffset = toNs(reference.wall) - toNs(reference.clock);
    // The wall clock is printed in µs.
    return { ...base, utcOffset, source: 'reference-time', error: 1000 };
  }
  if (options.start !== null) {
    const utcOffset = options.start - base.zero;
    return { ...base, utcOffset, source: 'boot-seconds', startSet: true, error: null };
  }
  const captured = capturedOn === null ? null : parseCtime(capturedOn);
  if (captured === null) {
    return { ...base, utcOffset: null, source: 'boot-seconds', error: null };
  }
  const zone = options.zone === null ? null : Zone.of(options.zone);
  const seconds = zone === null ? captured : zone.toUtc(captured);
  return {
    ...base,
    utcOffset: epochNs(seconds, 0) - (stated === null ? base.zero + BigInt(lastTs) : toNs(stated)),
    zone: zone?.name ?? null,
    source: 'captured-on',
    zoneFrom: zone === null ? 'assumed' : 'set',
    error: zone === null ? zoneError : closingError,
  };
}

/** `Thu Aug 17 14:14:43 2017`: seconds since 1970 as if it were UTC; null if it is not such a date. */
function parseCtime(text: string): number | null {
  const match = /^\S+\s+(\S+)\s+(\d{1,2})\s+(\d\d):(\d\d):(\d\d)\s+(\d{4})$/.exec(text);
  if (match === null) return null;
  const [, month = '', day, hour, minute, second, year] = match;
  const seconds = epochSeconds(
    Number(year),
    monthNumber(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return Number.isNaN(seconds) ? null : seconds;
}
