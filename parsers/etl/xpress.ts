/**
 * Decompresses Plain LZ77 of Windows ("XPRESS" without Huffman codes), in which the buffers of compressed traces are stored.
 * https://learn.microsoft.com/openspecs/windows_protocols/ms-xca
 *
 * A word has 32 flags, highest first: 0 is a literal byte, 1 a match of 16 bits, 13 for the distance and 3 for the length.
 * Longer lengths continue in half a byte, a byte, and 16 or 32 bits.
 */

/**
 * Decompresses `from[start, end)` to the first `length` bytes of `to`. Returns the number of bytes written, which is less if
 * the input ends early or is invalid.
 */
export function unpackXpress(
  from: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  length: number,
): number {
  let at = start;
  let out = 0;
  let flags = 0;
  let left = 0;
  /** Position of the byte whose upper half is the next length; 0: none. No match can be at 0, so 0 is unambiguous. */
  let half = 0;
  while (out < length) {
    if (left === 0) {
      if (at + 4 > end) return out;
      flags = from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16) | (from[at + 3]! << 24);
      at += 4;
      left = 32;
    }
    left--;
    const isMatch = flags < 0;
    flags <<= 1;
    if (!isMatch) {
      if (at >= end) return out;
      to[out++] = from[at++]!;
      continue;
    }
    if (at + 2 > end) return out;
    const match = from[at]! | (from[at + 1]! << 8);
    at += 2;
    const distance = (match >> 3) + 1;
    let size = match & 7;
    if (size === 7) {
      if (half === 0) {
        if (at >= end) return out;
        half = at;
        size = from[at++]! & 15;
      } else {
        size = from[half]! >> 4;
        half = 0;
      }
      if (size === 15) {
        if (at >= end) return out;
        size = from[at++]!;
        if (size === 255) {
          if (at + 2 > end) return out;
          size = from[at]! | (from[at + 1]! << 8);
          at += 2;
          if (size === 0) {
            if (at + 4 > end) return out;
            size = (from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16) | (from[at + 3]! << 24)) >>> 0;
            at += 4;
          }
          if (size < 22) return out;
          size -= 22;
        }
        size += 15;
      }
      size += 7;
    }
    size += 3;
    let source = out - distance;
    if (source < 0) return out;
    const stop = Math.min(length, out + size);
    if (distance >= stop - out && stop - out > 32) {
      to.copyWithin(out, source, source + stop - out);
      out = stop;
    } else while (out < stop) to[out++] = to[source++]!;
  }
  return out;
}
