import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../fixtures/table.ts';
import { joined, linesOf as linesOfTable, rangeOf, valueAt } from './line-data.ts';

const linesOf = (rows: Parameters<typeof tableOf>[0]) => linesOfTable(tableOf(rows));
const row = (key: string, time: bigint, value: number, spread = 0) => ({
  key,
  time,
  value,
  min: value - spread,
  max: value + spread,
  unit: '%',
});
const lines = linesOf([
  row('a', 10n, 1),
  row('a', 20n, 5, 2),
  row('a', 30n, Number.NaN),
  row('a', 60n, 3),
  row('b', 10n, -4),
]);
const a = lines.get('a')!;

describe('linesOf', () => {
  it('separates series, and keeps gaps', () => {
    expect([...lines.keys()]).toEqual(['a', 'b']);
    expect(a.times).toEqual(BigInt64Array.of(10n, 20n, 30n, 60n));
    expect([...a.values]).toEqual([1, 5, Number.NaN, 3]);
    expect(a.unit).toBe('%');
  });
});

describe('joined', () => {
  const later = linesOf([row('a', 90n, 7), row('a', 100n, 8)]).get('a')!;
  it('joins lines that follow each other, with a gap between', () => {
    const whole = joined([later, a])!;
    expect(whole.times).toEqual(BigInt64Array.of(10n, 20n, 30n, 60n, 61n, 90n, 100n));
    expect([...whole.values]).toEqual([1, 5, Number.NaN, 3, Number.NaN, 7, 8]);
    expect([valueAt(whole, 60n), valueAt(whole, 75n), valueAt(whole, 99n)]).toEqual([3, Number.NaN, 8]);
  });
  it('keeps points with the same time separate', () => {
    expect(joined([a, linesOf([row('a', 40n, 1)]).get('a')!])).toBeNull();
  });
});

describe('rangeOf', () => {
  it('includes the extremes within a bucket', () => {
    expect(rangeOf([a])).toEqual({ low: 0, high: 7 });
    expect(rangeOf([...lines.values()])).toEqual({ low: -4, high: 7 });
    expect(rangeOf([])).toEqual({ low: 0, high: 0 });
  });
});

describe('valueAt', () => {
  it('is that of the nearest point', () => {
    expect([10n, 14n, 16n, 24n].map(time => valueAt(a, time))).toEqual([1, 1, 5, 5]);
  });
  it('is undefined in a gap and far outside', () => {
    expect([31n, 45n, 59n].map(time => valueAt(a, time))).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(valueAt(a, 62n)).toBe(3);
    expect(valueAt(a, 200n)).toBeNaN();
    expect(valueAt(a, -100n)).toBeNaN();
  });
});
