/**
 * System calls as `perf trace` prints them, with stacks (`--call-graph`), tracepoints (`-e`), and its summary (`-s`,
 * `-S`). https://man7.org/linux/man-pages/man1/perf-trace.1.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const perfTraceEntry: FormatEntry = {
  id: 'perf-trace',
  title: 'perf trace',
  unit: 'lines',
  version: 1,
  lost: 'shares and deviations of the summary; fields of tracepoints (only in their message text)',
  sniff,
  load: async () => (await import('./format.ts')).perfTrace,
};

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head).filter(line => line.trim() !== '');
  if (lines[0]?.trim() === summaryTitle) return 'yes';
  const events = lines.filter(line => eventLine.exec(line)?.[4] !== undefined).length;
  const stacks = lines.filter(line => /^ {20,}\S.* \(.*\)$/.test(line)).length;
  return events > 0 && events + stacks >= 0.8 * lines.length ? 'yes' : 'no';
}

export const summaryTitle = 'Summary of events:';

/** Time (ms), duration (ms), the text after the parentheses; a tracepoint has no duration. */
export const eventLine =
  /^ *(\?|\d{1,15}\.\d{1,6}) (?:(\( {0,64}(?:(\d{1,12}\.\d{1,6}) ms)? {0,64}\)): (.+)|(\S.*))$/;
