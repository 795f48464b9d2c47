/**
 * Files of unsaved workspaces, which are deleted when they are closed. A killed process leaves its file: in the
 * system's folder for temporary files it is deleted after a day; in a folder of the application it stays until it is
 * recovered.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const ours = /^aftertrace-(\d+)-[0-9a-f]{12}\.aftertrace(?:\.wal|\.tmp)?$/;
const extension = '.aftertrace';
const keptMs = 24 * 3600_000;

export function temporaryPath(folder = tmpdir()): string {
  return join(folder, `aftertrace-${process.pid}-${randomBytes(6).toString('hex')}.aftertrace`);
}

/** Removes the file, its write-ahead log and its spill folder. */
export function removeWorkspace(path: string): void {
  for (const suffix of ['', '.wal', '.tmp']) rmSync(path + suffix, { recursive: true, force: true });
}

/** Workspaces in a folder of the application that were neither saved nor closed, the latest first. */
export function unsavedIn(folder: string): readonly { readonly path: string; readonly changedMs: number }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => ours.test(name) && name.endsWith(extension))
    .flatMap(name => {
      const path = join(folder, name);
      // The write-ahead log has the latest changes.
      const times = ['', '.wal'].flatMap(
        suffix => statSync(path + suffix, { throwIfNoEntry: false })?.mtimeMs ?? [],
      );
      return times.length > 0 ? [{ path, changedMs: Math.max(...times) }] : [];
    })
    .sort((a, b) => b.changedMs - a.changedMs);
}

/** Removes what killed processes have written beside a file that they were to replace; waits as {@link removeAbandoned} does. */
export function removeAbandonedParts(target: string, now = Date.now()): void {
  const [folder, begin] = [dirname(target), partBegin(target)];
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(begin) && /^(\d+)-[0-9a-f]{12}\.part/.exec(name.slice(begin.length))?.[1];
    if (pid && !isAlive(Number(pid))) removeIfOld(join(folder, name), now);
  }
}

/** None if the folder may not be listed. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path of a file beside `target`, in which its new content is written. */
export const partOf = (target: string): string =>
  join(dirname(target), `${partBegin(target)}${process.pid}-${randomBytes(6).toString('hex')}.part`);

const partBegin = (target: string): string => `.${basename(target).slice(0, 200)}.`;

/**
 * Removes files of killed processes. Waits a day, because a process of another container that shares this folder
 * looks as if it had ended.
 */
export function removeAbandoned(folder = tmpdir(), now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    const pid = ours.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    removeIfOld(join(folder, name), now);
  }
}

function removeIfOld(path: string, now: number): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && now - stat.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
