import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { discover, unreadable } from './discover.ts';

const folder = temporaryFolder();

it('walks folders in order, and leaves out hidden files, workspaces and files that were already found', () => {
  mkdirSync(join(folder, 'b', 'deep'), { recursive: true });
  for (const name of [
    'c.txt',
    'a.txt',
    '.hidden',
    'x.aftertrace',
    'x.aftertrace.wal',
    'b/deep/d.txt',
    'b/B.txt',
  ])
    writeFileSync(join(folder, name), 'x');
  symlinkSync(folder, join(folder, 'b', 'up'));
  symlinkSync(join(folder, 'gone'), join(folder, 'dangling'));
  const { files, failures } = discover([folder, join(folder, 'a.txt')]);
  expect(files.map(file => file.path.slice(folder.length + 1))).toEqual([
    'a.txt',
    'b/B.txt',
    'b/deep/d.txt',
    'c.txt',
  ]);
  expect(files.every(file => !file.named && file.bytes === 1 && file.modified > 0n)).toBe(true);
  expect(failures.map(failure => [failure.path.slice(folder.length + 1), failure.code])).toEqual([
    ['dangling', 'not-found'],
  ]);
});

it('includes a workspace if it is named', () => {
  expect(discover([join(folder, 'x.aftertrace')]).files.map(file => file.named)).toEqual([true]);
});

it('turns errors of the system into sentences', () => {
  const error = (code: string) => Object.assign(new Error(`${code}: something`), { code });
  expect(unreadable('/x', error('EACCES')).message).toBe('/x may not be read: check its permissions.');
  expect(unreadable('/x', error('ELOOP')).message).toBe('/x is a link that leads nowhere.');
  expect(unreadable('/x', error('EAGAIN')).message).toBe('/x gives no data now: save it to a file first.');
  expect(unreadable('/x', error('EIO'))).toMatchObject({
    code: 'unreadable',
    message: '/x cannot be read: the disk reports an error.',
  });
});
