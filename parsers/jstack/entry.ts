/**
 * Thread dumps of the JVM: `jstack PID`, `jcmd PID Thread.print`, and what `kill -3` makes it print.
 *
 *     2024-09-10 15:28:36
 *     Full thread dump OpenJDK 64-Bit Server VM (17.0.12+7 mixed mode, sharing):
 *
 *     "main" #1 prio=5 os_prio=0 cpu=362.74ms elapsed=757.67s tid=0x00007f13bc0278e0 nid=0x3a5528 in Object.wait()  [0x00007f13c131d000]
 *        java.lang.Thread.State: WAITING (on object monitor)
 *             at java.lang.Object.wait(java.base@17.0.12/Object.java:338)
 *             - locked <0x000000045d5c5b10> (a java.lang.ProcessImpl)
 *
 * https://docs.oracle.com/en/java/javase/17/docs/specs/man/jstack.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** The line that begins a dump. */
export const dump = /^Full thread dump \S.{0,200}:$/;

export const jstackEntry: FormatEntry = {
  id: 'jstack',
  title: 'jstack',
  unit: 'lines',
  version: 1,
  lost: 'line numbers of frames; addresses of threads; the list of threads by address',
  sniff(head): Sniff {
    const first = headLines(head, 8).filter(line => line.trim() !== '');
    const at = first.findIndex(line => dump.test(line.trimEnd()));
    // In the output of a program, the dump is a part of its log.
    return at < 0 || at > 2 ? 'no' : 'yes';
  },
  load: async () => (await import('./format.ts')).jstack,
};
