import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  partOf,
  removeAbandoned,
  removeAbandonedParts,
  removeWorkspace,
  temporaryPath,
  unsavedIn,
} from './temporary.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process id that is never used: Linux gives ids up to 2^22. */
const nobody = 2 ** 30;
const tomorrow = Date.now() + 25 * 3600_000;

it('removes a temporary workspace with all its files', () => {
  const path = temporaryPath(folder);
  writeFileSync(path, '');
  writeFileSync(`${path}.wal`, '');
  mkdirSync(`${path}.tmp`);
  removeWorkspace(path);
  expect(readdirSync(folder)).toEqual([]);
});

it('removes files of killed processes after a day, and nothing else', () => {
  const mine = temporaryPath(folder);
  const left = ['', '.wal'].map(suffix =>
    join(folder, `aftertrace-${nobody}-0123456789ab.aftertrace${suffix}`),
  );
  const other = join(folder, 'case.aftertrace');
  for (const path of [mine, ...left, other]) writeFileSync(path, '');
  removeAbandoned(folder);
  expect(left.every(existsSync)).toBe(true);
  removeAbandoned(folder, tomorrow);
  expect(
    readdirSync(folder)
      .map(name => join(folder, name))
      .sort(),
  ).toEqual([mine, other].sort());
});

it('removes what killed processes have written beside a file, after a day, and nothing else', () => {
  const target = join(folder, 'report.html');
  const part = `${nobody}-0123456789ab.part`;
  const left = [`.report.html.${part}`, `.report.html.${part}.wal`];
  const kept = [partOf(target), join(folder, `.other.html.${part}`), target];
  for (const path of [...left.map(name => join(folder, name)), ...kept]) writeFileSync(path, '');
  removeAbandonedParts(target);
  expect(readdirSync(folder)).toHaveLength(5);
  removeAbandonedParts(target, tomorrow);
  expect(
    readdirSync(folder)
      .map(name => join(folder, name))
      .sort(),
  ).toEqual(kept.sort());
});

it('finds unsaved workspaces, the latest first', () => {
  const [old, late] = [temporaryPath(folder), temporaryPath(folder)];
  for (const path of [old, `${old}.wal`, late, join(folder, 'case.aftertrace')]) writeFileSync(path, '');
  utimesSync(old, 1000, 1000);
  utimesSync(`${old}.wal`, 2000, 2000);
  expect(unsavedIn(folder).map(({ path }) => path)).toEqual([late, old]);
  expect(unsavedIn(folder)[1]!.changedMs).toBe(2e6);
  expect(unsavedIn(join(folder, 'none'))).toEqual([]);
});
