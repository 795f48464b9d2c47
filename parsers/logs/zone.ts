/** Time zones after times: `Z`, `+02:00`, `CEST`. */
import { decode } from '../kit/bytes.ts';
import { abbreviationOffset, wordlikeOffset } from '../kit/civil.ts';
import { Levels } from './levels.ts';
import { isNameByte } from './month.ts';
import type { ReadTime } from './time.ts';

/**
 * Position after the zone at `start`, or -1. `required`: the format always writes a zone there, so that a word
 * in capitals is one even if its meaning is unknown.
 */
export function readZone(
  bytes: Uint8Array,
  start: number,
  end: number,
  into: ReadTime,
  required = true,
): number {
  if (start >= end) return -1;
  const first = bytes[start]!;
  if (first === 0x2b || first === 0x2d) return numericZone(bytes, start, end, into);
  let at = start;
  let packed = 0;
  while (at < end && at - start < 6 && bytes[at]! >= 0x41 && bytes[at]! <= 0x5a)
    packed = packed * 256 + bytes[at++]!;
  if (at === start || (at < end && isNameByte(bytes[at]!))) return -1;
  let offset = zones.get(packed);
  if (offset === undefined) {
    const name = decode(bytes, start, at);
    offset = isUtc(packed) ? 0 : (abbreviationOffset(name) ?? Number.NaN);
    if (zones.size < 1000) zones.set(packed, offset);
  }
  if (Number.isNaN(offset)) return required ? unusualZone(bytes, start, at, into) : -1;
  const utc = isUtc(packed);
  if (utc && at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) {
    const after = numericZone(bytes, at, end, into);
    if (after >= 0) return after;
  }
  into.offset = offset;
  into.abbreviated = !utc;
  return at;
}

/** Where a zone is required: abbreviations that are also words, and unknown ones, of which only the name is kept. */
function unusualZone(bytes: Uint8Array, start: number, at: number, into: ReadTime): number {
  if (at - start < 3 || bytes[start - 1] !== 0x20) return -1;
  const name = decode(bytes, start, at);
  if (levels.of(name) !== null) return -1;
  const offset = wordlikeOffset(name);
  into.offset = offset ?? Number.NaN;
  into.abbreviated = offset !== null;
  if (offset === null) into.unknownZone = name;
  return at;
}

const levels = new Levels();

/** Offsets, keyed by the bytes of an abbreviation packed into a number; NaN for words that are not zones. */
const zones = new Map<number, number>();

/** `Z`, `UTC` or `GMT`. */
const isUtc = (packed: number): boolean => packed === 0x5a || packed === 0x555443 || packed === 0x474d54;

function numericZone(bytes: Uint8Array, start: number, end: number, into: ReadTime): number {
  let at = start + 1;
  let digits = 0;
  let value = 0;
  while (at < end && digits < 4) {
    const byte = bytes[at]!;
    if (byte === 0x3a && digits === 2) {
      at++;
      continue;
    }
    if (byte < 0x30 || byte > 0x39) break;
    value = value * 10 + byte - 0x30;
    digits++;
    at++;
  }
  if (digits !== 2 && digits !== 4) return -1;
  const hours = digits === 2 ? value : Math.floor(value / 100);
  const minutes = digits === 2 ? 0 : value % 100;
  if (hours > 18 || minutes > 59) return -1;
  const seconds = hours * 3600 + minutes * 60;
  into.offset = bytes[start] === 0x2d ? -seconds : seconds;
  return at;
}

/** Like {@link readZone}, if the zone may be missing; a blank may precede it. */
export function maybeZone(bytes: Uint8Array, start: number, end: number, into: ReadTime): number {
  let at = start;
  while (at < end && bytes[at] === 0x20) at++;
  // A word in capitals may be a level or a host; it is a zone only if the whole word is one.
  const after = readZone(bytes, at, end, into, false);
  if (after < 0) {
    into.offset = Number.NaN;
    into.abbreviated = false;
    return start;
  }
  return after;
}
