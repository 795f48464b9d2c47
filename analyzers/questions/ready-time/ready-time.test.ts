import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { readyTime } from './ready-time.ts';

it('adds up how long each thread was ready, and running', async () => {
  const found = await answerAbout({ 'sched.txt': written.switches }, readyTime);
  expect(rowsOf(found, 'process', 'ready', 'running', 'count', 'longest')).toEqual([
    ['db', 3e6, 2e6, 1, 3e6],
    ['web', 0, 4e6, 0, null],
  ]);
});
