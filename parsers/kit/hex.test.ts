import { expect, it } from 'vitest';
import { hex32, hexBytes, hexText } from './hex.ts';

const numbers = [0, 1, 0xffff, 0x1_0000, 0xff_ffff, 0x100_0000, 0x8000_0000, 0xffff_ffff];

it('prints the same digits as toString(16)', () => {
  for (const value of [...numbers, 2 ** 32, 2 ** 48 + 5, 2 ** 53 - 1])
    expect(hexText(value)).toBe(value.toString(16));
});

it('pads a number of 32 bits to 8 digits', () => {
  for (const value of numbers) expect(hex32(value)).toBe(value.toString(16).padStart(8, '0'));
});

it('prints each byte with two digits', () => {
  expect(hexBytes(Uint8Array.of(0, 10, 255))).toBe('000aff');
  expect(hexBytes(Uint8Array.of(0, 10, 255), ':')).toBe('00:0a:ff');
  expect(hexBytes(Uint8Array.of())).toBe('');
});
