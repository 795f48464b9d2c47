/**
 * Reads cells of numbers, many per call, eightDigits bytes at a time: reading digit by digit costs an unpredictable
 * branch for each digit.
 */

/** Values that {@link cells} has read, f64 each. */
const VALUES: usize = 0x1_0000;
const VALUES_MAX: u32 = 1 << 15;

/** Bytes to read. */
const INPUT: usize = 0x5_0000;

/** Bytes past the end of the input that may be read, because cells are loaded eightDigits bytes at a time. */
const BEYOND: usize = 64;

const quote: u8 = 0x22;
const minus: u8 = 0x2d;
const point: u8 = 0x2e;
const blank: u8 = 0x20;
const lineFeed: u8 = 0x0a;
const carriageReturn: u8 = 0x0d;

const zeros: u64 = 0x3030303030303030;
const powers: StaticArray<u64> = [
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
  1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
];

/** Offset where {@link cells} has stopped: the first byte of a cell that it has not read. */
export let stop: u32 = 0;
/** True if {@link cells} has stopped after a line feed. */
export let ended: bool = false;

/** Number of digits that {@link digits} has read. */
let length: u32 = 0;

export function values(): usize {
  return VALUES;
}

export function valuesMax(): u32 {
  return VALUES_MAX;
}

/** Makes room for `size` bytes of input, and returns its address. */
export function reserve(size: u32): usize {
  const pages = i32((INPUT + usize(size) + BEYOND + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
  return INPUT;
}

/**
 * Reads at most `maxCells` cells of the input from `from` on and returns their number. Stops before a cell that
 * `end` cuts, and after a line feed. A cell is a number of up to 15 digits, or empty (NaN), with or without
 * quotes. Other cells are left to the host.
 */
export function cells(from: u32, end: u32, separator: u8, maxCells: u32): u32 {
  const last = INPUT + usize(end);
  const count = min(maxCells, VALUES_MAX);
  let at = INPUT + usize(from);
  let read: u32 = 0;
  ended = false;
  while (read < count) {
    let p = at;
    const quoted = load<u8>(p) == quote;
    p += usize(quoted);
    const negative = load<u8>(p) == minus;
    p += usize(negative);
    const start = p;
    let word = load<u64>(p) ^ zeros;
    let places = leadingDigits(word);
    let decimals: u32 = 0;
    let number: u64 = 0;
    let isShort = places < 8;
    if (places < 7 && load<u8>(p + usize(places)) == point) {
      // Removes the point, so that the number is one sequence of digits, mostly within the eightDigits bytes.
      const before: u64 = ((<u64>1) << (u64(places) << 3)) - 1;
      word = (word & before) | ((word >> 8) & ~before);
      const all = leadingDigits(word);
      isShort = all < 7;
      decimals = all - places;
      places = all;
    }
    if (isShort) {
      if (places > 0) number = eightDigits(word << (64 - (u64(places) << 3)));
      p += usize(places);
      if (decimals > 0 || load<u8>(p) == point) p++;
    } else {
      number = digits(p);
      places = length;
      p += usize(length);
      decimals = 0;
      if (load<u8>(p) == point) {
        const fraction = digits(p + 1);
        decimals = length;
        places += decimals;
        if (places > 15) break;
        number = number * unchecked(powers[decimals]) + fraction;
        p += 1 + usize(decimals);
      }
      if (places > 15) break;
    }
    if (places == 0) {
      // Empty, or one blank. A sign or a point alone is left to the host.
      if (negative || p > start) break;
      if (load<u8>(p) == blank) p++;
    }
    if (quoted) {
      if (load<u8>(p) != quote) break;
      p++;
    }
    if (load<u8>(p) == carriageReturn) p++;
    const stopper = load<u8>(p);
    if (p >= last || (stopper != separator && stopper != lineFeed)) break;
    // With up to 15 digits both operands are exact, so the quotient is the nearest double.
    const value = f64(number) / f64(unchecked(powers[decimals]));
    store<f64>(VALUES + (usize(read) << 3), places == 0 ? NaN : negative ? -value : value);
    read++;
    at = p + 1;
    if (stopper == lineFeed) {
      ended = true;
      break;
    }
  }
  stop = u32(at - INPUT);
  return read;
}

/** The number whose decimal digits begin at `p`, at most 16 of them; sets {@link length}. */
function digits(p: usize): u64 {
  const first = load<u64>(p) ^ zeros;
  const count = leadingDigits(first);
  length = count;
  if (count == 0) return 0;
  const number = eightDigits(first << (64 - (u64(count) << 3)));
  if (count < 8) return number;
  const second = load<u64>(p + 8) ^ zeros;
  const rest = leadingDigits(second);
  length = 8 + rest;
  if (rest == 0) return number;
  return number * unchecked(powers[rest]) + eightDigits(second << (64 - (u64(rest) << 3)));
}

/** Number of consecutive bytes below ten, from the lowest on. */
function leadingDigits(bytes: u64): u32 {
  const above = ((bytes & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676) | bytes;
  return u32(ctz(above & 0x8080808080808080) >> 3);
}

/** The number with eightDigits digits, one per byte, the first in the lowest. */
function eightDigits(bytes: u64): u64 {
  const pairs = (bytes * 10 + (bytes >> 8)) & 0x00ff00ff00ff00ff;
  const fours = (pairs * 100 + (pairs >> 16)) & 0x0000ffff0000ffff;
  return (fours * 10000 + (fours >> 32)) & 0xffffffff;
}
