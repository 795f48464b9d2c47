/** Finds the files of an import: the paths given, and the files in folders. */
import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { causeOf } from '../causes.ts';
import { messageOf } from '../errors.ts';
import type { ImportFailure } from './failure.ts';
import { pathOf, systemPath } from './paths.ts';

export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  /** Time of last modification, epoch ns. */
  readonly modified: bigint;
  /** True if named by the user, false if found in a folder. */
  readonly named: boolean;
  /** Paths of the files that continue this one: `bytes` is the size of all, `modified` the newest. */
  readonly more?: readonly string[];
  /** For an archive: path of the single file or folder in it that is to be read. */
  readonly only?: string;
}

export interface Found {
  readonly files: readonly FoundFile[];
  readonly failures: readonly ImportFailure[];
}

/** Folders nested deeper, or with more files, were not opened on purpose. */
const maxDepth = 32;
const maxFiles = 100_000;

/**
 * Files in the order given; those of a folder are sorted by name. Leaves out hidden files and folders, and any file
 * reached twice, which also ends the walk at a link to a parent folder.
 */
export function discover(paths: readonly string[]): Found {
  const files: FoundFile[] = [];
  const failures: ImportFailure[] = [];
  const seen = new Set<string>();
  const fail = (path: string, code: string, message: string) => failures.push({ path, code, message });

  const visit = (path: string, depth: number, named: boolean, only?: string): void => {
    try {
      const real = realPath(path);
      const key = only === undefined ? real : `${real}\0${only}`;
      if (seen.has(key)) return;
      seen.add(key);
      const stat = statSync(systemPath(real), { bigint: true });
      if (stat.isDirectory()) walk(path, depth);
      else if (!stat.isFile())
        fail(path, 'not-a-file', `${path} is neither a file nor a folder: save it to a file first.`);
      else if (files.length < maxFiles)
        files.push({
          path,
          bytes: Number(stat.size),
          modified: stat.mtimeNs,
          named,
          ...(only === undefined ? {} : { only }),
        });
    } catch (error) {
      const archive = only === undefined && named ? fileAbove(path) : null;
      if (archive === null) failures.push(unreadable(path, error));
      else visit(archive, depth, named, path);
    }
  };
  const walk = (folder: string, depth: number): void => {
    if (depth >= maxDepth) {
      fail(
        folder,
        'too-deep',
        `${folder} is nested more than ${maxDepth} folders deep and was left out: open it directly.`,
      );
      return;
    }
    const names = readdirSync(systemPath(folder), { encoding: 'buffer' })
      .map(pathOf)
      .filter(name => !name.startsWith('.') && !ours.test(name));
    for (const name of names.sort(byName)) visit(join(folder, name), depth + 1, false);
  };

  for (const path of paths) {
    const before = files.length + failures.length;
    const full = resolve(path);
    visit(full, 0, true);
    if (files.length + failures.length === before && isFolder(full))
      fail(full, 'empty-folder', `${full} holds no files to read.`);
  }
  if (files.length >= maxFiles)
    fail(
      files[0]?.path ?? '',
      'too-many',
      `Only the first ${maxFiles} files were read: open a smaller folder.`,
    );
  return { files, failures };
}

/** Maps a file name to the file that it is a part of, if that exists and `is` accepts it. */
export interface Whole {
  readonly name: string;
  is(head: Uint8Array): boolean;
}

/** Joins files that belong to another file of the same folder with that file, so that they are read as one. */
export function joined(
  files: readonly FoundFile[],
  belongsTo: (name: string) => Whole | null,
  headOf: (path: string) => Uint8Array,
): readonly FoundFile[] {
  const byPath = new Map(files.map(file => [file.path, file]));
  const parts = new Map<FoundFile, FoundFile[]>();
  for (const file of files) {
    const whole = belongsTo(basename(file.path));
    const main = whole === null ? undefined : byPath.get(join(dirname(file.path), whole.name));
    if (main && main !== file && whole!.is(headOf(main.path)))
      parts.set(main, [...(parts.get(main) ?? []), file]);
  }
  const taken = new Set([...parts.values()].flat());
  return files
    .filter(file => !taken.has(file))
    .map(file => {
      const more = parts.get(file);
      if (more === undefined) return file;
      const all = [file, ...more];
      return {
        ...file,
        more: more.map(({ path }) => path),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        modified: all.reduce((newest, { modified }) => (modified > newest ? modified : newest), 0n),
      };
    });
}

/** The archive on the path of a file in it; null if there is none. */
export function fileAbove(path: string): string | null {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    const stat = statOf(above);
    if (stat) return stat.isFile() ? above : null;
  }
  return null;
}

/** null if nothing is there, or if a parent on the path is a file. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Failure of a file that the system cannot open or read. */
export function unreadable(path: string, error: unknown): ImportFailure {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return { path, code: 'not-found', message: `${path} does not exist: check the path.` };
  if (code === 'EACCES' || code === 'EPERM')
    return { path, code: 'unreadable', message: `${path} may not be read: check its permissions.` };
  if (code === 'ELOOP') return { path, code: 'unreadable', message: `${path} is a link that leads nowhere.` };
  if (code === 'EAGAIN')
    return { path, code: 'unreadable', message: `${path} gives no data now: save it to a file first.` };
  const why = causeOf(error)?.why ?? messageOf(error);
  return { path, code: 'unreadable', message: `${path} cannot be read: ${why}.` };
}

/** A workspace, its write-ahead log or a copy of it. */
const ours = /\.aftertrace(\.[a-z0-9]+)?$/;

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The general function of Node takes texts only. */
function realPath(path: string): string {
  const system = systemPath(path);
  if (typeof system === 'string') return realpathSync(system);
  return pathOf(realpathSync.native(system, { encoding: 'buffer' }));
}

/** By code unit, so that the order is the same everywhere. */
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
