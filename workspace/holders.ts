/** Who has a workspace open: one at a time can, and whoever comes later is told which program that is. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { WorkspaceError } from './errors.ts';

/** Files that this process has open: locks of files do not hold against the process that has them. */
const held = new Set<string>();

/**
 * Reserves a workspace for whoever opens it, until what is returned is called.
 *
 * @throws WorkspaceError `locked`
 */
export function reserve(path: string): () => void {
  // One file may go by several names.
  const file = existsSync(path)
    ? realpathSync.native(path)
    : join(realpathSync.native(dirname(path)), basename(path));
  if (held.has(file))
    throw new WorkspaceError(
      'locked',
      `${path} is open in this program already (process ${process.pid}): go on there, or close it first.`,
    );
  held.add(file);
  return () => held.delete(file);
}

/** Characters of a command line that are shown. */
const most = 80;

/** What DuckDB says of who holds a lock, and the system of that process: ` (aftertrace note case.aftertrace list, process 123)`. */
export function holderOf(message: string): string {
  const pid = /PID (\d{1,10})/.exec(message)?.[1];
  if (!pid) return '';
  const program = /lock is held in ([^\n(]{1,4096}) \(PID/.exec(message)?.[1];
  const what = commandOf(pid) ?? (program && basename(program));
  return ` (${what ? `${what}, ` : ''}process ${pid})`;
}

/** The command of Aftertrace that a process runs; null where it is none, or the system does not tell. */
function commandOf(pid: string): string | null {
  let words: readonly string[];
  try {
    words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return null;
  }
  // Chromium writes its command line anew, as one text.
  if (words.some(word => /(?:^| )--type=utility(?: |$)/.test(word))) return 'an Aftertrace window';
  const at = words.findIndex(word => /^aftertrace(?:\.js)?$/.test(basename(word)));
  if (at < 0) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name of a file may hold any
  const command = ['aftertrace', ...words.slice(at + 1)].join(' ').replace(/[\x00-\x1f\x7f-\x9f]/g, '�');
  return command.length > most ? `${command.slice(0, most - 1)}…` : command;
}
