/**
 * Text of `xperf -a dumper`, which is also the default of `xperf -i trace.etl`: one line per event of an ETW trace,
 * followed by lines with its stack. https://learn.microsoft.com/windows-hardware/test/wpt/xperf-actions
 *
 *     BeginHeader
 *              SampledProfile,  TimeStamp,     Process Name ( PID),   ThreadID,           PrgrmCtr, CPU, …
 *     EndHeader
 *     OS Version: 10.0.19043, …, Trace Start: 132675686690347142, …
 *              SampledProfile,      36765,        xperf.exe ( 288),       4848, 0x81c866e4,   1, …
 *                       Stack,      36765,       4848,   1, 0x81c866e4, ntoskrnl.exe!0x81c866e4
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { isWellKnown } from './columns.ts';

export const xperfDumperEntry: FormatEntry = {
  id: 'xperf-dumper',
  title: 'xperf dumper',
  unit: 'lines',
  version: 1,
  lost: '`ThreadStartImage!Function` and the type of samples; stacks without their event; further lines of rows of several lines',
  sniff,
  load: async () => (await import('./format.ts')).xperfDumper,
};

/** Bytes of the head that are examined: a header has some 40 kB, and rows without one begin at once. */
const looked = 8 << 10;

function sniff(head: Uint8Array): Sniff {
  const text = decode(head, 0, Math.min(head.length, looked)).replace(/^\ufeff/, '');
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '');
  if (lines.length > 1) lines.pop();
  const isDeclared = lines.some(line => /^ *[^,\s][^,]{0,200}, +TimeStamp(?:,|\s*$)/.test(line));
  if (/^ *BeginHeader *$/.test(lines[0] ?? '')) return isDeclared ? 'yes' : 'likely';
  if (isDeclared) return /^ *[^,]{1,200}, +TimeStamp/.test(lines[0] ?? '') ? 'yes' : 'likely';
  const rows = lines.filter(line => {
    const name = /^ *([^,\s][^,]{0,200}), +\d{1,15},/.exec(line)?.[1];
    return name !== undefined && isWellKnown(name);
  });
  return rows.length > 0 && rows.length >= lines.length / 2 ? 'likely' : 'no';
}
