/** Exit statuses of all commands. */
import type { ImportReport } from '../contract.ts';

export const exit = {
  done: 0,
  failed: 1,
  usage: 2,
  differs: 3,
  notComparable: 4,
  partial: 5,
  otherFiles: 6,
  interrupted: 130,
} as const;

export const exitHelp =
  'Exit status: 0 all done, 1 failed, or nothing could be read, 2 wrong usage, 3 something differs, 4 not comparable, ' +
  '5 some capture is partial or empty, 6 all captures were read, but some files are no captures, 130 interrupted.';

/** Codes of files that are no captures; a file with any other code could not be read. */
export const otherFiles = new Set(['binary', 'empty', 'not-recognised', 'tool-not-read', 'workspace']);

/** Codes of failures of the workspace or the program, which end an import, and of user formats that were refused. */
const fatal = new Set(['disk-full', 'internal', 'out-of-memory', 'unwritable', 'user-format']);

/** The exit status of an import. */
export function importStatus({ captures, failures, duplicates, cancelled }: ImportReport): number {
  if (cancelled) return exit.interrupted;
  const isRead = duplicates.length > 0 || captures.some(({ status }) => status !== 'failed');
  if (failures.some(({ code }) => fatal.has(code))) return exit.failed;
  if (!isRead && captures.length + failures.length > 0) return exit.failed;
  const isWhole = captures.every(({ status }) => status === 'complete');
  if (!isWhole || failures.some(({ code }) => !otherFiles.has(code))) return exit.partial;
  return failures.length > 0 ? exit.otherFiles : exit.done;
}
