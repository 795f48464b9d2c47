import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { searchHistogram } from './search-histogram.ts';

it('counts the hits in each quarter of the time of all captures', async () => {
  const found = await answerAbout({ 'app.log': written.log }, searchHistogram, {
    params: { query: 'lost', buckets: 4 },
  });
  expect(rowsOf(found, 'level', 'count')).toEqual([
    ['error', 0],
    ['error', 1],
    ['error', 1],
    ['error', 0],
  ]);
});
