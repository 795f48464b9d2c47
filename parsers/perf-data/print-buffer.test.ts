import { expect, it } from 'vitest';
import { decode } from '../kit/bytes.ts';
import { PrintBuffer } from './print-buffer.ts';

function written(write: (to: PrintBuffer) => void): string {
  const to = new PrintBuffer();
  write(to);
  return decode(to.bytes, 0, to.length);
}

it.each([
  0,
  9,
  10,
  -1,
  999_999_999,
  1_000_000_000,
  -12_345_678_901,
  4_000_000_000_000_000_000,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
])('writes %s as decimal digits', value => {
  expect(written(to => to.decimal(value))).toBe(String(value));
});

it('writes the requested number of digits', () => {
  expect(written(to => to.decimal(7, 3))).toBe('007');
  expect(written(to => to.decimal(1234, 3))).toBe('1234');
});

it.each([
  0n,
  0xfn,
  0x10n,
  0xffff_ffffn,
  0x1_0000_0000n,
  0x8000_0000n,
  0x7ffd_1234_0000n,
  0xffff_ffff_ffff_ffffn,
])('writes %s as hexadecimal digits', value => {
  const [high, low] = [Number(value >> 32n), Number(value & 0xffff_ffffn)];
  expect(written(to => to.hex(high, low))).toBe(value.toString(16));
});

it('grows, and writes text as UTF-8', () => {
  const long = 'é€'.repeat(5000);
  expect(written(to => to.text(long))).toBe(long);
});
