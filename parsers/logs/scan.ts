/** Searches within a line; none goes past its end. */
import { finite, hexDigit } from '../kit/bytes.ts';

/** Position of `what` (followed by a blank if `thenBlank`), or -1. */
export function find(
  bytes: Uint8Array,
  start: number,
  end: number,
  what: Uint8Array,
  thenBlank: boolean,
): number {
  const first = what[0]!;
  const last = end - what.length;
  for (let at = start; at <= last; at++) {
    if (bytes[at] !== first) continue;
    let same = 1;
    while (same < what.length && bytes[at + same] === what[same]) same++;
    if (same < what.length) continue;
    const next = bytes[at + same];
    if (!thenBlank || (at + same < end && (next === 0x20 || next === 0x09))) return at;
  }
  return -1;
}

/** Position after the closing quote of the text that opens at `start`, or -1. */
export function quotedEnd(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end || bytes[start] !== 0x22) return -1;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x22) {
      if (bytes[at + 1] !== 0x22 || at + 1 >= end) return at + 1;
      at++;
    }
  }
  return -1;
}

/** Position after the bracketed elements that begin at `start`, or -1. Brackets in quotes do not count. */
export function structuredEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === 0x5b) {
    for (at++; bytes[at] !== 0x5d; at++) {
      if (bytes[at] === 0x22) at = quotedEnd(bytes, at, end) - 1;
      if (at < start || at >= end) return -1;
    }
    at++;
  }
  return at === start ? -1 : at;
}

/** Exact up to 2^53; NaN if a double cannot hold so many digits. */
export function hexValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 16 + hexDigit(bytes[at]!);
  return finite(value);
}
