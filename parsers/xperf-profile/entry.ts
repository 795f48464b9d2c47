/**
 * Output of `xperf -a profile -detail` (sampled CPU by process and function), and of `-a profile` without it (CPU
 * usage by interval). https://learn.microsoft.com/windows-hardware/test/wpt/xperf-actions
 *
 *     Process Name ( PID),     Weight,    Usage %,          Module!Function
 *       server.exe (17448),       389,    40.70,      ntoskrnl.exe!KeWaitForSingleObject
 *
 *      StartTime,   EndTime,  Cpu 0,  Cpu 1
 *              0,   1000000,  94.74,   0.70
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const xperfProfileEntry: FormatEntry = {
  id: 'xperf-profile',
  title: 'xperf profile',
  unit: 'lines',
  version: 1,
  lost: '`Usage %`',
  sniff,
  load: async () => (await import('./format.ts')).xperfProfile,
};

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head).filter(line => line.trim() !== '');
  const [first = ''] = lines;
  if (/^\s*Process Name \( ?PID\),\s*Weight,\s*Usage %,/.test(first) || utilizationHeader.test(first))
    return 'yes';
  const rows = lines.filter(line => rowOf(line) !== null).length;
  return rows >= 2 && rows === lines.length ? 'likely' : 'no';
}

/** Titles of `xperf -a profile` without `-detail`: one column per CPU; times are in µs. */
export const utilizationHeader = /^\s*StartTime,\s*EndTime,\s*Cpu \d+/i;

interface ProfileRow {
  readonly process: string;
  readonly weight: number;
  readonly frame: string;
}

/** A row of `-detail`. The function is the last column, because it may contain commas. */
export function rowOf(line: string): ProfileRow | null {
  const match =
    /^\s*([^\s,][^,]{0,300}?\(\s*-?\d{1,10}\)),\s*(\d{1,15}),\s*\d{1,10}(?:\.\d{0,6})?,\s*(\S.*)$/.exec(line);
  if (match === null) return null;
  const [, process = '', weight, frame = ''] = match;
  return { process, weight: Number(weight), frame };
}
