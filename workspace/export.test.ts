import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary.ts';
import { withOutputs } from './database/outputs.ts';
import { writeArrow } from './export.ts';
import type { Query } from './query.ts';

const folder = temporaryFolder();

it('Arrow files that cannot be filled fail with the error of the query', async () => {
  const failing = { columns: () => Promise.reject(new Error('no more rows')) } as unknown as Query;
  const written = withOutputs({}, outputs => writeArrow(failing, folder, outputs));
  await expect(written).rejects.toThrow('no more rows');
  expect(readdirSync(folder)).toEqual([]);
});
