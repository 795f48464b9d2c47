/** Searches within a line, sixteen bytes at a time. Reads may extend up to 31 bytes past the end. */
import { HEADS } from './layout';

/** Writes the masks that {@link head} uses. */
export function initSearch(): void {
  v128.store(HEADS, i8x16.splat(-1));
  v128.store(HEADS + 16, i8x16.splat(0));
}

/** The first `length` (at most 16) of the sixteen bytes at `at`, padded with zeros. */
export function head(at: usize, length: usize): v128 {
  return v128.and(v128.load(at), v128.load(HEADS + 16 - length));
}

/** True if the bytes are equal. */
export function same(a: usize, b: usize, length: usize): bool {
  if (length < 16) return !v128.any_true(v128.xor(head(a, length), head(b, length)));
  const last = length - 16;
  for (let at: usize = 0; at < last; at += 16)
    if (v128.any_true(v128.xor(v128.load(a + at), v128.load(b + at)))) return false;
  return !v128.any_true(v128.xor(v128.load(a + last), v128.load(b + last)));
}

/** Position of the first of two bytes, or `to`. */
export function findEither(from: usize, to: usize, a: u8, b: u8): usize {
  const as = i8x16.splat(a);
  const bs = i8x16.splat(b);
  for (let at = from; at < to; at += 16) {
    const bytes = v128.load(at);
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, as), i8x16.eq(bytes, bs)));
    if (mask != 0) return min(at + <usize>ctz(mask), to);
  }
  return to;
}

/**
 * Bit mask of the bytes that are in a class. A class is two tables of sixteen bytes: a byte is in it if the
 * entry for its low half in the first table and the entry for its high half in the second have a bit in
 * common.
 */
export function ofClass(bytes: v128, table: usize): i32 {
  const half = i8x16.splat(0x0f);
  const low = i8x16.swizzle(v128.load(table), v128.and(bytes, half));
  const high = i8x16.swizzle(v128.load(table, 16), v128.and(i16x8.shr_u(bytes, 4), half));
  return i8x16.bitmask(i8x16.ne(v128.and(low, high), i8x16.splat(0)));
}

/** Position of the first byte that is not in a class, or `to`. */
export function classEnd(from: usize, to: usize, table: usize): usize {
  for (let at = from; at < to; at += 16) {
    const others = ofClass(v128.load(at), table) ^ 0xffff;
    if (others != 0) return min(at + <usize>ctz(others), to);
  }
  return to;
}

/** Position of a text (followed by a blank if `thenBlank`), or 0. */
export function find(from: usize, to: usize, text: usize, length: usize, thenBlank: bool): usize {
  const first = load<u8>(text);
  let at = from;
  while (true) {
    at = findEither(at, to, first, first);
    if (at + length > to) return 0;
    let same: usize = 1;
    while (same < length && load<u8>(at + same) == load<u8>(text + same)) same++;
    if (same == length) {
      if (!thenBlank) return at;
      if (at + length < to && (load<u8>(at + length) == 0x20 || load<u8>(at + length) == 0x09)) return at;
    }
    at++;
  }
}

/** Position after the closing quote of the text that opens at `from`, or 0. */
export function quotedEnd(from: usize, to: usize): usize {
  if (from >= to || load<u8>(from) != 0x22) return 0;
  let at = from + 1;
  while (true) {
    at = findEither(at, to, 0x22, 0x5c);
    if (at >= to) return 0;
    if (load<u8>(at) == 0x5c) at += 2;
    else {
      if (at + 1 >= to || load<u8>(at + 1) != 0x22) return at + 1;
      at += 2;
    }
  }
}

/** True if {@link lineEnd} stopped at a byte that is neither LF nor plain text: above 0x7f, NUL or ESC. */
export let unusual: bool = false;

/** Position of the next LF or, before it, of an {@link unusual} byte; 0 if there is none. */
export function lineEnd(from: usize, to: usize): usize {
  // All bytes searched for are at most ESC if taken as signed.
  const bound = i8x16.splat(0x1c);
  unusual = false;
  for (let at = from; at < to; at += 32) {
    const first = v128.load(at);
    const second = v128.load(at, 16);
    if (!v128.any_true(i8x16.lt_s(i8x16.min_s(first, second), bound))) continue;
    let low = i8x16.bitmask(i8x16.lt_s(first, bound)) | (i8x16.bitmask(i8x16.lt_s(second, bound)) << 16);
    for (; low != 0; low &= low - 1) {
      const here = at + <usize>ctz(low);
      if (here >= to) return 0;
      const byte = load<u8>(here);
      if (byte == 0x0a) return here;
      unusual = byte == 0 || byte == 0x1b || byte >= 0x80;
      if (unusual) return here;
    }
  }
  return 0;
}

/** True if there is `=`, or a colon followed by a blank and a digit. */
export function mayHoldPairs(from: usize, to: usize): bool {
  let at = from;
  while (true) {
    at = findEither(at, to, 0x3d, 0x3a);
    if (at >= to) return false;
    if (load<u8>(at) == 0x3d) return true;
    if (at + 2 < to && load<u8>(at + 1) == 0x20 && load<u8>(at + 2) - 0x30 <= 9) return true;
    at++;
  }
}
