import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { who } from './who.ts';

it('counts what a capture has about each thread of a pid', async () => {
  const found = await answerAbout({ 'cpu.txt': written.samples }, who, { params: { pid: '10' } });
  expect(rowsOf(found, 'process', 'pid', 'tid', 'samples')).toEqual([
    ['web', 10, 11, 2],
    ['web', 10, 12, 1],
  ]);
});
