/**
 * Reads bytes without making strings of them. Every function takes a range `[start, end)`; numbers that do
 * not fill their range give `NaN`.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes of a constant, to compare with. */
export function ascii(text: string): Uint8Array {
  const { length } = text;
  // The call of the encoder costs more than this loop for short texts, as in `decode`.
  if (length > 128) return encoder.encode(text);
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return encoder.encode(text);
    bytes[at] = code;
  }
  return bytes;
}

/** The range as a string; invalid UTF-8 becomes U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  // Most texts are short ASCII, for which the call of the decoder alone costs more than this loop.
  if (end - start <= 24) {
    let text = '';
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }
  return decoder.decode(bytes.subarray(start, end));
}

export const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Space or tab. */
export const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

/** First position at or after `start` that is neither space nor tab. */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

/** First position at or after `start` that is space or tab, or `end`. */
export function skipWord(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && !isBlank(bytes[at])) at++;
  return at;
}

/** End of the range without trailing spaces and tabs. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(bytes[at - 1])) at--;
  return at;
}

/** Position of `byte`, or -1. */
export function indexOfByte(bytes: Uint8Array, byte: number, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === byte) return at;
  return -1;
}

/** Last position of `byte`, or -1. */
export function lastIndexOfByte(bytes: Uint8Array, byte: number, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (bytes[at] === byte) return at;
  return -1;
}

/** Position of `needle`, or -1. */
export function indexOf(bytes: Uint8Array, start: number, end: number, needle: Uint8Array): number {
  for (let at = start; at + needle.length <= end; at++) if (startsWith(bytes, at, end, needle)) return at;
  return -1;
}

export function startsWith(bytes: Uint8Array, start: number, end: number, needle: Uint8Array): boolean {
  if (end - start < needle.length) return false;
  for (let at = 0; at < needle.length; at++) if (bytes[start + at] !== needle[at]) return false;
  return true;
}

export function equals(bytes: Uint8Array, start: number, end: number, needle: Uint8Array): boolean {
  return end - start === needle.length && startsWith(bytes, start, end, needle);
}

/**
 * Decimal digits only; NaN if a double cannot hold the value. Exact to 2^53; a caller that may see more
 * checks `Number.isSafeInteger`.
 */
export function parseUnsigned(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end) return Number.NaN;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return finite(value);
}

/** NaN in place of the infinity that too many digits give. */
export const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);

/** Like {@link parseUnsigned}, with an optional sign. */
export function parseSigned(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] === 0x2d) return -parseUnsigned(bytes, start + 1, end);
  return parseUnsigned(bytes, bytes[start] === 0x2b ? start + 1 : start, end);
}

const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * `-12.5`, `.5`, `1e-3`: the nearest double. `point` is the decimal mark (0x2c for a decimal comma). No blanks,
 * no digit grouping, no `inf`.
 */
export function parseDecimal(bytes: Uint8Array, start: number, end: number, point = 0x2e): number {
  let at = start;
  const negative = bytes[at] === 0x2d;
  if (negative || bytes[at] === 0x2b) at++;
  let value = 0;
  let digits = 0;
  let decimals = 0;
  let seenPoint = false;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    const digit = byte - 0x30;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits++;
      if (seenPoint) decimals++;
    } else if (byte === point && !seenPoint) seenPoint = true;
    else break;
  }
  if (digits === 0) return Number.NaN;
  const exact = at === end && digits <= 15 && decimals <= 22;
  // If both operands are exact doubles, the quotient is the nearest double; else the engine rounds.
  const result = exact ? value / powersOfTen[decimals]! : slowDecimal(bytes, at, start, end, point);
  return exact && negative ? -result : result;
}

function slowDecimal(bytes: Uint8Array, stop: number, start: number, end: number, point: number): number {
  if (stop < end && (bytes[stop]! | 0x20) !== 0x65) return Number.NaN;
  if (stop < end && !isDigit(bytes[end - 1])) return Number.NaN;
  const text = decode(bytes, start, end);
  return finite(Number(point === 0x2e ? text : text.replace(String.fromCharCode(point), '.')));
}

/**
 * `seconds[.fraction]` as integer ns since `base` seconds, without rounding; digits beyond the ninth are
 * dropped. Exact only within 104 days of `base`.
 */
export function parseSeconds(bytes: Uint8Array, start: number, end: number, base = 0): number {
  let at = start;
  let seconds = 0;
  let digit = 0;
  for (; at < end; at++) {
    digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) break;
    seconds = seconds * 10 + digit;
  }
  if (at === start) return Number.NaN;
  if (at === end) return (seconds - base) * 1e9;
  if (bytes[at] !== 0x2e || at + 1 === end) return Number.NaN;
  let nanos = 0;
  let places = 0;
  for (at++; at < end; at++) {
    digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    if (places < 9) {
      nanos = nanos * 10 + digit;
      places++;
    }
  }
  return (seconds - base) * 1e9 + nanos * powersOfTen[9 - places]!;
}

/** Value of a hexadecimal digit, or -1. */
export function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * 1 to 16 hexadecimal digits, without `0x`. A value above 2^53 is rounded *down* to a double, so that an
 * address never moves past the end of its function.
 */
export function parseHex(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < 1 || length > 16) return Number.NaN;
  let high = 0;
  let low = 0;
  for (let at = start; at < end; at++) {
    const digit = hexDigit(bytes[at]!);
    if (digit < 0) return Number.NaN;
    high = (high << 4) | (low >>> 28);
    low = (low << 4) | digit;
  }
  const excess = 32 - Math.clz32(high) - 21;
  if (excess > 0) low &= -1 << excess;
  return (high >>> 0) * 2 ** 32 + (low >>> 0);
}

/** 32-bit FNV-1a, for hash tables; equal hashes still need {@link sameBytes}. */
export function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value >>> 0;
}

/** True if two ranges hold the same bytes. */
export function sameBytes(
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
): boolean {
  if (endA - startA !== endB - startB) return false;
  for (let at = startA, atB = startB; at < endA; at++, atB++) if (a[at] !== b[atB]) return false;
  return true;
}

/** True if the range is valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF, nothing cut. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const lead = bytes[at++]!;
    if (lead < 0x80) continue;
    const continuation = lead < 0xc2 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 0;
    if (continuation === 0 || at + continuation > end) return false;
    const second = bytes[at]!;
    if (lead === 0xe0 && second < 0xa0) return false;
    if (lead === 0xed && second > 0x9f) return false;
    if (lead === 0xf0 && second < 0x90) return false;
    if (lead === 0xf4 && second > 0x8f) return false;
    for (let next = at + continuation; at < next; at++) if ((bytes[at]! & 0xc0) !== 0x80) return false;
  }
  return true;
}

/** True if the range is text: valid UTF-8 without NUL bytes, which a crash or a damaged copy leaves. */
export function isText(bytes: Uint8Array, start: number, end: number): boolean {
  return isUtf8(bytes, start, end) && !bytes.subarray(start, end).includes(0);
}
