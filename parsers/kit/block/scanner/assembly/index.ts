/** Counts the lines of a block that was read into this memory. */

/** Address of the block. */
const BLOCK: usize = 0x1_0000;

/** Makes room for a block of `size` bytes, and returns its address. */
export function reserve(size: u32): usize {
  const pages = <i32>((BLOCK + <usize>size + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  return BLOCK;
}

/** Number of line feeds from `from` to `to`. */
export function lineFeeds(from: usize, to: usize): u32 {
  const feed = i8x16.splat(0x0a);
  let count: u32 = 0;
  let at = from;
  while (at + 16 <= to) {
    // An 8-bit SIMD lane counts to 255.
    const stop = min(to - 15, at + 255 * 16);
    let lanes = i8x16.splat(0);
    for (; at < stop; at += 16) lanes = i8x16.sub(lanes, i8x16.eq(v128.load(at), feed));
    const pairs = i16x8.extadd_pairwise_i8x16_u(lanes);
    const fours = i32x4.extadd_pairwise_i16x8_u(pairs);
    count += i32x4.extract_lane(fours, 0) + i32x4.extract_lane(fours, 1);
    count += i32x4.extract_lane(fours, 2) + i32x4.extract_lane(fours, 3);
  }
  for (; at < to; at++) if (load<u8>(at) == 0x0a) count++;
  return count;
}
