/** Files of workspaces that nobody has saved: gone when they are closed, and a day after whoever held them died. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ours = /^aftertrace-(\d+)-[0-9a-f]{12}\.aftertrace(?:\.wal|\.tmp)?$/;
const keptMs = 24 * 3600_000;

export function temporaryPath(folder = tmpdir()): string {
  return join(folder, `aftertrace-${process.pid}-${randomBytes(6).toString('hex')}.aftertrace`);
}

/** The file, its log and its spill folder. */
export function removeWorkspace(path: string): void {
  for (const suffix of ['', '.wal', '.tmp']) rmSync(path + suffix, { recursive: true, force: true });
}

/**
 * Removes what processes have left that were killed. A day is waited, because a process of another container that
 * shares this folder looks as if it were gone.
 */
export function removeAbandoned(folder = tmpdir(), now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    const pid = ours.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && now - stat.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
