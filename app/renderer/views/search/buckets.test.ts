import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../../fixtures/table.ts';
import { bucketsOf, intervalBetween, sumBetween } from './buckets.ts';

/** Counts of a level, in buckets of 10 ns from 100. */
const level = (...counts: number[]) => counts.map((count, at) => ({ time: BigInt(100 + 10 * at), count }));

describe('hits over time', () => {
  const buckets = bucketsOf(tableOf([...level(1, 0, 4), ...level(2, 3, 0)]))!;

  it('are the sums of all levels', () => {
    expect(buckets).toEqual({ counts: Float64Array.of(3, 3, 4), from: 100n, width: 10n });
    expect(sumBetween(buckets, 2, 1)).toBe(7);
  });

  it('span whole buckets, in either direction', () => {
    expect(intervalBetween(buckets, 1, 2)).toEqual({ from: 110n, to: 130n });
    expect(intervalBetween(buckets, 2, 1)).toEqual({ from: 110n, to: 130n });
  });

  it('are not drawn as a single bucket', () => {
    expect(bucketsOf(tableOf(level(5)))).toBeNull();
    expect(bucketsOf(tableOf([...level(5), ...level(6)]))).toBeNull();
  });
});
