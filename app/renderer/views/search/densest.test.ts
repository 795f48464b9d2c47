import { describe, expect, it } from 'vitest';
import { densest } from './densest.ts';

describe('the densest part of the hits', () => {
  it('is the time range with a larger share of the hits than of the time', () => {
    expect(densest([1, 0, 9, 10, 8, 1, 1, 0, 0, 0])).toEqual({ from: 2, to: 5, share: 0.9, timeShare: 0.3 });
    expect(densest([0, 0, 0, 5])).toEqual({ from: 3, to: 4, share: 1, timeShare: 0.25 });
  });

  it('does not exist if hits are spread evenly, or if there are none', () => {
    expect(densest([3, 4, 3, 4, 3, 4])).toBeNull();
    expect(densest([0, 0])).toBeNull();
    expect(densest([])).toBeNull();
  });
});
