import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { ranInstead } from './ran-instead.ts';

it('gives the time in which others ran while a thread was ready', async () => {
  const found = await answerAbout({ 'sched.txt': written.switches }, ranInstead, { params: { tid: 20 } });
  expect(rowsOf(found, 'process', 'by', 'by_tid', 'time', 'percent')).toEqual([['db', 'web', 11, 3e6, 100]]);
});
