import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { levels } from './levels.ts';

it('counts errors and warnings in each quarter of the time', async () => {
  const found = await answerAbout({ 'app.log': written.log }, levels, { params: { buckets: 4 } });
  expect(rowsOf(found, 'level', 'count')).toEqual([
    ['error', 0],
    ['error', 1],
    ['error', 1],
    ['error', 0],
    ['warning', 0],
    ['warning', 0],
    ['warning', 0],
    ['warning', 1],
    ['info', 1],
    ['info', 0],
    ['info', 0],
    ['info', 0],
  ]);
});
