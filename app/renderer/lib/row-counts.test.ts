import { expect, it } from 'vitest';
import { formatRounded } from '../../wording/numbers.ts';
import { rowCounts } from './row-counts.ts';

it('names row counts by table, and omits zeros', () => {
  expect(rowCounts({ metric: 1200, sample: 1, event: 0, state: 2 })).toEqual([
    '1 sample',
    '1,200 points',
    '2 thread states',
  ]);
  expect(rowCounts({})).toEqual([]);
  expect(rowCounts({ event: 4_641_477 }, formatRounded)).toEqual(['4.64M events']);
});
