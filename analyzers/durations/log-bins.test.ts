import { describe, expect, it } from 'vitest';
import { ascendingBins, binOf, logBins } from './log-bins.ts';
import { timeBuckets } from './time-buckets.ts';

describe('bins of durations', () => {
  it('contain every value, have whole edges, and are not more than requested', () => {
    const values = [17, 100, 1_000, 1_023, 1_024, 999_999, 30_000_000_000];
    for (const most of [2, 10, 31, 60, 500]) {
      const { edges, perOctave } = logBins(17, 30_000_000_000, false, most);
      expect(edges.every(Number.isInteger)).toBe(true);
      expect(edges.length - 1 <= most || perOctave === 1).toBe(true);
      for (const value of values) {
        const bin = binOf(edges, value);
        expect(edges[bin]!).toBeLessThanOrEqual(value);
        expect(edges[bin + 1]!).toBeGreaterThan(value);
      }
    }
  });

  it('have one bin for durations of 0', () => {
    const { edges } = logBins(1000, 2000, true, 60);
    expect(edges[0]).toBe(0);
    expect(binOf(edges, 0)).toBe(0);
    expect(edges[binOf(edges, 1000)]).toBeGreaterThan(0);
  });

  it('double in width when there is one per octave', () => {
    expect(logBins(1, 1000, false, 10).edges).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
    expect(binOf([1, 2, 4], 99)).toBe(1);
  });

  it('are the same from binOf and from ascendingBins', () => {
    const { edges } = logBins(17, 30_000_000_000, true, 60);
    const ofNext = ascendingBins(edges);
    for (let value = 0; value < 1e12; value = Math.ceil(value * 1.01 + 0.5))
      expect([value, ofNext(value)]).toEqual([value, binOf(edges, value)]);
  });
});

describe('time buckets', () => {
  it('have a round width, and begin at multiples of it', () => {
    expect(timeBuckets(1_003n, 2_000n, 10)).toEqual({ from: 1_000n, width: 100n, count: 10 });
    expect(timeBuckets(1_003n, 2_001n, 10)).toEqual({ from: 1_000n, width: 200n, count: 6 });
    expect(timeBuckets(-5n, 5n, 10)).toEqual({ from: -5n, width: 1n, count: 10 });
  });

  it('cover years', () => {
    const day = 86_400_000_000_000n;
    const { width, count } = timeBuckets(0n, 4_000n * day, 100);
    expect(width % day).toBe(0n);
    expect(count).toBeLessThanOrEqual(100);
  });
});
