/** Why something could not be written or opened, in words, from errors of the system and of DuckDB, which quotes them. */
import { messageOf } from './errors.ts';

export interface Cause {
  readonly code: 'disk-full' | 'unwritable';
  /** Continues “cannot be written: …”. */
  readonly why: string;
  /** What the user can do, as a sentence. */
  readonly remedy: string;
}

const elsewhere = 'Choose another path.';
const unwritable = (why: string, remedy = elsewhere): Cause => ({ code: 'unwritable', why, remedy });

const causes: readonly (readonly [code: string, said: RegExp, cause: Cause])[] = [
  [
    'ENOSPC',
    /No space left on device|There is not enough space on the disk/,
    { code: 'disk-full', why: 'the disk is full', remedy: 'Make room on it, and try again.' },
  ],
  [
    'EDQUOT',
    /[Dd]isk quota exceeded/,
    { code: 'disk-full', why: 'your quota is used up', remedy: 'Make room, and try again.' },
  ],
  ['EFBIG', /File too large/, unwritable('its disk or a limit does not allow a file of this size')],
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
  ['EIO', /Input\/output error/, unwritable('the disk reports an error')],
];

/** null if the error has another cause than the disk. */
export function causeOf(error: unknown): Cause | null {
  const { code } = error as NodeJS.ErrnoException;
  const message = messageOf(error);
  return causes.find(([each, said]) => each === code || said.test(message))?.[2] ?? null;
}
