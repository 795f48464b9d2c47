import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { templateRates } from './template-rates.ts';

it('counts the events of each template', async () => {
  const found = await answerAbout({ 'app.log': written.log }, templateRates, { params: { buckets: 1 } });
  expect(rowsOf(found, 'template', 'count')).toEqual([
    ['db: connection <*> lost', 2],
    ['web: request id=a1 is slow', 1],
    ['web: request id=a1 took <*> ms', 1],
  ]);
});
