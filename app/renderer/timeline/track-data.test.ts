import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../fixtures/table.ts';
import { bucketAt, coarsened, cpusOf, cumulative, strips, summed, trackData } from './track-data.ts';

const rows = [
  { track: 'CPU', key: 'postgres', time: 10n, value: 1.5 },
  { track: 'CPU', key: 'sh', time: 20n, value: 1 },
  { track: 'CPU', key: 'postgres', time: 20n, value: 0.5 },
  { track: 'CPU', key: 'postgres', time: null, value: 9 },
];

describe('trackData', () => {
  const data = trackData(tableOf(rows));

  it('puts all series into the same buckets', () => {
    expect(data.times).toEqual(BigInt64Array.of(10n, 20n));
    expect(data.series.map(({ key, values }) => [key, ...values])).toEqual([
      ['postgres', 1.5, 0.5],
      ['sh', 0, 1],
    ]);
    expect(data.peak).toBe(1.5);
  });

  it('is empty without data', () => {
    expect(trackData(null)).toEqual({ times: new BigInt64Array(), series: [], peak: 0 });
    expect(trackData(tableOf([])).series).toEqual([]);
  });

  it('stacks values', () => {
    expect(cumulative(data).map(values => [...values])).toEqual([
      [1.5, 0.5],
      [1.5, 1.5],
    ]);
  });

  it('gives each series its own strip', () => {
    const [first, second] = strips(data);
    expect([first!.base, second!.base]).toEqual([0.5, 0]);
    expect(first!.values[0]).toBeCloseTo(0.43);
    expect(first!.values[1]).toBeCloseTo(0.43 / 3);
    expect(second!.values[0]).toBeNaN();
    expect(second!.values[1]).toBeCloseTo(0.43);
  });

  it('adds up values', () => {
    expect([...summed(data, 'all').series[0]!.values]).toEqual([1.5, 1.5]);
  });

  it('finds the bucket of a time', () => {
    expect([9n, 10n, 19n, 20n, 99n].map(time => bucketAt(data, time))).toEqual([-1, 0, 0, 1, 1]);
  });
});

it('counts the CPUs of the captures in scope', () => {
  const captures = [
    { id: 1, cpus: 2 },
    { id: 2, cpus: 16 },
    { id: 3, cpus: null },
  ];
  expect(cpusOf(captures, {})).toBe(16);
  expect(cpusOf(captures, { captures: [1, 3] })).toBe(2);
  expect(cpusOf(captures, { captures: [3] })).toBe(0);
});

describe('coarsened', () => {
  it('widens buckets until none holds more than there is', () => {
    const of = (values: readonly number[]) =>
      trackData(tableOf(values.map((value, i) => ({ key: 'sh', time: BigInt(10 * i), value }))));
    const at = (values: readonly number[], most: number) => {
      const { times, series, peak } = coarsened(of(values), most);
      return { times: [...times], values: [...series[0]!.values], peak };
    };
    expect(at([1, 2, 1], 2).values).toEqual([1, 2, 1]);
    expect(at([0, 4, 0, 0, 2], 2)).toEqual({ times: [0n, 20n, 40n], values: [2, 0, 2], peak: 2 });
    expect(at([0, 4, 0, 0, 2], 1)).toEqual({ times: [0n], values: [1.5], peak: 1.5 });
  });
});
