import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { clocks } from './clocks.ts';

it('states what is known of each clock', async () => {
  const found = await answerAbout({ 'app.log': written.log, 'cpu.txt': written.samples }, clocks);
  expect(rowsOf(found, 'name', 'domain', 'offset', 'known')).toEqual([
    ['app.log', 'utc', 0, 'stated'],
    ['cpu.txt', 'boot', null, 'not aligned'],
  ]);
});
