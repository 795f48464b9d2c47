import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { templates } from './templates.ts';

it('counts events by template and level, with an example', async () => {
  const found = await answerAbout({ 'app.log': written.log }, templates);
  expect(rowsOf(found, 'template', 'level', 'count', 'example')).toEqual([
    ['db: connection <*> lost', 'error', 2, 'db: connection 7 lost'],
    ['web: request id=a1 is slow', 'warning', 1, 'web: request id=a1 is slow'],
    ['web: request id=a1 took <*> ms', 'info', 1, 'web: request id=a1 took 5 ms'],
  ]);
});
