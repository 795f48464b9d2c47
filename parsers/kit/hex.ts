/**
 * Hexadecimal digits of whole numbers, in parts that are small integers: V8 takes many times as long to print
 * others.
 */

/** For 0 up to 2^53. */
export function hexText(value: number): string {
  if (value < 0x100_0000) return value.toString(16);
  const high = Math.floor(value / 0x100_0000);
  return hexText(high) + (0x100_0000 + (value - high * 0x100_0000)).toString(16).slice(1);
}

/** All 8 digits of 32 bits. */
export const hex32 = (value: number): string =>
  (0x1_0000 + (value >>> 16)).toString(16).slice(1) + (0x1_0000 + (value & 0xffff)).toString(16).slice(1);
