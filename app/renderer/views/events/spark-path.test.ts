import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../../fixtures/table.ts';
import { barPath, countsByKey } from './spark-path.ts';

describe('barPath', () => {
  it('draws the largest value at full height', () => {
    expect(barPath(Float64Array.of(4, 0, 2), 30, 10)).toBe('M0 10v-10h9.5v10zM20 10v-5h9.5v5z');
  });
  it('keeps small values visible', () => {
    expect(barPath(Float64Array.of(1, 10_000), 20, 10)).toContain('M0 10v-1h9.5v1z');
  });
  it('draws nothing without values', () => {
    expect(barPath(Float64Array.of(0, 0), 20, 10)).toBe('');
    expect(barPath(new Float64Array(), 20, 10)).toBe('');
  });
});

describe('countsByKey', () => {
  it('keeps the order of the buckets', () => {
    const counts = countsByKey(
      tableOf([
        { template: 'a', time: 1n, count: 5 },
        { template: 'a', time: 2n, count: 0 },
        { template: 'b', time: 1n, count: 7 },
      ]),
      ['template'],
    );
    expect([...counts].map(([key, values]) => [key, ...values])).toEqual([
      ['a', 5, 0],
      ['b', 7],
    ]);
  });
});
