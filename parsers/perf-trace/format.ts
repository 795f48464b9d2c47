/**
 * System calls as `perf trace` prints them, with stacks (`--call-graph`), tracepoints (`-e`), and its summary (`-s`,
 * `-S`). https://man7.org/linux/man-pages/man1/perf-trace.1.html
 */
import type { Format, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { eventLine, PerfTraceReader, summaryTitle } from './reader.ts';

export const perfTrace: Format = {
  id: 'perf-trace',
  title: 'perf trace',
  unit: 'lines',
  version: 1,
  lost: 'shares and deviations of the summary; fields of tracepoints (only in their message text)',
  sniff,
  open: (out, options) => new PerfTraceReader(out, options),
};

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head).filter(line => line.trim() !== '');
  if (lines[0]?.trim() === summaryTitle) return 'yes';
  const events = lines.filter(line => eventLine.exec(line)?.[4] !== undefined).length;
  const stacks = lines.filter(line => /^ {20,}\S.* \(.*\)$/.test(line)).length;
  return events > 0 && events + stacks >= 0.8 * lines.length ? 'yes' : 'no';
}
