/**
 * perf.data: the output of `perf record`, read without perf.
 * https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/tools/perf/Documentation/perf.data-file-format.txt
 */
import type { FormatEntry } from '../contract.ts';
import { byteOrder } from './file-header.ts';

export const perfDataEntry: FormatEntry = {
  id: 'perf-data',
  title: 'perf.data',
  unit: 'bytes',
  version: 2,
  lost: 'registers, dumped stacks (how many samples they leave without user frames is said), inlined functions, processor traces',
  sniff: head => (byteOrder(head) === null ? 'no' : 'yes'),
  namesKernelFunctions: true,
  // `perf record --threads` writes a folder: `data`, and the records of each thread in `data.0`, `data.1`, …
  belongsTo: name => (/^data\.\d{1,5}$/.test(name) ? 'data' : null),
  load: async () => (await import('./format.ts')).perfData,
};
