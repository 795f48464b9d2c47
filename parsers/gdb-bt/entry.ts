/**
 * Stacks of threads as gdb prints them: `gdb -p PID -batch -ex 'thread apply all bt'`, pstack, gstack; several, as a poor
 * man's profiler takes them, with or without a line with the date before each.
 *
 *     Thread 2 (Thread 0x7f71733ff700 (LWP 2279)):
 *     #0  0x0000003ae4600614 in ?? () from /lib64/libaio.so.1
 *     #1  0x000000000096f189 in os_aio_handle(unsigned long) (segment=2) at os0file.cc:5512
 *
 * https://sourceware.org/gdb/current/onlinedocs/gdb.html/Backtrace.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const head =
  /^Thread \d{1,9} \((?:Thread 0x[\da-f]{1,16} \()?LWP (\d{1,10})\)?(?: "([^"]{0,64})")?\)?:?$/;
export const frame = /^#(\d{1,6}) {1,4}\S/;

export const gdbBtEntry: FormatEntry = {
  id: 'gdb-bt',
  title: 'gdb thread apply all bt, pstack',
  unit: 'lines',
  version: 1,
  lost: 'arguments and local variables, lines of source files, addresses of frames',
  sniff(bytes): Sniff {
    const lines = headLines(bytes, 200);
    return lines.some((line, at) => head.test(line.trimEnd()) && frame.test(lines[at + 1] ?? ''))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).gdbBt,
};
