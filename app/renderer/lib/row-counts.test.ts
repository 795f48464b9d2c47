import { expect, it } from 'vitest';
import { formatRounded } from '../../wording/numbers.ts';
import { rowCounts, rowCountsOf } from './row-counts.ts';

it('names row counts by table, and omits zeros', () => {
  expect(rowCounts({ metric: 1200, sample: 1, event: 0, state: 2 })).toEqual([
    '1 sample',
    '1,200 points',
    '2 thread states',
  ]);
  expect(rowCounts({})).toEqual([]);
  expect(rowCounts({ event: 4_641_477 }, formatRounded)).toEqual(['4.64M events']);
});

it('calls totals of stacks by their own name', () => {
  const profile = { rows: { sample: 1200, event: 3 }, duration: 5e9 };
  const folded = { rows: { sample: 2 }, duration: null };
  expect(rowCountsOf([folded])).toEqual(['2 stacks']);
  expect(rowCountsOf([folded, profile, profile, folded])).toEqual(['4 stacks', '2,400 samples', '6 events']);
  expect(rowCountsOf([])).toEqual([]);
});
