/**
 * Text of ftrace: `trace` and `trace_pipe` of tracefs, `trace-cmd report`, and the tools of perf-tools that print it (functrace,
 * funcgraph, funcslower, kprobe, uprobe, tpoint). https://docs.kernel.org/trace/ftrace.html
 *
 *               vmstat-28371 [000] d..1 6412453.216241: sched_switch: prev_comm=vmstat prev_pid=28371 …
 *     0)   0.198 us    |          _raw_spin_lock_irqsave();
 */
import type { Format, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { parseEntry, parseGraph } from './line.ts';
import { FtraceReader } from './reader.ts';

const most = 400;

export const ftrace: Format = {
  id: 'ftrace',
  title: 'ftrace, trace-cmd report',
  unit: 'lines',
  version: 1,
  lost: 'flags of an entry (interrupts off, preemption), comments among the functions of a graph',
  sniff(head): Sniff {
    const lines = headLines(head, most);
    if (lines[0]?.startsWith('# tracer: ')) return 'yes';
    let entries = 0;
    let others = 0;
    for (const line of lines) {
      if (line.length > 1000) continue;
      if (parseEntry(line) !== null || parseGraph(line) !== null) entries++;
      else if (line !== '' && !line.startsWith('#') && !line.startsWith(' => ')) others++;
    }
    if (entries === 0) return 'no';
    return entries > 2 || others === 0 ? 'likely' : 'maybe';
  },
  open: (out, options) => new FtraceReader(out, options),
};
