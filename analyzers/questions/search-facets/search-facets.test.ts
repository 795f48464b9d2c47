import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { searchFacets } from './search-facets.ts';

it('counts the values of the hits', async () => {
  const found = await answerAbout({ 'app.log': written.log }, searchFacets, { params: { query: 'lost' } });
  expect(rowsOf(found, 'facet', 'value', 'count')).toEqual([
    ['capture', 'app.log', 2],
    ['level', 'error', 2],
    ['template', 'db: connection <*> lost', 2],
    ['kind', 'log', 2],
  ]);
});
