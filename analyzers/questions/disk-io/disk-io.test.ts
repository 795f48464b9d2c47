import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { diskIo } from './disk-io.ts';

it('pairs issue and completion by device and process', async () => {
  const found = await answerAbout({ 'disk.txt': written.disk }, diskIo);
  expect(rowsOf(found, 'device', 'operation', 'process', 'count', 'bytes', 'max')).toEqual([
    ['8,0', 'W', 'db', 1, 4096, 6e6],
    ['8,0', 'R', 'web', 1, 4096, 2e6],
  ]);
});
