import { describe, expect, it } from 'vitest';
import { heaviestLast } from './heaviest.ts';

describe('heaviestLast', () => {
  it.each([3, 24, 25, 1000, 5000])('sorts %i ids by weight, and equal weights by descending id', length => {
    const weight = Float64Array.from({ length }, (_, id) => (id * 7919) % 13);
    const ids = Array.from({ length }, (_, i) => (i * 4099) % length);
    const sorted = [-1, -1, ...ids];
    heaviestLast(sorted, weight, 2);
    expect(sorted.slice(0, 2)).toEqual([-1, -1]);
    expect(sorted.slice(2)).toEqual(ids.sort((a, b) => weight[a]! - weight[b]! || b - a));
    expect(new Set(sorted.slice(2)).size).toBe(length);
  });
});
