import { describe, expect, it } from 'vitest';
import type { CaptureInfo } from '../../contract.ts';
import type { GroupedRow } from '../widgets/fold-list.tsx';
import { captureRows, type ListedCapture, reasonOf, unreadRows } from './capture-rows.ts';

const capture = (id: number, path: string, formatTitle: string) =>
  ({ id, path, name: path.split('/').at(-1), formatTitle }) as CaptureInfo;
const lines = (rows: readonly GroupedRow<ListedCapture>[]) =>
  rows.map(row =>
    row.kind === 'group'
      ? `${'  '.repeat(row.level)}${row.isOpen ? '-' : '+'} ${row.title} ${row.count}${row.about && ` ${row.about}`}`
      : `${'  '.repeat(row.level)}${row.item.name}`,
  );
const none = new Map<string, boolean>();

/** Two folders: 9 captures of two formats, and 4 of one. */
const two = [
  ...Array.from({ length: 9 }, (_, i) => capture(i, `/x/a/${i}.txt`, i < 5 ? 'vmstat' : 'iostat')),
  ...Array.from({ length: 4 }, (_, i) => capture(20 + i, `/x/b/c/${i}.log`, 'nginx')),
];

describe('captureRows', () => {
  it('lists few captures without groups', () => {
    expect(lines(captureRows(two.slice(0, 3), '', none))).toEqual(['0.txt', '1.txt', '2.txt']);
  });

  it('groups many by folder, and a full folder by format', () => {
    const shut = new Map([
      ['folder b/c/', false],
      ['format a/ vmstat', false],
    ]);
    expect(lines(captureRows(two, '', shut))).toEqual([
      '- a 9',
      '  - iostat 4',
      ...[5, 6, 7, 8].map(i => `    ${i}.txt`),
      '  + vmstat 5',
      '+ b/c 4 nginx',
    ]);
  });

  it('does not group by formats of one capture each, and repeats no folder in names', () => {
    const sameNames = ['before', 'after'].flatMap((folder, of) =>
      Array.from({ length: 9 }, (_, i) => ({
        ...capture(10 * of + i, `/x/${folder}/${i}.txt`, `format ${i}`),
        name: `${folder}/${i}.txt`,
      })),
    );
    const names = Array.from({ length: 9 }, (_, i) => `  ${i}.txt`);
    expect(lines(captureRows(sameNames, '', none))).toEqual(['- after 9', ...names, '- before 9', ...names]);
  });

  it('shows matches, even in closed groups', () => {
    const shut = new Map([['folder b/c/', false]]);
    expect(lines(captureRows(two, 'NGINX', shut))).toEqual([
      '- b/c 4 nginx',
      ...[0, 1, 2, 3].map(i => `  ${i}.log`),
    ]);
    expect(captureRows(two, 'nothing of the kind', none)).toEqual([]);
    // Words of the folder and of the format, in any order.
    expect(captureRows(two, 'nginx no-such-folder', none)).toEqual([]);
    const found = captureRows(two, 'NGINX', none);
    const [folder] = two
      .find(({ formatTitle }) => formatTitle.toLowerCase() === 'nginx')!
      .path.split('/')
      .filter(Boolean);
    expect(lines(captureRows(two, `${folder} nginx`, none))).toEqual(lines(found));
  });

  it('starts with closed groups if there are hundreds of captures', () => {
    const hundreds = Array.from({ length: 300 }, (_, i) => capture(i, `/x/${i % 3}/${i}`, 'vmstat'));
    expect(lines(captureRows(hundreds, '', none))).toEqual([
      '+ 0 100 vmstat',
      '+ 1 100 vmstat',
      '+ 2 100 vmstat',
    ]);
  });
});

describe('unreadRows', () => {
  const file = (path: string, message: string) => ({ path, code: 'x', message: `${path} ${message}` });
  it('groups files by the reason, the most frequent first', () => {
    const rows = unreadRows(
      [file('/a/1', 'is empty: there is nothing.'), file('/a/2', 'is no text.'), file('/b/3', 'is no text.')],
      '',
      none,
    );
    expect(rows.map(row => (row.kind === 'group' ? `${row.count} ${row.title}` : row.item.path))).toEqual([
      '2 Is no text.',
      '/a/2',
      '/b/3',
      '1 Is empty: there is nothing.',
      '/a/1',
    ]);
  });

  it('shows the reason without the file name', () => {
    expect(reasonOf(file('/a/$&.txt', 'does not exist: check the path.'))).toBe(
      'Does not exist: check the path.',
    );
  });
});
