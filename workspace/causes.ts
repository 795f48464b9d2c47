/** Why something could not be made, written or opened, in words, from errors of the system and of DuckDB, which quotes them. */
import { messageOf, WorkspaceError } from './errors.ts';
import { QueryError } from './query.ts';

export interface Cause {
  readonly code: 'disk-full' | 'out-of-memory' | 'unwritable';
  /** True if there is no room for more bytes, on the disk or in the file. */
  readonly isFull: boolean;
  /** Continues “cannot be written: …”. */
  readonly why: string;
  /** What the user can do, as a sentence. */
  readonly remedy: string;
}

const elsewhere = 'Choose another path.';
const full = (why: string, remedy: string): Cause => ({ code: 'disk-full', isFull: true, why, remedy });
const unwritable = (why: string, remedy = elsewhere): Cause => ({
  code: 'unwritable',
  isFull: false,
  why,
  remedy,
});

const causes: readonly (readonly [code: string, said: RegExp, cause: Cause])[] = [
  [
    'ENOSPC',
    /ENOSPC|No space left on device|not enough space/i,
    full('the disk is full', 'Make room on it, and try again.'),
  ],
  ['EDQUOT', /disk quota/i, full('your quota is used up', 'Make room, and try again.')],
  [
    'EFBIG',
    /File too large/i,
    { ...unwritable('its disk or a limit does not allow a file of this size'), isFull: true },
  ],
  ['EROFS', /Read-only file system/, unwritable('its disk is read-only')],
  ['EACCES', /Permission denied|Access is denied/, unwritable('its permissions do not allow it')],
  ['EPERM', /Operation not permitted/, unwritable('its permissions do not allow it')],
  [
    'EMFILE',
    /Too many open files/,
    unwritable('too many files are open', 'Close some, or raise the limit (ulimit -n).'),
  ],
  ['ENAMETOOLONG', /File name too long/, unwritable('its name is too long')],
  ['EISDIR', /Is a directory/, unwritable('it is a folder')],
  ['ENOTDIR', /Not a directory/, unwritable('a part of its path is not a folder')],
  // DuckDB's limit is 30 % of that of the program.
  [
    'ENOMEM',
    /Out of Memory Error|ENOMEM|Cannot allocate memory/,
    {
      code: 'out-of-memory',
      isFull: false,
      why: 'the memory that Aftertrace may use does not suffice',
      remedy: 'Import again with more, as with --memory 4GB.',
    },
  ],
  // DuckDB does not say why a sync failed.
  ['EIO', /Input\/output error|fsync failed/, unwritable('the disk reports an error')],
  // Of a database that became invalid while it was opened, DuckDB does not say why.
  ['', /instance closed/, unwritable('the database had to be closed, as after an error of the disk')],
];

/** null if the error has another cause than the disk. Knows the cause also of an error that is explained already. */
export function causeOf(error: unknown): Cause | null {
  const isExplained = error instanceof WorkspaceError || error instanceof QueryError;
  const raw = isExplained ? (error.cause ?? error) : error;
  const code = (raw as NodeJS.ErrnoException | null)?.code;
  const message = messageOf(raw);
  return causes.find(([each, said]) => each === code || said.test(message))?.[2] ?? null;
}

/** The error itself, or, if the disk is its cause, one with the sentence that `say` makes of the cause. */
export function explained(error: unknown, say: (cause: Cause) => string): unknown {
  const cause = error instanceof WorkspaceError ? null : causeOf(error);
  return cause ? new WorkspaceError(cause.code, say(cause), { cause: error }) : error;
}

/** True if a write failed for want of room. */
export const isDiskFull = (error: unknown): boolean => causeOf(error)?.isFull ?? false;
