import { expect, it } from 'vitest';
import { offsetScale } from './offset-scale.ts';

it('labels offsets in ms within a second, and in coarser units in wider columns', () => {
  const read = (width: number, ns: number) => `${offsetScale(width).text(ns)} ${offsetScale(width).unit}`;
  expect(read(1e9, 200e6)).toBe('200 ms');
  expect(read(1e9, 0)).toBe('0 ms');
  expect(read(60e9, 15e9)).toBe('15 s');
  expect(read(3600e9, 900e9)).toBe('15 min');
  expect(read(86_400e9, 6 * 3600e9)).toBe('6 h');
});
