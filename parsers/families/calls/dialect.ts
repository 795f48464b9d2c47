/** Distinguishes strace from ltrace, whose lines are similar. */
import { isCallName } from '../../kit/syscalls/names.ts';

/** Texts that ltrace prints and strace never does. */
const ltraceOnly =
  /= <void>(?:$| <)|<no return \.\.\.>$|^\+\+\+ exited \(status \d+\) \+\+\+$|^--- SIG[A-Z0-9]+ \([A-Z][^()]*\) ---$|^SYS_\w+\(|^\w+@SYS\(|^[\w.+-]+->\w+\(|^% time +seconds +usecs\/call +calls +function$/;

/** Matches all before the call in a line: pid, time, the second time that `-r` adds, the address of ltrace's `-i`, indentation. */
const prefix =
  /^(?:\[pid +\d+(?:<[^>]*>)?\] |\d+(?:<[^>]*>)? {1,32})?(?: {0,32}\d+\.\d{6,9} |\d\d:\d\d:\d\d(?:\.\d{6,9})? )?(?:\(\+ *\d+\.\d+\) )?(?:\[0x[0-9a-f]+\] )? */;

export const bodyOf = (line: string): string => line.replace(prefix, '');

/**
 * True if the texts are ltrace's: one of them is printed by ltrace only, or the results are aligned in a
 * column and most functions are not system calls.
 */
export function isLtrace(bodies: readonly string[]): boolean {
  if (bodies.some(body => ltraceOnly.test(body))) return true;
  const padded = bodies.filter(body => /\) {2,}= /.test(body)).length;
  if (padded < bodies.length / 2) return false;
  const names = new Set(
    bodies.map(body => /^[a-zA-Z_]\w*(?=\()/.exec(body)?.[0]).filter(name => name !== undefined),
  );
  const calls = [...names].filter(isCallName).length;
  return names.size > 1 && calls < names.size / 3;
}
