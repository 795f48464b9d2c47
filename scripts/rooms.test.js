import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { against, circles, foldersOf, importsOf, roomsIn } from './rooms.js';
import { root } from './stale.js';

/** Tests, and what is made for them alone, may import anything. */
const isProduct = (/** @type {string} */ path) =>
  /\.(?:[jt]sx?)$/.test(path) && !/\.(?:test|testing|d)\.|^app\/e2e\//.test(path);

const files = ['parsers', 'workspace', 'analyzers', 'app', 'scripts', 'bench']
  .flatMap(folder => readdirSync(join(root, folder), { recursive: true }).map(path => `${folder}/${path}`))
  .filter(isProduct);
const imports = files.flatMap(path => importsOf(path, readFileSync(join(root, path), 'utf8')));

const floors = ['parsers', 'workspace', 'analyzers', 'app', 'app/renderer'];

describe.each(floors)('%s', floor => {
  const rooms = roomsIn(readFileSync(join(root, floor, 'README.md'), 'utf8')) ?? [];

  it('imports in the order of the rooms of its README', () => {
    expect(against(floor, rooms, imports)).toEqual([]);
  });

  it('has the rooms that its README lists, and no circle of folders', () => {
    const named = rooms.flat().filter(name => name !== '*');
    expect(named).not.toEqual([]);
    expect(named.filter(name => !existsSync(join(root, floor, name)))).toEqual([]);
    expect(circles(foldersOf(floor, imports))).toEqual([]);
  });
});

it('no files import values of each other in a circle', () => {
  const values = imports.filter(({ isType, isLazy }) => !isType && !isLazy);
  expect(circles(values.map(({ from, to }) => /** @type {const} */ ([from, to])))).toEqual([]);
});

/** Files that are loaded with a file, itself among them. @param {string} entry */
function loadedWith(entry) {
  const loaded = new Set([entry]);
  for (const path of loaded)
    for (const { from, to, isType } of imports) if (from === path && !isType) loaded.add(to);
  return [...loaded];
}

it('a worker never loads DuckDB, which would cost each its start and memory', () => {
  const withDuckDb = (/** @type {string} */ entry) =>
    loadedWith(entry).filter(path =>
      /^(?:import(?! type\b).* from|import|\} from) '@duckdb\//m.test(readFileSync(join(root, path), 'utf8')),
    );
  expect(withDuckDb('workspace/reading/worker.ts')).toEqual([]);
  expect(withDuckDb('workspace/import/import.ts')).toContain('workspace/store/append.ts');
});

describe('a planted import', () => {
  const rooms =
    roomsIn('# f\n\n```rooms\nmain.ts  the page\n*        the views\nlib kit  words\n```\n') ?? [];
  /** @param {string} path @param {string} source */
  const planted = (path, source) => [
    ...importsOf('f/view/a.ts', "import '../lib/b.ts';"),
    ...importsOf(path, source),
  ];

  it('of a higher room is found, also if it is of types', () => {
    expect(rooms).toEqual([['main.ts'], ['*'], ['lib', 'kit']]);
    expect(against('f', rooms, planted('f/lib/b.ts', "import { c } from '../kit/c.ts';"))).toEqual([]);
    for (const source of [
      "import type { A } from '../view/a.ts';",
      "export { A } from '../view/a.ts';",
      "import('../view/a.ts');",
    ])
      expect(against('f', rooms, planted('f/lib/b.ts', source))).toEqual([
        'f/lib/b.ts imports f/view/a.ts, which stands above it in f/README.md',
      ]);
    expect(against('f', rooms, importsOf('f/lib/b.ts', "import '../new.ts';"))).toEqual([
      'f/README.md lists no room for new.ts',
    ]);
  });

  it('that closes a circle is found', () => {
    const edges = foldersOf('f', planted('f/lib/b.ts', "import type { A } from '../view/a.ts';"));
    expect(circles(edges)).toEqual([['lib', 'view']]);
    expect(
      circles([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
        ['c', 'd'],
        ['d', 'd'],
      ]),
    ).toEqual([['a', 'b', 'c']]);
  });
});
