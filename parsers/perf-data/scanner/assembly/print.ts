/** Prints messages: the pieces of an event's print format in order. */
import * as Code from '../shared/codes';
import * as caches from './caches';
import * as layout from './layout';

/** Position in the message, and its limit. */
let at: usize = 0;
let limit: usize = 0;
/** Bitwise OR of all copied bytes: above 0x7f if any is not ASCII. */
let high: u32 = 0;

/** Prints the raw data `[start, end)` to `to`. Returns the end; 0: the host must print it. */
export function print(event: i32, pieces: usize, count: u32, start: usize, end: usize, to: usize): usize {
  at = to;
  limit = to + layout.MESSAGE_MAX;
  high = 0;
  for (let piece: u32 = 0; piece < count; piece++, pieces += Code.PIECE_WORDS * 4) {
    store<u32>(layout.BOUNDS + ((<usize>piece) << 2), <u32>at);
    switch (load<u32>(pieces)) {
      case Code.LITERAL: {
        const length = load<u32>(pieces, 8);
        if (at + length > limit) return 0;
        copy(at, load<u32>(pieces, 4), length);
        at += length;
        break;
      }
      case Code.DECIMAL: {
        const value = valueAt(pieces + 4, load<u32>(pieces, 28) != 0, start, end);
        if (isQuick(pieces, value)) {
          if (at + 32 > limit) return 0;
          decimal(value, load<u32>(pieces, 24));
          store<f64>(layout.PRINTED + ((<usize>piece) << 3), <f64>value);
        } else if (!hosted(event, piece, pieces, start, end)) return 0;
        break;
      }
      case Code.HEX: {
        const value = valueAt(pieces + 4, load<u32>(pieces, 28) != 0, start, end);
        if (load<u32>(pieces, 24) == 1 || isQuick(pieces, value)) {
          if (at + 32 > limit) return 0;
          hex(value);
          store<f64>(layout.PRINTED + ((<usize>piece) << 3), NaN);
        } else if (!hosted(event, piece, pieces, start, end)) return 0;
        break;
      }
      case Code.TEXT:
        if (!text(pieces, start, end)) return 0;
        store<f64>(layout.PRINTED + ((<usize>piece) << 3), NaN);
        break;
      default:
        if (!hosted(event, piece, pieces, start, end)) return 0;
    }
  }
  store<u32>(layout.BOUNDS + ((<usize>count) << 2), <u32>at);
  return high & 0x80 ? 0 : at;
}

/** The number at the first place of the piece; 0 if the record ends before it. */
function valueAt(values: usize, signed: bool, start: usize, end: usize): i64 {
  const place = start + load<u32>(values, 4);
  const size = load<u32>(values, 8);
  if (place + size > end) return 0;
  if (size == 8) return load<i64>(place);
  if (size == 4) return signed ? <i64>load<i32>(place) : <i64>load<u32>(place);
  if (size == 2) return signed ? <i64>load<i16>(place) : <i64>load<u16>(place);
  if (size == 1) return signed ? <i64>load<i8>(place) : <i64>load<u8>(place);
  return 0;
}

/** Doubles are not exact beyond ±2^53, so the host prints such numbers. */
const exact: i64 = 1 << 53;

function isQuick(pieces: usize, value: i64): bool {
  if (value < 0 && !load<u32>(pieces, 28)) return false;
  if (value >= exact || value < -exact) return false;
  return <f64>value >= load<f64>(pieces, 32) && <f64>value < load<f64>(pieces, 40);
}

function hosted(event: i32, piece: u32, pieces: usize, start: usize, end: usize): bool {
  const count = load<u32>(pieces, 4);
  const a = count > 0 ? <u64>valueAt(pieces + 4, false, start, end) : 0;
  const b = count > 1 ? <u64>valueAt(pieces + 12, false, start, end) : 0;
  const entry = caches.hosted(event, piece, a, b, start, end);
  if (entry == 0) return false;
  const length = load<u32>(entry, 4);
  if (at + length > limit) return false;
  copy(at, entry + 32, length);
  at += length;
  store<f64>(layout.PRINTED + ((<usize>piece) << 3), load<f64>(entry, 24));
  return true;
}

/** Prints a text up to the first NUL. */
function text(pieces: usize, start: usize, end: usize): bool {
  const place = start + load<u32>(pieces, 4);
  const location = load<u32>(pieces, 12);
  let from = place;
  let stop = place + load<u32>(pieces, 8);
  if (location != Code.HERE) {
    if (place + 4 > end) return true;
    const found = load<u32>(place);
    from = (location == Code.FROM_RECORD ? start : place + 4) + (found & 0xffff);
    if (from > end) from = end;
    stop = from + (found >>> 16);
  }
  if (stop > end) stop = end;
  for (; from < stop; from++, at++) {
    const byte = load<u8>(from);
    if (byte == 0) break;
    if (at >= limit) return false;
    high |= byte;
    store<u8>(at, byte);
  }
  return true;
}

/** Copies bytes; may write up to 15 bytes past the end. */
function copy(to: usize, from: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(to + i, v128.load(from + i));
}

function decimal(value: i64, fewest: u32): void {
  let rest: u64 = <u64>value;
  if (value < 0) {
    store<u8>(at++, 0x2d);
    rest = <u64>-value;
  }
  let count: u32 = 1;
  for (let power: u64 = 10; rest >= power; power *= 10) count++;
  if (count < fewest) count = fewest;
  let to = at + count;
  at = to;
  while (rest > 0xffff_ffff) {
    const tens = rest / 10;
    store<u8>(--to, 0x30 + <u8>(rest - tens * 10));
    rest = tens;
    count--;
  }
  for (let low = <u32>rest; count > 0; count--) {
    const tens = low / 10;
    store<u8>(--to, 0x30 + <u8>(low - tens * 10));
    low = tens;
  }
}

function hex(value: i64): void {
  const digits: u32 = value == 0 ? 1 : 16 - <u32>(clz(value) >> 2);
  let rest = <u64>value;
  let to = at + digits;
  at = to;
  for (let left = digits; left > 0; left--, rest >>= 4) {
    const digit = <u8>(rest & 15);
    store<u8>(--to, digit + (digit < 10 ? 0x30 : 0x57));
  }
}
