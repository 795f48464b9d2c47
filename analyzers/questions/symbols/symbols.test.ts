import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { symbols } from './symbols.ts';

it('counts the places without a name by module', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, symbols);
  expect(rowsOf(found, 'module', 'unnamed')).toEqual([['/bin/db', 1]]);
});
