import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprint } from './stale.js';

let folder = '';
/** @param {string} name */
const write = (name, text = 'x') => writeFileSync(join(folder, name), text);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-stale-'));
  mkdirSync(join(folder, 'deep'));
  write('deep/a.ts');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const print = () => fingerprint(['.'], folder);

it('a fingerprint changes with every source in any folder', () => {
  const before = print();
  expect(print()).toBe(before);
  write('deep/a.ts', 'xy');
  const edited = print();
  expect(edited).not.toBe(before);
  utimesSync(join(folder, 'deep/a.ts'), 1, 1);
  const touched = print();
  expect(touched).not.toBe(edited);
  rmSync(join(folder, 'deep/a.ts'));
  expect(print()).not.toBe(touched);
});

it('a fingerprint ignores tests, generated files and documents', () => {
  const before = print();
  for (const name of ['a.test.ts', 'b.generated.ts', 'README.md', 'tsconfig.json']) write(name);
  expect(print()).toBe(before);
});
