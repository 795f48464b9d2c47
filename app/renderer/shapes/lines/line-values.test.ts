import { describe, expect, it } from 'vitest';
import { extent, valueAt } from './line-values.ts';

describe('line values', () => {
  const line = { id: '', name: '', times: [10n, 20n], values: [1, 2] };

  it('has no value before the first point', () => {
    expect([9n, 10n, 15n, 25n].map(time => valueAt(line, time))).toEqual([Number.NaN, 1, 1, 2]);
  });

  it('spans all lines', () => {
    const group = { id: '', title: '', unit: '', timeless: 0 };
    expect(
      extent([
        { ...group, lines: [line] },
        { ...group, lines: [{ ...line, times: [5n], values: [0] }] },
      ]),
    ).toEqual({ from: 5n, to: 20n });
    expect(extent([{ ...group, lines: [] }])).toBeNull();
  });
});
