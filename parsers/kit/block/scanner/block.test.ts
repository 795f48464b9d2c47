import { expect, it } from 'vitest';
import { countedBlock, lineFeedsIn } from './block.ts';

it('counts line feeds of any part of a block', () => {
  const block = countedBlock(70_000);
  // More consecutive line feeds than an 8-bit SIMD lane can count (255).
  for (let at = 0; at < block.length; at++) block[at] = at < 9000 || at % 7 === 0 ? 0x0a : at & 0xff;
  for (const [start, end] of [
    [0, 70_000],
    [0, 0],
    [1, 16],
    [3, 20],
    [5, 9001],
    [8990, 69_999],
    [69_980, 70_000],
  ] as const) {
    const part = block.subarray(start, end);
    expect(lineFeedsIn(part)).toBe(part.filter(byte => byte === 0x0a).length);
  }
});

it('returns null for other bytes', () => {
  expect(lineFeedsIn(new Uint8Array(16).fill(0x0a))).toBeNull();
});
