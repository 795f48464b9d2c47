/** Small files are stored together: none takes others with it. */
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { TableAppender } from '../store/append.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());
afterEach(() => vi.restoreAllMocks());

const log = (name: string, line = '') =>
  scratch.file(name, `Z 0\nE 1700000000000000000 ${name} 1 who a message of ${name}\n${line}\n`);
const processes =
  'SELECT c.name, e.process, e.message FROM events e JOIN capture c ON c.id = e.capture ORDER BY c.id';
const ofThree = [
  ['a.txt', 'a.txt', 'a message of a.txt'],
  ['b.txt', 'b.txt', 'a message of b.txt'],
  ['c.txt', 'c.txt', 'a message of c.txt'],
];

it('a reader at fault leaves nothing of its own file, and all of the others', async () => {
  const paths = [log('a.txt'), log('faulty.txt', '?'), log('b.txt'), log('c.txt')];
  await imported({ paths }, async (workspace, report) => {
    expect(report.captures.map(({ id, status }) => [id, status])).toEqual([
      [1, 'complete'],
      [2, 'failed'],
      [3, 'complete'],
      [4, 'complete'],
    ]);
    expect(await rowsOf(workspace, processes)).toEqual(ofThree);
    expect(await rowsOf(workspace, "SELECT count(*) FROM text WHERE value LIKE '%faulty.txt%'")).toEqual([
      [0],
    ]);
  });
});

it('files that cannot be stored together are stored one by one, and the one at fault is named', async () => {
  const refused = scratch.file('refused.txt', 'Z 0\nS 1 cycles p f\n');
  const flush = TableAppender.prototype.flush;
  vi.spyOn(TableAppender.prototype, 'flush').mockImplementation(function (this: TableAppender) {
    // Only the refused file has samples.
    if (this.table === 'sample') throw new Error('Conversion Error: out of range');
    return flush.call(this);
  });
  const paths = [log('a.txt'), log('b.txt'), refused, log('c.txt')];
  await imported({ paths }, async (workspace, report) => {
    expect(report.failures).toEqual([
      {
        path: refused,
        code: 'internal',
        message: `${refused} could not be read, a fault of the program: Conversion Error: out of range.`,
      },
    ]);
    expect(report.captures.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await rowsOf(workspace, processes)).toEqual(ofThree);
    expect(await rowsOf(workspace, 'SELECT count(*) FROM sample')).toEqual([[0]]);
  });
});

it('a file is no duplicate of one that could not be stored', async () => {
  const content = 'Z 0\nS 1 cycles p f\n';
  const paths = [log('a.txt'), scratch.file('first.txt', content), scratch.file('second.txt', content)];
  const flush = TableAppender.prototype.flush;
  let refusals = 0;
  vi.spyOn(TableAppender.prototype, 'flush').mockImplementation(function (this: TableAppender) {
    // Once with the other files, once alone.
    if (this.table === 'sample' && refusals++ < 2) throw new Error('Conversion Error: out of range');
    return flush.call(this);
  });
  await imported({ paths }, async (workspace, report) => {
    expect(report.failures.map(({ path }) => path)).toEqual([paths[1]]);
    expect(report.duplicates).toEqual([]);
    expect(report.captures.map(({ name }) => name)).toEqual(['a.txt', 'second.txt']);
    expect(await rowsOf(workspace, 'SELECT count(*) FROM sample')).toEqual([[1]]);
  });
});

it('progress counts their rows', async () => {
  const rows: number[] = [];
  const workspace = await Workspace.open(null, {});
  const onProgress = (progress: { rows: number }) => rows.push(progress.rows);
  await workspace.import(
    { paths: [log('a.txt'), log('b.txt')], workers: 0 },
    { formats: fakeFormats, onProgress },
  );
  expect(Math.max(...rows)).toBe(2);
  await workspace.close();
});

it('what was read before a cancel stays', async () => {
  const workspace = await Workspace.open(null, {});
  const cancel = new AbortController();
  const report = await workspace.import(
    { paths: [log('a.txt'), log('b.txt'), log('c.txt'), log('d.txt')], workers: 0 },
    {
      formats: fakeFormats,
      cancel: cancel.signal,
      onProgress: ({ files }) => files === 3 && cancel.abort(),
    },
  );
  expect(report.cancelled).toBe(true);
  expect(report.captures.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(await rowsOf(workspace, processes)).toEqual(ofThree);
  await workspace.close();
});
