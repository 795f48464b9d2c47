import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buffer, headerRecord, modernRecord, trace } from '../../parsers/etl/writer.testing.ts';
import { formats } from '../../parsers/formats.ts';
import { imported, rowsOf, Scratch } from '../import/import.testing.ts';
import { manifestsIn } from './manifests.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const guid = '11111111-2222-3333-4444-555555555555';
const provider = (name: string, id: string, event: string) =>
  `<provider name="${name}" guid="{${id}}"><events><event value="9" version="0" task="Work" opcode="win:Start" template="T"/></events>
   <tasks><task name="Work" value="1"/></tasks><templates><template tid="T">${event}</template></templates></provider>`;

it('events that a trace does not describe are decoded by the manifest of their provider', async () => {
  scratch.file(
    'manifests/two.man',
    `<instrumentationManifest>${provider('Other', '99999999-2222-3333-4444-555555555555', '')}
     ${provider('Example-Provider', guid.toUpperCase(), '<data name="Bytes" inType="win:UInt32"/>')}</instrumentationManifest>`,
  );
  const folder = join(scratch.folder, 'manifests');
  expect([...manifestsIn([folder]).keys()].sort()).toEqual([guid, '99999999-2222-3333-4444-555555555555']);
  const path = scratch.file(
    'run.etl',
    trace([
      buffer([headerRecord({ tick: 1000, start: 133_000_000_001_234_567n })], { type: 4 }),
      buffer([modernRecord({ guid, id: 9, pid: 8, tid: 12 }, 2000, [4096])]),
    ]),
  );
  const eventsWith = (manifests: readonly string[]) => {
    let found: unknown;
    return imported(
      { paths: [path], manifests },
      async workspace => {
        found = await rowsOf(
          workspace,
          "SELECT kind, message FROM events WHERE message LIKE '%4096%' OR kind LIKE '%/9'",
        );
      },
      { formats },
    ).then(() => found);
  };
  expect(await eventsWith([folder])).toEqual([['Example-Provider/Work/win:Start', 'Bytes: 4096']]);
  expect(await eventsWith([])).toMatchObject([[`${guid}/9`, expect.stringContaining('UserDataLength: 4')]]);
});
