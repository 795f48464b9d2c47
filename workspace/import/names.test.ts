import { afterAll, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { zipOf } from '../files/archives/archives.testing.ts';
import { imported, Scratch } from './import.testing.ts';
import { freeName } from './names.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

it('captures of files of one name in several folders are named alike, with their folders', async () => {
  const line = (text: string) => `2026-01-02T03:04:05Z INFO ${text}\n`;
  const paths = [
    scratch.file('a/app.log', line('of a')),
    scratch.file('b/app.log', line('of b')),
    scratch.file('b/other.log', line('alone')),
  ];
  await imported(
    { paths },
    async workspace => {
      const names = (await workspace.captures()).map(({ name }) => name);
      expect(names).toEqual(['a/app.log', 'b/app.log', 'other.log']);
    },
    { formats },
  );
});

it('captures of a .diagsession are named as its parts, also if two have one name', async () => {
  const content = (text: string) => Buffer.from(`2026-01-02T03:04:05Z INFO ${text}\n`);
  const path = scratch.file(
    'd/slow.diagsession',
    zipOf([
      { name: '11/run.log', content: content('first') },
      { name: '22/run.log', content: content('second') },
    ]),
  );
  await imported(
    { paths: [path] },
    async workspace => {
      const names = (await workspace.captures()).map(({ name }) => name);
      expect(names).toEqual(['slow.diagsession/run.log', 'slow.diagsession/run.log (2)']);
    },
    { formats },
  );
  expect(freeName(new Set(), '/tmp/slow.zip/11/run.log')).toBe('run.log');
});
