/**
 * Writes files for the user, whole or not at all.
 *
 * Each is written beside its target, under a name of its own, and synced; `commit` then renames all and syncs their
 * folders. So a file of that name stays as it is until the new one is complete, whatever happens.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  rmdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { explained } from '../causes.ts';
import { WorkspaceError } from '../errors.ts';
import type { Cancel } from '../query.ts';
import { renameSynced, sync } from './durable.ts';
import { isDatabase } from './headers.ts';
import { isReserved } from './holders.ts';
import { realTarget } from './real-path.ts';
import { partOf, removeAbandonedParts, removeWorkspace } from './temporary.ts';

export interface OutputOptions {
  /** If it fires before the end, nothing is replaced. */
  readonly cancel?: Cancel | undefined;
  /** The workspace that the output is made from, and the files of its captures: none of them is replaced. */
  readonly sources?: Sources;
  /** If true, the output is a workspace, and may replace one. */
  readonly isWorkspace?: boolean;
}

export interface Sources {
  readonly workspace: string;
  readonly captures: readonly string[];
}

interface Part {
  readonly target: string;
  readonly part: string;
}

export class Outputs {
  private readonly parts: Part[] = [];
  /** Folders made for them. */
  private readonly made: string[] = [];

  constructor(private readonly options: OutputOptions = {}) {}

  /**
   * Refuses a file that may not be replaced, also a workspace that another program has open: its writes would go to
   * the replaced file.
   *
   * @returns the file that `path` means, through links
   */
  async check(path: string): Promise<string> {
    const target = targetOf(path);
    // The log of a workspace of that name is merged when it is opened.
    mustBeReplaceable(path, target, { ...this.options, mayHaveLog: true });
    if (this.options.isWorkspace && statOf(target)) await mustNotBeOpen(target);
    mustBeReplaceable(path, target, this.options);
    return target;
  }

  /**
   * Writes the content of `path` with `write`, which gets the path of a file that does not exist yet.
   *
   * @throws WorkspaceError if `path` may not be replaced, or cannot be written
   */
  async write(path: string, write: (part: string) => Promise<unknown>): Promise<void> {
    const target = await this.check(path);
    const part = partOf(target);
    this.parts.push({ target, part });
    try {
      removeAbandonedParts(target);
      await write(part);
      if (existsSync(target)) chmodSync(part, statSync(target).mode & 0o777);
      sync(part);
    } catch (error) {
      throw unwritten(path, error);
    }
  }

  /**
   * Makes a folder, and those that it is in. Not by a `recursive` mkdir, which in Node never returns in file systems
   * that refuse folders, such as /proc.
   */
  makeFolder(path: string): void {
    const folder = resolve(path);
    if (existsSync(folder)) return;
    this.makeFolder(dirname(folder));
    try {
      mkdirSync(folder);
    } catch (error) {
      throw unwritten(path, error);
    }
    this.made.push(folder);
  }

  /** Gives all files their names. */
  commit(): void {
    if (this.options.cancel?.aborted)
      throw new WorkspaceError('cancelled', 'Cancelled: nothing was written.');
    const count = this.parts.length;
    // One that fails stays in the list, with those after it, and is discarded.
    for (let next = this.parts[0]; next; next = this.parts[0]) {
      const { target, part } = next;
      try {
        mustBeReplaceable(target, target, this.options);
        renameSynced(part, target);
      } catch (error) {
        const done = count - this.parts.length;
        throw unwritten(target, error, done > 0 ? ` ${done} of ${count} files were written before it.` : '');
      }
      this.parts.shift();
    }
    this.made.length = 0;
  }

  /** Removes what was written and not committed. */
  discard(): void {
    for (const { part } of this.parts.splice(0)) removeWorkspace(part);
    for (const folder of this.made.splice(0).reverse()) removeIfEmpty(folder);
  }
}

/** Runs `work`, then gives the files that it has written their names; if it fails, none is left. */
export async function withOutputs<T>(
  options: OutputOptions,
  work: (outputs: Outputs) => Promise<T>,
): Promise<T> {
  const outputs = new Outputs(options);
  try {
    const result = await work(outputs);
    outputs.commit();
    return result;
  } finally {
    outputs.discard();
  }
}

/**
 * Runs `work` with a stream into a new file, which is there before `work` begins and closed when it has ended. A stream that
 * opens its file by itself may make it after its pipeline has failed, when what was written is already removed.
 */
export async function withFile<T>(path: string, work: (into: Writable) => Promise<T>): Promise<T> {
  const file = await open(path, 'w');
  try {
    return await work(file.createWriteStream());
  } finally {
    await file.close();
  }
}

/** Writes one file: see {@link Outputs.write}. */
export function writeOutput(
  path: string,
  write: (part: string) => Promise<unknown>,
  options: OutputOptions = {},
): Promise<void> {
  return withOutputs(options, outputs => outputs.write(path, write));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something by now.
  }
}

/** The file that `path` means, through symbolic links. */
function targetOf(path: string): string {
  const full = resolve(path);
  const folder = dirname(full);
  const there = statOf(folder);
  if (!there) throw new WorkspaceError('not-found', `${folder} does not exist: make the folder first.`);
  if (!there.isDirectory())
    throw new WorkspaceError('unwritable', `${path} cannot be written: ${folder} is not a folder.`);
  return realTarget(full);
}

/** @throws WorkspaceError `exists`, `locked` or `unwritable` */
function mustBeReplaceable(
  path: string,
  target: string,
  { sources, isWorkspace = false, mayHaveLog = false }: OutputOptions & { readonly mayHaveLog?: boolean },
): void {
  const refuse = (why: string, code: 'exists' | 'locked' | 'unwritable' = 'exists'): never => {
    throw new WorkspaceError(code, `${path} ${why}: choose another name.`);
  };
  const file = statOf(target);
  if (file?.isDirectory()) refuse('is a folder', 'unwritable');
  if (file && !file.isFile()) refuse('is a device or a pipe, not a file', 'unwritable');
  for (const suffix of ['', '.wal'])
    if (sources && isSame(target, file, sources.workspace + suffix))
      refuse(suffix ? 'is the log of this workspace' : 'is this workspace');
  if (isReserved(target)) refuse('is already open in this program', 'locked');
  if (file && sources?.captures.some(capture => isSame(target, file, fileOf(capture))))
    refuse('is a file that a capture of this workspace was read from');
  if (isWorkspace && !mayHaveLog && existsSync(`${target}.wal`))
    refuse(
      `has the log of a former workspace beside it (${target}.wal), which would be added to the new one`,
    );
  if (file && !isWorkspace && isDatabase(beginOf(target))) refuse('is a workspace');
}

/** undefined if there is no such file, and for a symbolic link that leads to itself. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** @throws WorkspaceError `locked` */
async function mustNotBeOpen(path: string): Promise<void> {
  // Imported here, because most outputs are no workspaces.
  const { DatabaseFile } = await import('./database-file.ts');
  try {
    (await DatabaseFile.open(path, { memory: 128e6 })).close();
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === 'locked') throw error;
  }
}

/** True also for two names of one file. */
function isSame(target: string, file: Stats | undefined, other: string): boolean {
  if (target === resolve(other)) return true;
  const another = file && statOf(other);
  return another !== undefined && another.ino === file?.ino && another.dev === file.dev;
}

/** The file on the disk that a capture is in: its path continues within archives. */
function fileOf(capture: string): string {
  for (let path = capture; ; path = dirname(path))
    if (existsSync(path) || path === dirname(path)) return path;
}

/** The first bytes of a file; zeros if it cannot be read. */
function beginOf(path: string): Uint8Array {
  const head = new Uint8Array(12);
  try {
    const file = openSync(path, 'r');
    readSync(file, head, 0, head.length, 0);
    closeSync(file);
  } catch {
    // A file that cannot be read is replaced like any other.
  }
  return head;
}

const unwritten = (path: string, error: unknown, also = ''): unknown =>
  explained(error, ({ why, remedy }) => `${path} cannot be written: ${why}. ${remedy}${also}`);
