import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { captures } from './captures.ts';

it('states the lines of each capture, and what became of them', async () => {
  const found = await answerAbout({ 'app.log': written.log }, captures);
  expect(rowsOf(found, 'name', 'lines', 'used', 'blank', 'skipped', 'rows')).toEqual([
    ['app.log', 4, 4, 0, 0, 4],
  ]);
});
