/** A recording in several files is one capture. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import {
  buffer,
  headerRecord,
  infoRecord,
  narrow,
  trace,
  u8,
  u16,
  u64,
} from '../../parsers/etl/writer.testing.ts';
import { formats } from '../../parsers/formats.ts';
import { tarOf, zipOf } from '../files/archives/archives.testing.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const start = 133_000_000_001_234_567n;
const process = [u64(1), 40, 4, 0, 0, u64(0), 0, 0, narrow('server.exe'), '', '', ''];
const thread = [40, 44, ...Array.from({ length: 7 }, () => u64(0)), 0, 0];
const sample = (tick: number) => infoRecord(0x0f2e, 2, tick, [u64(0x1000), 44, u16(1), u8(0), u8(0)]);
const mainFile = () =>
  trace([buffer([headerRecord({ tick: 1000, start })], { type: 4 }), buffer([sample(3000)])]);
const kernelFile = () =>
  trace([
    buffer([headerRecord({ tick: 500, start: start - 7n })], { type: 4 }),
    buffer([sample(2000)]),
    buffer([infoRecord(0x0304, 4, 9000, process), infoRecord(0x0504, 3, 9001, thread)]),
  ]);

describe('traces of one recording', () => {
  it("are one capture with one clock, and resolve each other's processes", () => {
    scratch.file('run.etl', mainFile());
    scratch.file('run.kernel.etl', kernelFile());
    scratch.file('other.kernel.etl', kernelFile());
    return imported(
      { paths: [scratch.folder] },
      async (workspace, { captures, failures }) => {
        expect(failures).toEqual([]);
        expect(captures.map(({ name, status }) => [name, status])).toEqual([
          ['other.kernel.etl', 'complete'],
          ['run.etl', 'complete'],
        ]);
        expect(captures[1]?.bytes).toBe(mainFile().length + kernelFile().length);
        const found = await rowsOf(
          workspace,
          'SELECT ts::INTEGER AS moment, process FROM samples WHERE capture = 2 ORDER BY moment',
        );
        expect(found).toEqual([
          [100_000, 'server.exe'],
          [200_000, 'server.exe'],
        ]);
      },
      { formats },
    );
  });
});

describe('a folder that perf record --threads writes', () => {
  it('is one capture; other files of these names are not', async () => {
    const bytes = await bytesOf(fixture('perf-data/threads.data'));
    const cuts = [0, 5548, 7828, bytes.length];
    for (const [at, name] of ['data', 'data.0', 'data.1'].entries())
      scratch.file(`recorded/${name}`, bytes.subarray(cuts[at], cuts[at + 1]));
    for (const name of ['data', 'data.1'])
      scratch.file(`rotated/${name}`, `12:00:00 begun ${name}\n12:00:01 done\n`);
    return imported(
      { paths: ['recorded', 'rotated'].map(name => join(scratch.folder, name)) },
      async (_workspace, { captures }) => {
        expect(captures.map(each => [each.name, each.format])).toEqual([
          ['recorded/data', 'perf-data'],
          ['rotated/data', 'timed-lines'],
          ['data.1', 'timed-lines'],
        ]);
        expect(captures[0]?.bytes).toBe(bytes.length);
      },
      { formats },
    );
  });
});

describe('recordings of several files in an archive', () => {
  const archived = async () => {
    const bytes = await bytesOf(fixture('perf-data/threads.data'));
    return [
      { name: 'a/run.clrRundown.etl', content: Buffer.from(kernelFile()) },
      { name: 'a/run.etl', content: Buffer.from(mainFile()) },
      { name: 'a/other.kernel.etl', content: Buffer.from(mainFile()) },
      { name: 'notes.txt', content: Buffer.from('12:00:00 begun\n12:00:01 done\n') },
      { name: 'perf.data/data.1', content: Buffer.from(bytes.subarray(7828)) },
      { name: 'perf.data/data.0', content: Buffer.from(bytes.subarray(5548, 7828)) },
      { name: 'perf.data/data', content: Buffer.from(bytes.subarray(0, 5548)) },
    ];
  };

  it.each(['zip', 'tar', 'tar.gz'] as const)('are one capture each, in any order: %s', async kind => {
    const files = await archived();
    const packed = {
      zip: () => zipOf(files),
      tar: () => tarOf(files),
      'tar.gz': () => gzipSync(tarOf(files)),
    };
    const path = scratch.file(`sets.${kind}`, packed[kind]());
    const parts = scratch.file('threads.data', await bytesOf(fixture('perf-data/threads.data')));
    await imported(
      { paths: [path, parts] },
      async (workspace, { captures, failures }) => {
        expect(failures).toEqual([]);
        expect(captures.map(({ name, format, status }) => [name, format, status])).toEqual([
          ['notes.txt', 'timed-lines', 'complete'],
          ['run.etl', 'etl', 'complete'],
          ['other.kernel.etl', 'etl', 'complete'],
          ['data', 'perf-data', 'complete'],
        ]);
        const counts = await rowsOf(workspace, 'SELECT count(*)::INTEGER FROM samples GROUP BY capture');
        expect(counts.flat().sort((a, b) => Number(a) - Number(b))).toEqual([1, 2, 14]);
        expect(captures[3]?.bytes).toBe((await bytesOf(fixture('perf-data/threads.data'))).length);
      },
      { formats },
    );
  });
});
