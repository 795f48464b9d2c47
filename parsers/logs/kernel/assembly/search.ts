/** Searches within a line, sixteen bytes at a time. Reading goes up to fifteen bytes past the end. */

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

/** Position of a text, followed by a blank where that is asked; 0 where there is none. */
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

/** Position after the quote that closes what opens at `from`, or 0. */
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

/** The line at `from` holds bytes that are not plain text: above 0x7f, NUL, ESC. */
export let unusual: bool = false;

/** Position of the next LF, or 0. Sets {@link unusual}. */
export function lineEnd(from: usize, to: usize): usize {
  const lf = i8x16.splat(0x0a);
  const nul = i8x16.splat(0);
  const esc = i8x16.splat(0x1b);
  unusual = false;
  for (let at = from; at < to; at += 16) {
    const bytes = v128.load(at);
    const newline = i8x16.bitmask(i8x16.eq(bytes, lf));
    // Bytes above 0x7f are negative.
    const strange = i8x16.bitmask(v128.or(v128.or(i8x16.eq(bytes, esc), i8x16.eq(bytes, nul)), bytes));
    if (newline != 0) {
      const count = ctz(newline);
      if ((strange & ((1 << count) - 1)) != 0) unusual = true;
      return at + <usize>count < to ? at + <usize>count : 0;
    }
    if (strange != 0) unusual = true;
  }
  return 0;
}

/** Whether there is `=`, or a colon, a blank and a digit. */
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
