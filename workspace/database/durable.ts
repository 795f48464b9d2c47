/** Writes that a failure of power does not undo. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

export function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Renames a file that is synced already. */
export function renameSynced(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Makes the names in a folder durable where that is possible: not on Windows, nor on every network drive. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(file);
  }
}
