/**
 * Formats times for reading, in one zone. A time is epoch ns as bigint, because a number would lose up to 256 ns.
 */

/** An IANA name (`Europe/Berlin`), a fixed offset (`+02:00`), `UTC`, or {@link ownClock}: no zone at all. */
export type Zone = string;

const ownPrefix = 'own clock since ';

/** Zone of unaligned times: they are written since `start`, ns on the captures' own clock. */
export const ownClock = (start: bigint): Zone => `${ownPrefix}${start}`;

/** Start of an own clock, ns; null for a real zone. */
export function ownStart(zone: Zone): bigint | null {
  return zone.startsWith(ownPrefix) ? BigInt(zone.slice(ownPrefix.length)) : null;
}

/** `+12.345 s` */
function sinceText(ns: bigint, digits: number): string {
  const text = String(ns < 0n ? -ns : ns).padStart(10, '0');
  const fraction = digits > 0 ? `.${text.slice(-9).slice(0, digits)}` : '';
  return `${ns < 0n ? '−' : '+'}${text.slice(0, -9)}${fraction} s`;
}

const second = 1_000_000_000n;
const dayMs = 86_400_000;

/** Offset of the zone's wall clock from UTC at an instant, ms. An unknown zone reads as UTC. */
export function zoneOffset(zone: Zone, epochMs: number): number {
  if (zone === 'UTC' || ownStart(zone) !== null) return 0;
  const fixed = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3])) * 60_000;
  const format = formatOf(zone);
  if (!format) return 0;
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(epochMs)) part[type] = Number(value);
  const wall = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
  return wall - Math.floor(epochMs / 1000) * 1000;
}

const formats = new Map<Zone, Intl.DateTimeFormat | null>();

function formatOf(zone: Zone): Intl.DateTimeFormat | null {
  let format = formats.get(zone);
  if (format === undefined) {
    format = isZone(zone)
      ? new Intl.DateTimeFormat('en-US', {
          timeZone: zone,
          hourCycle: 'h23',
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
        })
      : null;
    formats.set(zone, format);
  }
  return format;
}

export function isZone(zone: string): boolean {
  if (/^[+-]\d\d:?\d\d$/.test(zone)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

interface Wall {
  readonly date: string;
  readonly clock: string;
  /** Nine digits. */
  readonly fraction: string;
}

function wallOf(time: bigint, zone: Zone): Wall {
  let fraction = time % second;
  if (fraction < 0n) fraction += second;
  const epochMs = Number((time - fraction) / 1_000_000n);
  const iso = new Date(epochMs + zoneOffset(zone, epochMs)).toISOString();
  return { date: iso.slice(0, 10), clock: iso.slice(11, 19), fraction: String(fraction).padStart(9, '0') };
}

/** `04:22:04.015`: the time of day, with `digits` decimals of the second. */
export function formatClock(time: bigint, zone: Zone, digits = 3): string {
  const start = ownStart(zone);
  if (start !== null) return sinceText(time - start, digits);
  const { clock, fraction } = wallOf(time, zone);
  return digits > 0 ? `${clock}.${fraction.slice(0, digits)}` : clock;
}

export function formatDate(time: bigint, zone: Zone): string {
  return ownStart(zone) === null ? wallOf(time, zone).date : 'own clock';
}

/** Text of a tick: the time of day; the date at midnight, or if ticks are days apart. */
export function formatTick(time: bigint, zone: Zone, step: number): string {
  const start = ownStart(zone);
  if (start !== null) return sinceText(roundTo(time - start, step), digitsFor(step));
  const tick = roundTo(time, step);
  const { date, clock, fraction } = wallOf(tick, zone);
  const isMidnight = clock === '00:00:00' && Number(fraction) === 0;
  return isMidnight || step >= dayMs * 1e6 ? date : formatClock(tick, zone, digitsFor(step));
}

/** Rounds to seconds, because the positions of ticks are doubles, which are some ns off over years. */
function roundTo(ns: bigint, step: number): bigint {
  if (step < 1e9) return ns;
  return ((ns + second / 2n) / second) * second;
}

/** To the nanosecond, for hover and copy: `2024-05-01 04:22:04.015123456 UTC`. */
export function formatExact(time: bigint, zone: Zone): string {
  const start = ownStart(zone);
  if (start !== null) return `${sinceText(time - start, 9)} since the beginning`;
  const { date, clock, fraction } = wallOf(time, zone);
  return `${date} ${clock}.${fraction} ${zone}`;
}

/** Decimals of a second needed to distinguish times `step` ns apart. */
export function digitsFor(step: number): number {
  return step >= 1e9 ? 0 : Math.min(9, Math.ceil(9 - Math.log10(Math.max(step, 1))));
}

/** True if two times fall on the same day of the zone. */
export function sameDay(a: bigint, b: bigint, zone: Zone): boolean {
  return ownStart(zone) !== null || wallOf(a, zone).date === wallOf(b, zone).date;
}

/** ns since the zone's last midnight before `time`, or since the start of an own clock. */
export function sinceMidnight(time: bigint, zone: Zone): number {
  const start = ownStart(zone);
  if (start !== null) return Number(time - start);
  const ms = Number(time / 1_000_000n);
  const wall = ms + zoneOffset(zone, ms);
  return (((wall % dayMs) + dayMs) % dayMs) * 1e6 + Number(time % 1_000_000n);
}
