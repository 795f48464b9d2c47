/** Writes the offset after each LF in memory[from, to) to `out` as u32, and returns how many there are. */
export function newlines(from: usize, to: usize, out: usize): u32 {
  let at = from;
  let end = out;
  const lf = i8x16.splat(0x0a);
  while (at + 16 <= to) {
    let mask = i8x16.bitmask(i8x16.eq(v128.load(at), lf));
    while (mask != 0) {
      store<u32>(end, <u32>(at - from) + <u32>ctz(mask) + 1);
      end += 4;
      mask &= mask - 1;
    }
    at += 16;
  }
  for (; at < to; at++) {
    if (load<u8>(at) == 0x0a) {
      store<u32>(end, <u32>(at - from) + 1);
      end += 4;
    }
  }
  return <u32>((end - out) >> 2);
}
