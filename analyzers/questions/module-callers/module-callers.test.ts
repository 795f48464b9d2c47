import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { moduleCallers } from './module-callers.ts';

it('adds up the samples under each caller from another module', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, moduleCallers, {
    params: { module: 'libc.so' },
  });
  expect(rowsOf(found, 'function', 'module', 'total')).toEqual([
    ['parse', '/bin/web', 1],
    ['[unknown]', '/bin/db', 1],
  ]);
});
