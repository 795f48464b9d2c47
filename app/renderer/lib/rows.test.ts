import { describe, expect, it } from 'vitest';
import { type Rows, rowWindow, scrollHeight, scrollTo, tallest } from './rows.ts';

const small: Rows = { count: 100, height: 25, view: 500 };
const huge: Rows = { count: 10_000_000, height: 25, view: 500 };

describe('rowWindow', () => {
  it('shows the rows in view and a few around', () => {
    expect(rowWindow(small, 0)).toEqual({ first: 0, last: 26, top: 0 });
    expect(rowWindow(small, 1000)).toEqual({ first: 34, last: 66, top: 850 });
    expect(rowWindow(small, 2000).last).toBe(100);
  });

  it('is empty without rows', () => {
    expect(rowWindow({ ...small, count: 0 }, 300)).toMatchObject({ first: 0, last: 0 });
  });

  it('reaches first and last of ten million rows', () => {
    expect(scrollHeight(huge)).toBe(tallest);
    expect(rowWindow(huge, 0).first).toBe(0);
    const end = rowWindow(huge, tallest - huge.view);
    expect(end.last).toBe(huge.count);
    const bottomOfLast = end.top + (end.last - end.first) * huge.height;
    expect(bottomOfLast).toBeCloseTo(tallest, 3);
  });
});

describe('scrollTo', () => {
  it('moves no more than needed', () => {
    expect(scrollTo(small, 1000, 45)).toBe(1000);
    expect(scrollTo(small, 1000, 39)).toBe(975);
    expect(scrollTo(small, 1000, 60)).toBe(1025);
  });

  it('finds any of ten million rows', () => {
    for (const row of [0, 1, 4_999_999, 9_999_999]) {
      const { first, last } = rowWindow(huge, scrollTo(huge, 8_000_000, row), 0);
      expect(row).toBeGreaterThanOrEqual(first);
      expect(row).toBeLessThan(last);
    }
  });
});
