import { expect, it } from 'vitest';
import { countOthers } from './commands/import.ts';

it('files that are no captures are counted in one line', () => {
  const empty = Array.from({ length: 2700 }, (_, i) => ({ path: `a.7z/${i}`, code: 'empty', message: '' }));
  expect(countOthers([...empty, { path: 'uname.txt', code: 'not-recognised', message: '' }])).toBe(
    '2,701 files are no captures: 2,700 empty (first a.7z/0), 1 in no known format (first uname.txt). --json lists them all.',
  );
});
