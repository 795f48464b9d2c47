import { describe, expect, it } from 'vitest';
import { TimeScale } from './time-scale.ts';

const second = 1_000_000_000n;
const from = 1_714_537_324n * second;
const bounds = { from, to: from + 100n * second };
const scale = new TimeScale(bounds.from, bounds.to, 1000);

describe('TimeScale', () => {
  it('converts times to pixels and back', () => {
    expect(scale.x(from + 25n * second)).toBe(250);
    expect(scale.time(250)).toBe(from + 25n * second);
    expect(scale.time(-5)).toBe(bounds.from);
    expect(scale.time(5000)).toBe(bounds.to);
  });

  it('zooms around a point', () => {
    const closer = scale.zoomed(250, 2, bounds);
    expect(closer).toEqual({ from: from + 12_500_000_000n, to: from + 62_500_000_000n });
    expect(new TimeScale(closer.from, closer.to, 1000).x(from + 25n * second)).toBe(250);
  });

  it('never zooms out of bounds', () => {
    expect(scale.zoomed(900, 0.5, bounds)).toEqual(bounds);
  });

  it('stops at a microsecond', () => {
    const { from: start, to } = scale.zoomed(500, 1e12, bounds);
    expect(to - start).toBe(100n);
  });
});
