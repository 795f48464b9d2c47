/**
 * A workspace can be open in one process at a time; another process gets an error that names the process which has
 * it.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { WorkspaceError } from '../errors.ts';
import { realTarget } from './real-path.ts';

/** Files that this process has open: file locks do not apply within one process. */
const openFiles = new Set<string>();

/**
 * Reserves a workspace for the caller, until the returned function is called.
 *
 * @throws WorkspaceError `locked`
 */
export function reserve(path: string): () => void {
  const file = realTarget(path);
  if (openFiles.has(file))
    throw new WorkspaceError(
      'locked',
      `${path} is already open in this program (process ${process.pid}): use it there, or close it first.`,
    );
  openFiles.add(file);
  return () => openFiles.delete(file);
}

/** True if this process has the workspace open. */
export function isReserved(file: string): boolean {
  return openFiles.has(file);
}

/** Maximum characters of a command line that are shown. */
const maxCommand = 80;

/**
 * The process that holds a lock, by DuckDB's message and the process's own command line: ` (aftertrace note
 * case.aftertrace list, process 123)`.
 */
export function holderOf(message: string): string {
  const pid = /PID (\d{1,10})/.exec(message)?.[1];
  if (!pid) return '';
  const program = /lock is held in ([^\n(]{1,4096}) \(PID/.exec(message)?.[1];
  const what = commandOf(pid) ?? (program && basename(program));
  return ` (${what ? `${what}, ` : ''}process ${pid})`;
}

/** The Aftertrace command that a process runs; null if it is another program, or unknown. */
function commandOf(pid: string): string | null {
  let words: readonly string[];
  try {
    words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return null;
  }
  // Chromium rewrites its command line as one text.
  if (words.some(word => /(?:^| )--type=utility(?: |$)/.test(word))) return 'an Aftertrace window';
  const at = words.findIndex(word => /^aftertrace(?:\.js)?$/.test(basename(word)));
  if (at < 0) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name of a file may hold any
  const command = ['aftertrace', ...words.slice(at + 1)].join(' ').replace(/[\x00-\x1f\x7f-\x9f]/g, '�');
  return command.length > maxCommand ? `${command.slice(0, maxCommand - 1)}…` : command;
}
