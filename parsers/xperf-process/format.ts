/**
 * Output of `xperf -a process`: processes (and, with `-thread` and `-image`, threads and images) with their begin and
 * end, in µs since the trace began, or `MIN` and `MAX` if outside of the trace.
 *
 *     MIN,   24656403,     Process, 0X0A114C60,   app.exe ( 912),  640,  1, 0x11e8c260, "C:\x\app.exe" --flag
 */
import type { Format, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { rowOf, XperfProcessReader } from './reader.ts';

export const xperfProcess: Format = {
  id: 'xperf-process',
  title: 'xperf process',
  unit: 'lines',
  version: 1,
  sniff,
  open: (out, options) => new XperfProcessReader(out, options),
};

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head).filter(line => line.trim() !== '');
  const rows = lines.map(rowOf).filter(row => row !== null);
  if (rows.length === 0 || rows.length < lines.length / 2) return 'no';
  return rows.some(({ type }) => type === 'Process') ? 'yes' : 'maybe';
}
