import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { unmatched } from './unmatched.ts';

it('lists the parts of a scope that are in no capture', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, unmatched, {
    scope: { processes: ['web', 'nobody'] },
  });
  expect(rowsOf(found, 'part', 'value')).toEqual([['processes', 'nobody']]);
});
