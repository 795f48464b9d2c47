import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';

const folder = temporaryFolder();

async function compressionOf(
  name: string,
  message: (i: number) => string,
): Promise<readonly (string | null)[]> {
  const capture = join(folder, `${name}.txt`);
  const events = Array.from({ length: 5000 }, (_, i) => `E ${i} p 1 who ${message(i)}`);
  writeFileSync(capture, ['Z 0', ...events, ''].join('\n'));
  const path = join(folder, `${name}.aftertrace`);
  const workspace = await Workspace.open(path);
  await workspace.import({ paths: [capture] }, { formats: fakeFormats });
  await workspace.close();
  const again = await Workspace.open(path);
  const result = await again.columns(
    `SELECT DISTINCT compression AS c FROM pragma_storage_info('event_rows')
     WHERE column_name = 'message' AND segment_type = 'VARCHAR'`,
  );
  const messages = await again.columns('SELECT message AS m FROM event ORDER BY ts LIMIT 3');
  expect(messages.texts('m')).toEqual([0, 1, 2].map(message));
  await again.close();
  return result.texts('c');
}

it('stores distinct messages uncompressed, and repeated ones with a dictionary', async () => {
  expect(await compressionOf('differ', i => `request ${(i * 7919) % 5003} took ${i} us`)).toEqual([
    'Uncompressed',
  ]);
  expect(await compressionOf('repeat', i => `the same message as ${i % 40} others`)).toEqual(['DICT_FSST']);
});
