import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { tarOf, zipOf } from '../../workspace/files/archives/archives.testing.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { inZstd, type Repair, repairedGzip, repairedTar, repairedZip, uncheckedZstd } from './repair.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-repair-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Overwrites the first `from` by `to` of the same length. */
function overwritten(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const changed = Buffer.from(bytes);
  changed.write(to, changed.indexOf(from));
  return changed;
}

it('a mutant of a packed file is read as a whole once its checksums are repaired', async () => {
  const log = Buffer.from('2024-01-01 00:00:00 begin\n2024-01-01 00:00:01 end\n');
  const changed = (bytes: Uint8Array) => overwritten(bytes, 'begin', 'BEGIN');
  const tar = tarOf([{ name: 'begin.log', content: log }]);
  const zstd = readFileSync(fixture('clocks/cpu.perf.txt.zst'));
  const files: Record<string, readonly [Uint8Array, Repair]> = {
    'gzip.log.gz': [changed(gzipSync(log, { level: 0 })), repairedGzip],
    'zip.zip': [zipOf([{ name: 'a.log', content: log, crc: 7 }]), repairedZip],
    'tar.tar.zst': [changed(tar), mutant => inZstd(repairedTar(mutant))],
    // The last bytes of the frame are its checksum.
    'zstd.txt.zst': [zstd.map((byte, at) => (at === zstd.length - 1 ? byte ^ 1 : byte)), uncheckedZstd],
  };
  const names = Object.keys(files);
  const workspace = await Workspace.open(null);
  /** The files that are read as a whole. */
  const whole = async (made: (file: readonly [Uint8Array, Repair]) => Uint8Array) => {
    const paths = names.map(name => join(folder, name));
    for (const [n, path] of paths.entries()) writeFileSync(path, made(files[names[n]!]!));
    const { captures } = await workspace.import({ paths, again: true, workers: 0 });
    const complete = captures.filter(({ status }) => status === 'complete');
    return names.filter((_, n) => complete.some(({ path }) => path.startsWith(paths[n]!)));
  };
  expect(await whole(([mutant]) => mutant)).toEqual([]);
  expect(await whole(([mutant, repair]) => repair(mutant))).toEqual(names);
  await workspace.close();
});
