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
import type { Format, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { rowOf, utilizationHeader, XperfProfileReader } from './reader.ts';

export const xperfProfile: Format = {
  id: 'xperf-profile',
  title: 'xperf profile',
  unit: 'lines',
  version: 1,
  lost: '`Usage %`',
  sniff,
  open: (out, options) => new XperfProfileReader(out, options),
};

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head).filter(line => line.trim() !== '');
  const [first = ''] = lines;
  if (/^\s*Process Name \( ?PID\),\s*Weight,\s*Usage %,/.test(first) || utilizationHeader.test(first))
    return 'yes';
  const rows = lines.filter(line => rowOf(line) !== null).length;
  return rows >= 2 && rows === lines.length ? 'likely' : 'no';
}
