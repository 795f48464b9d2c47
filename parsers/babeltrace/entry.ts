/**
 * Text of babeltrace, which prints traces of LTTng, of `perf data convert --to-ctf` and of other tools that write the
 * Common Trace Format:
 *
 *     [13767.818515873] (+0.000019309) host sched_switch: { cpu_id = 0 }, { prev_comm = "sh", prev_tid = 7, … }
 *
 * https://babeltrace.org/docs/v2.0/man7/babeltrace2-sink.text.pretty.7/
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { readLine } from './line.ts';

export const babeltraceEntry: FormatEntry = {
  id: 'babeltrace',
  title: 'babeltrace',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 20).filter(line => line.trim() !== '');
    // The beginning may be a warning of the program, and its last line may be cut.
    const events = lines.filter(line => readLine(line) !== null).length;
    if (events === 0) return 'no';
    return 2 * events >= lines.length - 1 ? 'yes' : 'maybe';
  },
  load: async () => (await import('./format.ts')).babeltrace,
};
