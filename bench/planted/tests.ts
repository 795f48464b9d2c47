/** The tests that count for a fault in a file: those of its folder, and its formats' conformance. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Rooms, and how many of 150 faults are planted in each. */
export const rooms: Readonly<Record<string, number>> = {
  parsers: 60,
  workspace: 40,
  analyzers: 30,
  'app/renderer': 20,
};

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** All files below `folder` in `root`, relative to `root`. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap(entry => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    })
    .sort();
}

/** Files that faults are planted in: no tests, generated code, examples, or code compiled to WebAssembly. */
export const productFiles = (root: string, room: string): string[] =>
  filesBelow(root, room).filter(
    path =>
      /\.tsx?$/.test(path) &&
      !/\.d\.ts$|\.generated\.ts$|\/assembly\/|\/example-|\/testing\.tsx?$|\/fake\.ts$/.test(path) &&
      !isTest(path),
  );

/**
 * Tests of the folder of `file` and those beside the folders around it, up to a folder such as
 * `parsers/vmstat`; of a file that is in a room itself, the tests beside it.
 */
export function testsOf(root: string, file: string): string[] {
  const room = Object.keys(rooms).find(each => file.startsWith(`${each}/`))!;
  let folder = dirname(file);
  if (folder === room) return testsIn(root, folder);
  const tests = filesBelow(root, folder).filter(isTest);
  while (dirname(folder) !== room) {
    folder = dirname(folder);
    tests.push(...testsIn(root, folder));
  }
  return tests;
}

const testsIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter(isTest)
    .sort()
    .map(name => `${folder}/${name}`);

/** Words of a path that window tests may be named after, in the singular. */
const wordsOf = (path: string): Set<string> =>
  new Set(path.split(/[/.-]/).map(word => word.replace(/s$/, '')));

/** Parts of the window, and the window tests that are named otherwise. */
const alsoNamed: Readonly<Record<string, readonly string[]>> = {
  chrome: ['views', 'state', 'open'],
  overview: ['views', 'open', 'end'],
  palette: ['views', 'jump'],
  widgets: ['tables'],
  cells: ['tables'],
  bars: ['charts'],
  lines: ['charts', 'metrics'],
  scatter: ['charts'],
  waterfall: ['charts'],
  marks: ['timeline', 'findings'],
  history: ['state'],
  saved: ['state'],
};

/** Window tests that are named for the part of the window that `file` is in. */
export function windowTestsOf(root: string, file: string): string[] {
  const words = wordsOf(file.replace(/^app\/renderer\//, '').replace(/\.tsx?$/, ''));
  const named = [...words].flatMap(word => alsoNamed[word] ?? alsoNamed[`${word}s`] ?? []);
  return testsIn(root, 'app/e2e').filter(path => {
    const name = basename(path).replace(/\.test\.tsx?$/, '');
    return named.includes(name) || words.has(name.replace(/s$/, ''));
  });
}
