/** Files whose content is already in the workspace are not counted twice. */
import { appendFileSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { tarOf } from '../files/archives/archives.testing.ts';
import { FileBytes } from '../files/bytes.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';
import { large, rowsOf, Scratch } from './import.testing.ts';
import { endsOf, KnownFiles } from './known.ts';
import type { ImportReport, ImportRequest } from './request.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

type Read = (paths: readonly string[], request?: Partial<ImportRequest>) => Promise<ImportReport>;

async function inWorkspace(work: (read: Read, workspace: Workspace) => Promise<void>): Promise<void> {
  const workspace = await Workspace.open(null);
  const options = { formats: fakeFormats, blockSize: 64 << 10 };
  try {
    await work((paths, request) => workspace.import({ workers: 0, ...request, paths }, options), workspace);
  } finally {
    await workspace.close();
  }
}

const samplesIn = async (workspace: Workspace) =>
  (await rowsOf(workspace, 'SELECT count(*) FROM sample'))[0]?.[0];
const ids = ({ captures }: ImportReport) => captures.map(({ id }) => id);

const text = large('Z 0', 300);

describe('a file that the workspace already contains', () => {
  it('is left out and reported, under any name and compression, unless `again` is set', async () => {
    const path = scratch.file('a.txt', text);
    const copy = join(scratch.folder, 'copy of a.txt');
    copyFileSync(path, copy);
    const packed = scratch.file('b.txt.gz', gzipSync(large('Z 0', 200)));
    await inWorkspace(async (read, workspace) => {
      expect(ids(await read([path, packed]))).toEqual([1, 2]);
      const again = await read([path, copy, packed]);
      expect(again).toMatchObject({ captures: [], failures: [], replaced: [] });
      expect(again.duplicates).toEqual([
        {
          path,
          capture: 1,
          hasGrown: false,
          message: `${path} was left out: the workspace already has all of it, as capture 1 (a.txt).`,
        },
        expect.objectContaining({ path: copy, capture: 1 }),
        expect.objectContaining({ path: packed, capture: 2 }),
      ]);
      expect(await samplesIn(workspace)).toBe(500);
      expect(ids(await read([path], { again: true }))).toEqual([3]);
      expect(await samplesIn(workspace)).toBe(800);
    });
  });

  it('is left out as well if both files are in one import', async () => {
    const path = scratch.file('one.txt', text);
    const other = scratch.file('two.txt', text);
    await inWorkspace(async read => {
      const report = await read([path, other]);
      expect(ids(report)).toEqual([1]);
      expect(report.duplicates).toMatchObject([{ path: other, capture: 1 }]);
    });
  });

  it('is read if its capture failed or was removed, or if a single byte differs', async () => {
    const failed = scratch.file('failed.txt', 'Z 0\nS 5 cycles a b\n?\n');
    const path = scratch.file('removed.txt', text);
    const differs = scratch.file('differs.txt', text.replace('leaf7', 'leaf8'));
    await inWorkspace(async (read, workspace) => {
      expect(ids(await read([failed, path]))).toEqual([1, 2]);
      await workspace.remove(2);
      const report = await read([failed, path, differs]);
      expect(report.captures.map(({ path }) => path)).toEqual([failed, path, differs]);
    });
  });

  it('is recognised by size, beginning and end if it is too large for a checksum', async () => {
    const path = scratch.file('large.txt', large('Z 0', 3000));
    const file = FileBytes.open(path);
    const content = { kind: 'bytes', bytes: file } as const;
    const bytes = statSync(path).size;
    const capture = {
      id: 7,
      name: 'large.txt',
      path,
      status: 'complete',
      bytes,
      sha256: null,
      ...endsOf(file, bytes),
    };
    const known = new KnownFiles([{ ...capture, status: 'complete' }]);
    expect(await known.find(content, bytes)).toMatchObject({ capture: { id: 7 }, hasGrown: false });
    appendFileSync(path, 'S 9 cycles a b\n');
    expect(await known.find(content, bytes + 15)).toMatchObject({ capture: { id: 7 }, hasGrown: true });
    writeFileSync(path, large('Z 0', 3000).slice(0, -9).concat('another \n'));
    expect(await known.find(content, bytes)).toBeNull();
    file.close();
  });
});

describe('a file that has grown', () => {
  it('is left out and reported, or replaces its older capture, whose name and clock it takes', async () => {
    const path = scratch.file('growing.txt', 'Z 1\nS 1 cycles a b;c\n');
    const other = scratch.file('other.txt', text);
    await inWorkspace(async (read, workspace) => {
      await read([path, other]);
      await workspace.setClock(1, { zone: 'Europe/Vienna' });
      await workspace.setClock(1, { shift: 5_000_000_000n });
      await workspace.setClock(1, { drift: 40_000 });
      const [before] = await workspace.captures();
      appendFileSync(path, 'S 2 cycles a b;c;d\n');
      const offered = await read([path]);
      expect(offered).toMatchObject({ captures: [], replaced: [] });
      expect(offered.duplicates).toMatchObject([
        {
          capture: 1,
          hasGrown: true,
          message: `${path} was left out: it is capture 1 (growing.txt) with 19 more bytes at its end.`,
        },
      ]);
      const report = await read([path], { grown: 'replace' });
      expect(report).toMatchObject({ duplicates: [], replaced: [{ path, capture: 3, former: 1 }] });
      const captures = await workspace.captures();
      expect(captures.map(({ id, name }) => [id, name])).toEqual([
        [2, 'other.txt'],
        [3, 'growing.txt'],
      ]);
      expect(captures[1]?.clock.facts).toMatchObject({
        zoneFrom: 'set',
        shifted: 5_000_000_000n,
        drift: 40_000,
      });
      expect(captures[1]?.clock.utcOffset).toBe(before?.clock.utcOffset);
      expect(await rowsOf(workspace, 'SELECT count(*) FROM sample WHERE capture = 3')).toEqual([[2]]);
      await workspace.setClock(3, { drift: 0 });
      expect((await workspace.captures())[1]?.clock.facts.drift).toBe(0);
      expect(await samplesIn(workspace)).toBe(302);
    });
  });

  it('is one only at the same path: another file that begins alike is kept beside it, with a note', async () => {
    const first = scratch.file('host-a/app.txt', 'Z 0\nS 1 cycles a b;c\n');
    const second = scratch.file('host-b/app.txt', 'Z 0\nS 1 cycles a b;c\nS 2 cycles a b;d\n');
    const packed = scratch.file(
      'hosts.tar',
      tarOf([
        { name: 'c/app.txt', content: 'Z 0\nS 1 cycles a b;c\nS 3 cycles a b;d\n' },
        { name: 'd/app.txt', content: 'Z 0\nS 1 cycles a b;c\n' },
      ]),
    );
    await inWorkspace(async (read, workspace) => {
      const report = await read([first, second, packed], { grown: 'replace' });
      expect(report.captures.map(({ id, status }) => [id, status])).toEqual([
        [1, 'complete'],
        [2, 'complete'],
        [3, 'complete'],
      ]);
      expect(report.replaced).toEqual([]);
      expect(report.duplicates).toMatchObject([{ path: `${packed}/d/app.txt`, capture: 1, hasGrown: false }]);
      expect((await workspace.problems()).map(({ capture, code }) => [capture, code])).toEqual([
        [2, 'alike'],
        [3, 'alike'],
      ]);
    });
  });

  it('keeps its older capture if reading the new one fails', async () => {
    const path = scratch.file('worse.txt', 'Z 0\nS 1 cycles a b;c\n');
    await inWorkspace(async (read, workspace) => {
      await read([path]);
      appendFileSync(path, '?\n');
      const report = await read([path], { grown: 'replace' });
      expect(report).toMatchObject({ captures: [{ id: 2, status: 'failed' }], replaced: [] });
      expect(await samplesIn(workspace)).toBe(1);
    });
  });
});
