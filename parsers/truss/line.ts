/** The parts of a line of truss: illumos and Solaris, or FreeBSD. */
import { isInstant } from '../kit/civil.ts';

export interface Line {
  /** -1 if the line states none. */
  readonly pid: number;
  readonly tid: number;
  /** The numbers before the text, as printed: times of `-d`, `-D`, `-E`. */
  readonly times: readonly string[];
  readonly text: string;
}

/** `2146:`, `2146/1:`, `/1:`, `4321: 100123:`. */
const who = /^\s*(?:(\d{1,9}))?(?:\/(\d{1,9}))?:(?:\s+(\d{1,9}):)?\s/;
const time = /^\s*(\d{1,10}\.(?:\d{9}|\d{4,6}))(?=\s)/;

export function readLine(line: string): Line {
  const match = /^\s*[\d/]/.test(line) ? who.exec(line) : null;
  const [whole = '', pid, lwp, tid] = match ?? [];
  const named = match !== null && (pid ?? lwp) !== undefined;
  let rest = named ? line.slice(whole.length) : line;
  const times: string[] = [];
  for (let found = time.exec(rest); found !== null && times.length < 3; found = time.exec(rest)) {
    times.push(found[1]!);
    rest = rest.slice(found[0].length);
  }
  return {
    pid: named && pid !== undefined ? Number(pid) : -1,
    tid: named ? Number(lwp ?? tid ?? -1) : -1,
    times,
    text: rest.trim(),
  };
}

export interface Call {
  readonly name: string;
  /** `returned` if a result follows. */
  readonly end: 'returned' | 'sleeping' | 'none';
  /** As printed; empty without one. */
  readonly result: string;
  /** `ENOENT`, or the number if there is no name; empty if it succeeded. */
  readonly error: string;
}

const name = /^([A-Za-z_$][\w$.]{0,127})\(/;
const sleeping = /\)\s*\(sleeping\.\.\.\)$/;
const solarisError = /(?:^|\s)Err#(\d+)(?: ([A-Z0-9]+))?$/;
const bsdError = /(?:^|\s)ERR#(\d+)(?: '[^']{0,200}')?$/;
const restarted = /\)\s+(EJUSTRETURN|ERESTART)$/;
/** The form of results, so that ` = ` in an argument is not one. */
const returned =
  /\)\s*(?:\(returning as child \.\.\.\)\s*)?(?:=|\bargc =) (-?\d+|0x[0-9A-Fa-f]+)(?: [([][^()[\]]{0,80}[)\]])?$/;

/** `read(0, 0x08047A60, 1024) = 3`; null if the text is not a call. */
export function readCall(text: string): Call | null {
  const called = name.exec(text)?.[1];
  if (called === undefined) return null;
  const call = (end: Call['end'], result = '', error = ''): Call => ({ name: called, end, result, error });
  const tail = text.slice(-320);
  const result = returned.exec(tail);
  if (result !== null) return call('returned', result[1]);
  if (sleeping.test(tail)) return call('sleeping');
  const failed = solarisError.exec(tail);
  if (failed !== null) return call('returned', '-1', failed[2] ?? failed[1]!);
  const bsd = bsdError.exec(tail);
  if (bsd !== null) return call('returned', '-1', bsdNames[Number(bsd[1])] ?? bsd[1]!);
  const again = restarted.exec(tail);
  if (again !== null) return call('returned', again[1]);
  return text.endsWith(')') ? call('none') : null;
}

/** FreeBSD's truss prints numbers and sentences: sys/sys/errno.h. */
const bsdNames: readonly (string | undefined)[] =
  ' EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EDEADLK ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EAGAIN EINPROGRESS EALREADY ENOTSOCK EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT ECONNREFUSED ELOOP ENAMETOOLONG EHOSTDOWN EHOSTUNREACH ENOTEMPTY'.split(
    ' ',
  );

/** A signal or a fault: `Received signal #14, SIGALRM [caught]`, `SIGNAL 16 (SIGURG) code=…`. */
export function readSignal(text: string): string | null {
  const match =
    /^(?:(?:Received signal|Stopped by signal) #\d+, ([A-Z0-9+]+)|Incurred fault #\d+, ([A-Z0-9]+)|SIGNAL \d+ \(([A-Z0-9+]+)\))/.exec(
      text,
    );
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? null);
}

/** `-> libc:malloc(0x20)`, `<- libc:malloc() = 0x8061a40`: library functions, by `-u`. */
export function readFunction(
  text: string,
): { readonly enters: boolean; readonly name: string; readonly result: string } | null {
  const match = /^(->|<-) ([\w.$+-]{1,120}:[^()\s]{1,200})\(.*?\)(?: = (\S+))?$/.exec(text);
  if (match === null) return null;
  return { enters: match[1] === '->', name: match[2]!, result: match[3] ?? '' };
}

export const isExit = (text: string): boolean =>
  /^(?:process (?:exit, rval = |killed, signal = )|\*\*\* process (?:killed|\S+) \*\*\*|<thread \d+ exited>)/.test(
    text,
  );

/** Messages of truss itself. */
export const isNote = (text: string): boolean =>
  /^(?:<new (?:thread|process)(?: \d+)?>|\*\*\* .* \*\*\*|truss: |SIGSTOP|Requested stop|Job control stop)/.test(
    text,
  );

export const baseTime = (text: string): number | null => {
  const match = /^Base time stamp:\s+(\d{9,10})\.(\d{1,9})/.exec(text);
  return match === null || !isInstant(Number(match[1]))
    ? null
    : Number(match[1]) * 1e9 + Number(match[2]!.padEnd(9, '0'));
};
