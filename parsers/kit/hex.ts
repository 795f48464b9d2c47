/**
 * Hexadecimal digits of whole numbers. They are printed in parts that are small integers, because V8 takes many times
 * as long to print larger ones.
 */

/** `value`: a whole number from 0 up to 2^53. */
export function hexText(value: number): string {
  if (value < 0x100_0000) return value.toString(16);
  const high = Math.floor(value / 0x100_0000);
  return hexText(high) + (0x100_0000 + (value - high * 0x100_0000)).toString(16).slice(1);
}

/** Always 8 digits, for a whole number below 2^32. */
export const hex32 = (value: number): string =>
  (0x1_0000 + (value >>> 16)).toString(16).slice(1) + (0x1_0000 + (value & 0xffff)).toString(16).slice(1);

/** Always 2 digits, for a number below 256. */
export const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Two digits for each byte, with `gap` between bytes. */
export const hexBytes = (bytes: Uint8Array, gap = ''): string => Array.from(bytes, hexByte).join(gap);
