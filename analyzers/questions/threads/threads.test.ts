import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { threads } from './threads.ts';

it('counts the samples of the kind that answers by thread', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, threads);
  expect(rowsOf(found, 'process', 'pid', 'tid', 'samples')).toEqual([
    ['web', 10, 11, 2],
    ['db', 20, 20, 1],
  ]);
});
