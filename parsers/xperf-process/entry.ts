/**
 * Output of `xperf -a process`: processes (and, with `-thread` and `-image`, threads and images) with their begin and
 * end, in µs since the trace began, or `MIN` and `MAX` if outside of the trace.
 *
 *     MIN,   24656403,     Process, 0X0A114C60,   app.exe ( 912),  640,  1, 0x11e8c260, "C:\x\app.exe" --flag
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const xperfProcessEntry: FormatEntry = {
  id: 'xperf-process',
  title: 'xperf process',
  unit: 'lines',
  version: 1,
  sniff,
  load: async () => (await import('./format.ts')).xperfProcess,
};

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head).filter(line => line.trim() !== '');
  const rows = lines.map(rowOf).filter(row => row !== null);
  if (rows.length === 0 || rows.length < lines.length / 2) return 'no';
  return rows.some(({ type }) => type === 'Process') ? 'yes' : 'maybe';
}

interface LifeRow {
  /** µs; null: before the trace began. */
  readonly start: number | null;
  /** µs; null: after the trace ended. */
  readonly end: number | null;
  /** Process, Thread, Image. */
  readonly type: string;
  readonly rest: string;
}

export function rowOf(line: string): LifeRow | null {
  const match = /^\s*(MIN|\d{1,15}),\s+(MAX|\d{1,15}),\s+([A-Z][a-z]{1,20}),\s+(\S.*)$/.exec(line);
  if (match === null) return null;
  const [, start, end, type = '', rest = ''] = match;
  return {
    start: start === 'MIN' ? null : Number(start),
    end: end === 'MAX' ? null : Number(end),
    type,
    rest,
  };
}
