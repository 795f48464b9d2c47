import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { modules } from './modules.ts';

it('counts a sample once in the total of each module of its stack', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, modules);
  expect(rowsOf(found, 'module', 'self', 'total')).toEqual([
    ['/lib/libc.so', 2, 2],
    ['/bin/web', 1, 2],
    ['/bin/db', 0, 1],
  ]);
});
