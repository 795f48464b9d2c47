import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { processes } from './processes.ts';

it('counts the samples of the kind that answers by process', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, processes);
  expect(rowsOf(found, 'process', 'pid', 'samples')).toEqual([
    ['web', 10, 2],
    ['db', 20, 1],
  ]);
});
