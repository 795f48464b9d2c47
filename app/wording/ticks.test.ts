import { describe, expect, it } from 'vitest';
import { roundUp, timeTicks, valueAxis } from './ticks.ts';

const from = 1_714_537_282_300_000_000n; // 04:21:22.3 UTC

describe('timeTicks', () => {
  it('are at round wall-clock times', () => {
    const { step, at } = timeTicks(from, 90e9, 760, 'UTC');
    expect(step).toBe(10e9);
    expect(at[0]).toBeCloseTo(7.7e9);
    expect(at).toHaveLength(9);
  });

  it('keep a minimum distance', () => {
    for (const length of [5e3, 1e6, 2e9, 90e9, 3_600e9, 86_400e9 * 30]) {
      const { step } = timeTicks(from, length, 800, 'UTC', 80);
      expect((step / length) * 800).toBeGreaterThanOrEqual(80);
    }
  });

  it('do not exist for an empty range', () => {
    expect(timeTicks(from, 0, 800, 'UTC').at).toEqual([]);
    expect(timeTicks(from, 1e9, 0, 'UTC').at).toEqual([]);
  });
});

describe('roundUp', () => {
  it('finds the next round number', () => {
    expect([0, 1, 1.2, 11, 640, 0.034].map(roundUp)).toEqual([1, 1, 1.5, 15, 800, 0.04]);
  });
});

describe('valueAxis', () => {
  it('ends at a multiple of its round step, so that ticks are equally spaced', () => {
    for (const value of [1, 1.2, 11, 97, 100, 230, 0.034]) {
      const { top, step } = valueAxis(value);
      expect(Math.round(top / step)).toBeCloseTo(top / step, 9);
      expect(top).toBeGreaterThanOrEqual(value);
    }
    expect(valueAxis(97)).toEqual({ top: 100, step: 25 });
  });
});
