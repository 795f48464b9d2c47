import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { emptied } from './emptied.ts';

it('lists captures without rows of the process in scope', async () => {
  const found = await answerAbout({ 'app.log': written.log, 'cpu.txt': written.samples }, emptied, {
    scope: { processes: ['web'] },
  });
  expect(rowsOf(found, 'name', 'by')).toEqual([['app.log', 'processes']]);
});
