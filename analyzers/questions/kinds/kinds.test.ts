import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { kinds } from './kinds.ts';

it('counts samples by kind', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, kinds);
  expect(rowsOf(found, 'kind', 'samples')).toEqual([
    ['cycles', 3],
    ['page-faults', 1],
  ]);
});
