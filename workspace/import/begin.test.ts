import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { tarOf } from '../files/archives/archives.testing.ts';
import { PreparedImport } from './begin.ts';
import { Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

it('decompresses nothing after it was stopped', async () => {
  const path = scratch.file('a.tar.gz', gzipSync(tarOf([{ name: 'a.txt', content: 'text' }])));
  const begun = new PreparedImport({ paths: [path], workers: 0 }, { memory: 1e9 });
  begun.stop();
  const found: unknown[] = [];
  for await (const each of begun.filesIn(begun.files[0]!)) found.push(each);
  expect(found).toMatchObject([{ message: expect.stringContaining('The import was cancelled.') }]);
});
