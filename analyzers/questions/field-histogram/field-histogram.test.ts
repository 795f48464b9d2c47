import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { fieldHistogram } from './field-histogram.ts';

it('counts values in bins, of which the shares add up to all', async () => {
  const asked = { params: { kind: 'block:block_rq_issue' } };
  const found = await answerAbout({ 'disk.txt': written.disk }, fieldHistogram, asked);
  const bins = rowsOf(found, 'low', 'high', 'count', 'percent');
  expect(bins.at(0)).toEqual([2_000_000, 2_200_000, 1, 50]);
  expect(bins.at(-1)?.slice(2)).toEqual([1, 50]);
  expect(bins.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(2);
});
