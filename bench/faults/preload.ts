/** The library of `preload.c`: how it is built, what it is told, and what it has seen. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds of calls that the library counts. `create`, `update` and `open` open a file, by the flags given. */
export type CallKind =
  | 'create'
  | 'update'
  | 'open'
  | 'read'
  | 'write'
  | 'pwrite'
  | 'writev'
  | 'copy'
  | 'truncate'
  | 'sync'
  | 'rename'
  | 'remove'
  | 'mkdir'
  | 'mmap';

/** Numbers of Linux. */
export const errnos = { EIO: 5, EACCES: 13, EMFILE: 24, ENOSPC: 28 } as const;

/** A folder that does not exist, in which moments of the program are seen as files opened in vain. */
export const moments = '.moments';

export interface Fault {
  readonly call: CallKind | 'any';
  /** Pattern of the files, relative to the folder. */
  readonly files: string;
  /** The n-th of these calls, from 1. */
  readonly at: number;
  readonly error: keyof typeof errnos | 'kill';
  /** If true, all later ones fail, too, as on a full disk. */
  readonly stays?: boolean;
}

export interface Call {
  readonly call: CallKind;
  /** Relative to the folder. */
  readonly file: string;
  /** The moment of the program after which it was made; empty before the first. */
  readonly moment: string;
}

/** Builds the library into `folder`; null if this system has no preloaded libraries, or no C compiler. */
export function buildPreload(source: string, folder: string): string | null {
  if (process.platform !== 'linux') return null;
  const library = join(folder, 'preload.so');
  const options = [
    '-shared',
    '-fPIC',
    '-O1',
    '-U_FORTIFY_SOURCE',
    '-o',
    library,
    source,
    '-ldl',
    '-lpthread',
  ];
  return spawnSync('cc', options, { stdio: 'ignore' }).status === 0 ? library : null;
}

/** The environment of a process whose calls on files under `under` are counted. */
export function preloaded(
  library: string,
  { under, log, fault, synced }: { under: string; log?: string; fault?: Fault; synced?: string },
): NodeJS.ProcessEnv {
  const error = fault && (fault.error === 'kill' ? 0 : errnos[fault.error]);
  return {
    LD_PRELOAD: library,
    // Calls that pass by a ring in memory cannot be seen.
    UV_USE_IO_URING: '0',
    FAULTS_UNDER: under,
    ...(log && { FAULTS_LOG: log }),
    ...(synced && { FAULTS_SYNCED: synced }),
    ...(fault && {
      FAULTS_FAIL: `${fault.call} ${fault.at} ${error} ${fault.stays ? 1 : 0} ${fault.files}`,
    }),
  };
}

/** The calls in a log of the library. */
export function callsIn(log: string): Call[] {
  if (!existsSync(log)) return [];
  let moment = '';
  return readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => {
      const at = line.indexOf(' ');
      const [call, file] = [line.slice(0, at) as CallKind, line.slice(at + 1)];
      if (file.startsWith(`${moments}/`)) moment = file.slice(moments.length + 1);
      return { call, file, moment };
    });
}

/** The same for all files that differ only in random digits or the number of a process, and for those of all tables. */
export const patternOf = (file: string): string =>
  file
    .replace(/aftertrace-[0-9a-f-]{36}/, '*')
    .replace(/(?:\d+-)?[0-9a-f]{12}/g, '*')
    .replace(/^(tables\/\.?)[a-z_]+/, '$1*');
