/** Cheap checks on lines. */
import { isDigit } from '../kit/bytes.ts';

/** True if there is nothing but blanks. */
export function isBlankLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

/**
 * True if a record may begin with the byte: a digit, a bracket or a word. Continuation lines are indented or
 * begin with a closing bracket.
 */
export function mayBegin(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (lower >= 0x61 && lower <= 0x7b) ||
    byte === 0x3c ||
    byte === 0x22 ||
    byte >= 0x80
  );
}

/** False if the line cannot hold a time: every time has `1:23` or `1.23`, or six consecutive digits. */
export function mayHoldTime(bytes: Uint8Array, start: number, end: number): boolean {
  let run = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x30 && byte <= 0x39) {
      if (++run === 6) return true;
      continue;
    }
    if (run > 0 && (byte === 0x3a || byte === 0x2e) && isDigit(bytes[at + 1]) && isDigit(bytes[at + 2]))
      return true;
    run = 0;
  }
  return false;
}

/** `end` moved back before blanks and line ends. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start) {
    const byte = bytes[at - 1]!;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) break;
    at--;
  }
  return at;
}

/** End of the first line. */
export function lineEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] === 0x0a) return at > start && bytes[at - 1] === 0x0d ? at - 1 : at;
  }
  return end;
}
