/**
 * Text of `jfr print`, which the JDK has for its flight recordings:
 *
 *     jdk.ExecutionSample {
 *       startTime = 12:00:00.010 (2024-05-01)
 *       sampledThread = "http-nio-8081-exec-3" (javaThreadId = 40)
 *       state = "STATE_RUNNABLE"
 *       stackTrace = [
 *         com.example.Foo.bar(int) line: 10
 *         ...
 *       ]
 *     }
 *
 * https://docs.oracle.com/en/java/javase/21/docs/specs/man/jfr.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** The line that begins an event. */
export const begin = /^([A-Za-z_][\w$]{0,80}(?:\.[\w$]{1,80}){0,8}) \{$/;

export const jfrPrintEntry: FormatEntry = {
  id: 'jfr-print',
  title: 'jfr print',
  unit: 'lines',
  version: 1,
  lost: 'line numbers of frames; arrays other than stacks',
  sniff(head): Sniff {
    const lines = headLines(head, 200);
    return lines.some((line, at) => begin.test(line) && /^ {2}startTime = \d/.test(lines[at + 1] ?? ''))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).jfrPrint,
};
