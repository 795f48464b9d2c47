/** A recording that is a folder: its samples are not in the file that describes it. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { readAll } from '../kit/recorder.ts';
import { Feature } from './features.ts';
import { readHeader } from './file-header.ts';
import { perfData } from './format.ts';

const featuresAt = 72;

/** A little-endian file with one of its features renamed, so that the table of sections stays as it is. */
async function recorded() {
  for (const name of readdirSync(fixture('perf-data')).filter(each => each.endsWith('.data'))) {
    const bytes = Uint8Array.from(await bytesOf(fixture(`perf-data/${name}`)));
    const header = readHeader(bytes);
    const last = header?.features.filter(feature => feature < Feature.directory).at(-1);
    if (header?.little && last !== undefined) return { bytes, last };
  }
  throw new Error('No fixture has features.');
}

const codesOf = (bytes: Uint8Array) => readAll(perfData, bytes).problems.map(({ code }) => code);

it('an index file reports that the samples are in other files', async () => {
  const { bytes, last } = await recorded();
  expect(codesOf(bytes)).not.toContain('samples-elsewhere');
  bytes[featuresAt + (last >> 3)]! ^= 1 << (last & 7);
  bytes[featuresAt + (Feature.directory >> 3)]! |= 1 << (Feature.directory & 7);
  expect(codesOf(bytes)).toContain('samples-elsewhere');
});
