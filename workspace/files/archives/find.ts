/** Opens a file by its path, on disk or in an archive. */
import { WorkspaceError } from '../../errors.ts';
import { FileBytes } from '../bytes.ts';
import { fileAbove, statOf } from '../discover.ts';
import type { Head } from '../files.ts';
import { Allowance } from './archive.ts';
import { membersIn } from './members.ts';
import { type Content, openBytes } from './open.ts';

export interface FoundContent {
  readonly content: Content;
  readonly head: Head;
}

/** The file on disk that contains it: the file itself, or the archive it is in. */
export function onDisk(path: string): string {
  return statOf(path) ? path : (fileAbove(path) ?? path);
}

/**
 * Calls `work` with the file, whose bytes can be read until `work` resolves.
 *
 * @throws the system's error if a file cannot be opened; WorkspaceError `unreadable` if the archive lacks the path
 */
export async function withContent<T>(path: string, work: (found: FoundContent) => Promise<T>): Promise<T> {
  const disk = onDisk(path);
  const bytes = FileBytes.open(disk);
  try {
    const { size } = bytes;
    const allowance = new Allowance(size);
    const opened = await openBytes(bytes, allowance);
    if (opened.kind === 'file' && disk === path) return await work(opened);
    if (opened.kind === 'archive') {
      const archive = { path: disk, bytes: size, modified: 0n, named: true, only: path };
      for await (const found of membersIn(archive, opened.archive, allowance))
        if ('content' in found && found.path === path) return await work(found);
    }
    throw new WorkspaceError('unreadable', `${path} is not in ${disk} any more.`);
  } finally {
    bytes.close();
  }
}
