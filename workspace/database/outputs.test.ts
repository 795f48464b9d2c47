import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../workspace.ts';
import { withFile, withOutputs, writeOutput } from './outputs.ts';

let folder: string;
const file = (name: string) => join(folder, name);
const text = (name: string) => readFileSync(file(name), 'utf8');
const hello = (part: string) => writeFile(part, 'hello');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-outputs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('an output', () => {
  it('replaces a file, keeps its permissions, and leaves nothing beside it', async () => {
    writeFileSync(file('a.csv'), 'old', { mode: 0o640 });
    await writeOutput(file('a.csv'), hello);
    expect(text('a.csv')).toBe('hello');
    expect(statSync(file('a.csv')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  it('leaves nothing if its stream fails while the file is being opened', async () => {
    for (let round = 0; round < 50; round++) {
      const written = writeOutput(file('a.csv'), part =>
        withFile(part, into => {
          const source = new Readable({ read: () => undefined });
          setImmediate(() => source.destroy(new Error('no more rows')));
          return pipeline(source, into);
        }),
      );
      await expect(written).rejects.toThrow('no more rows');
    }
    await new Promise(done => setImmediate(done));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['fails', 'is cancelled'])('leaves the older file whole if it %s', async how => {
    writeFileSync(file('a.csv'), 'old');
    const stop = new AbortController();
    const written = writeOutput(
      file('a.csv'),
      async part => {
        await hello(part);
        if (how === 'fails') throw new Error('no more');
        stop.abort();
      },
      { cancel: stop.signal },
    );
    await expect(written).rejects.toThrow(how === 'fails' ? 'no more' : 'Cancelled');
    expect(text('a.csv')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  it('is one of several that are replaced together or not at all', async () => {
    writeFileSync(file('a.md'), 'old');
    const both = withOutputs({}, async outputs => {
      await outputs.write(file('a.md'), hello);
      await outputs.write(file('none/a.svg'), hello);
    });
    await expect(both).rejects.toThrow(`${file('none')} does not exist: make the folder first.`);
    expect(text('a.md')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.md']);
  });

  it('is discarded if another before it cannot be given its name', async () => {
    const three = withOutputs({}, async outputs => {
      for (const name of ['a', 'b', 'c']) await outputs.write(file(name), hello);
      mkdirSync(file('b'));
    });
    await expect(three).rejects.toThrow(`${file('b')} is a folder`);
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
  });

  it('leaves none of the folders made for it if it fails', async () => {
    const made = (fails: boolean) =>
      withOutputs({}, async outputs => {
        outputs.makeFolder(file('new/deep'));
        await outputs.write(file('new/deep/a'), hello);
        if (fails) throw new Error('no more');
      });
    await expect(made(true)).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
    await made(false);
    expect(text('new/deep/a')).toBe('hello');
  });

  it('is whole, of one writer, if two write to one path', async () => {
    const big = (letter: string) => (part: string) => writeFile(part, letter.repeat(100_000));
    await Promise.all([writeOutput(file('a'), big('x')), writeOutput(file('a'), big('y'))]);
    expect(text('a')).toMatch(/^(x+|y+)$/);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('is written through a symbolic link', async () => {
    writeFileSync(file('a'), 'old');
    symlinkSync('a', file('link'));
    await writeOutput(file('link'), hello);
    expect(text('a')).toBe('hello');
  });

  it('names the cause if it cannot be written', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    const written = writeOutput(file('a'), () => Promise.reject(full));
    await expect(written).rejects.toMatchObject({
      code: 'disk-full',
      message: `${file('a')} cannot be written: the disk is full. Make room on it, and try again.`,
    });
  });

  it('does not replace what is not a file', async () => {
    await expect(writeOutput(folder, hello)).rejects.toThrow('is a folder');
    await expect(writeOutput('/dev/null', hello)).rejects.toThrow('is a device or a pipe');
    await expect(writeOutput('/dev/null', hello, { isWorkspace: true })).rejects.toThrow('is a device');
  });
});

describe('an output of a workspace', () => {
  let workspace: Workspace;
  const write = (name: string, isWorkspace = false) =>
    workspace.withOutputs({ isWorkspace }, outputs => outputs.write(file(name), hello));

  beforeEach(async () => {
    writeFileSync(file('vmstat.txt'), readFileSync('fixtures/samples/cpu-hog/vmstat.txt'));
    workspace = await Workspace.open(file('case.aftertrace'));
    await workspace.import({ paths: [file('vmstat.txt')], workers: 0 });
    await workspace.setSetting('kept', 'yes');
  });
  afterEach(() => workspace.close());

  it.each([
    ['the workspace', 'case.aftertrace', 'is this workspace'],
    ['its log', 'case.aftertrace.wal', 'is the log of this workspace'],
    ['a file that was imported', 'vmstat.txt', 'is a file that a capture of this workspace was read from'],
  ])('does not replace %s, under any name', async (_, name, why) => {
    const before = statSync(file(name)).size;
    symlinkSync(name, file('symbolic'));
    linkSync(file(name), file('hard'));
    mkdirSync(file('folder'));
    symlinkSync('..', file('folder/up'));
    for (const path of [name, 'symbolic', 'hard', `folder/up/${name}`])
      for (const isWorkspace of [false, true]) await expect(write(path, isWorkspace)).rejects.toThrow(why);
    await expect(workspace.saveAs(file('hard'))).rejects.toThrow(why);
    expect(statSync(file(name)).size).toBe(before);
    expect(await workspace.setting('kept')).toBe('yes');
  });

  it('replaces another workspace only by a workspace, and none that is open', async () => {
    const other = await Workspace.open(file('other.aftertrace'));
    await expect(write('other.aftertrace', true)).rejects.toMatchObject({ code: 'locked' });
    await other.close();
    await expect(write('other.aftertrace')).rejects.toThrow('is a workspace: choose another name.');
    await write('other.aftertrace', true);
    expect(text('other.aftertrace')).toBe('hello');
  });

  it('does not get the log of a former workspace of its name', async () => {
    writeFileSync(file('new.aftertrace.wal'), 'a log');
    await expect(workspace.saveAs(file('new.aftertrace'))).rejects.toThrow(
      'has the log of a former workspace',
    );
    expect(workspace.path).toBe(file('case.aftertrace'));
    expect(existsSync(file('new.aftertrace'))).toBe(false);
    expect(await workspace.setting('kept')).toBe('yes');
  });
});

it('the log of another workspace is not replayed into a workspace', async () => {
  for (const name of ['a', 'b']) {
    const workspace = await Workspace.open(file(name));
    await workspace.close();
  }
  const a = await Workspace.open(file('a'));
  await a.setSetting('kept', 'a’s');
  writeFileSync(file('b.wal'), readFileSync(file('a.wal')));
  await a.close();
  await expect(Workspace.open(file('b'))).rejects.toMatchObject({
    code: 'foreign-log',
    message: `${file('b.wal')} is the log of another file, so ${file('b')} is not opened with it: move the log away to open the workspace as it is.`,
  });
  rmSync(file('b.wal'));
  const b = await Workspace.open(file('b'));
  expect(await b.setting('kept')).toBe(null);
  await b.close();
});

it('a workspace is opened through a symbolic link', async () => {
  await (await Workspace.open(file('a.aftertrace'))).close();
  symlinkSync('a.aftertrace', file('link.aftertrace'));
  const linked = await Workspace.open(file('link.aftertrace'));
  await linked.setSetting('kept', 'yes');
  expect(linked.path).toBe(file('a.aftertrace'));
  await linked.close();
});
