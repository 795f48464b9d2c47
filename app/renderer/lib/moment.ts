import { ownStart, type Zone, zoneOffset } from '../../wording/time.ts';
import { durationOf } from './clock-change.ts';

interface Span {
  /** Epoch ns. */
  readonly from: bigint;
  readonly to: bigint;
}

const msNs = 1_000_000n;
const dayMs = 86_400_000;

/**
 * Parses a moment that the user typed; null if it is none. `04:22:10.5` is on the first day of the span that has it,
 * `2026-11-21 04:22:10` in the zone that is shown unless it names an offset, `+12.5s` from the beginning of the span.
 */
export function momentOf(text: string, span: Span, zone: Zone): bigint | null {
  const since = /^\s*\+/.test(text) ? durationOf(text) : null;
  if (since !== null) return span.from + since;
  const found =
    /^\s*(?:(\d{4}-\d\d-\d\d)[T ]\s*)?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?\s*$/.exec(
      text,
    );
  if (!found) return null;
  const [, date, hours, minutes, seconds = '0', fraction = '', offset] = found;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const clockMs = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  const rest = BigInt(fraction.padEnd(9, '0'));
  // Times of unaligned captures are shown since their beginning.
  const start = ownStart(zone);
  if (start !== null) return date ? null : start + BigInt(clockMs) * msNs + rest;
  const zoneOfText = offset === undefined ? zone : offset === 'Z' ? 'UTC' : offset;
  const at = (midnight: number) => {
    const wall = midnight + clockMs;
    // The offset of the zone at that wall time: looked up twice, as it may change on that day.
    const guess = wall - zoneOffset(zoneOfText, wall);
    return BigInt(wall - zoneOffset(zoneOfText, guess)) * msNs + rest;
  };
  if (date) {
    const midnight = Date.parse(`${date}T00:00:00Z`);
    return Number.isNaN(midnight) ? null : at(midnight);
  }
  const firstMs = Number(span.from / msNs);
  const first = Math.floor((firstMs + zoneOffset(zoneOfText, firstMs)) / dayMs) * dayMs;
  const days = Math.ceil(Number((span.to - span.from) / msNs) / dayMs) + 1;
  for (let day = 0; day <= days; day++) {
    const moment = at(first + day * dayMs);
    if (moment >= span.from && moment <= span.to) return moment;
  }
  return at(first);
}
