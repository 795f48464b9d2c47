import { expect, it } from 'vitest';
import type { Line } from '../line-data.ts';
import { linesPicture } from './lines.ts';

const values = Float64Array.of(10, 20, Number.NaN, 60, 100);
const line: Line = {
  times: BigInt64Array.of(100n, 200n, 300n, 400n, 500n),
  values,
  min: values,
  max: values,
  unit: 'kB/s',
} as unknown as Line;
const picture = linesPicture({
  title: 'disk',
  lines: [{ line, colour: 0, low: 0, high: 100 }],
  about: '',
  keys: [{ name: 'disk', colour: 'red' } as never],
  ofKeys: [line],
});

it('a single line states its value at a moment, its peak, and its mean over an interval without gaps', () => {
  expect(picture.peak).toBe('100');
  expect(picture.at?.(250n).whole).toBe('20');
  expect(picture.at?.(350n).whole).toBe('–');
  expect(picture.over?.({ from: 100n, to: 401n })).toBe('mean 30');
  // The end is not part of an interval.
  expect(picture.over?.({ from: 100n, to: 200n })).toBe('mean 10');
  expect(picture.over?.({ from: 300n, to: 400n })).toBe('');
});
