import { afterAll, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { imported, Scratch } from './import.testing.ts';

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
