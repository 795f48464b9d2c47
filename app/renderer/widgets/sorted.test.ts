import { describe, expect, it } from 'vitest';
import { sorted } from './sorted.ts';

describe('sorted', () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }];

  it('puts nulls last in both directions', () => {
    expect(sorted(rows, { column: 'n', descending: false }).map(row => row.n)).toEqual([1, 2, 10, null]);
    expect(sorted(rows, { column: 'n', descending: true }).map(row => row.n)).toEqual([10, 2, 1, null]);
  });
});
