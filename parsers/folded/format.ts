/**
 * Folded (collapsed) stacks: one line per stack, with frames from the root separated by `;`, then a count. Written by
 * stackcollapse-*.pl, bcc's `profile -f`, async-profiler and `aftertrace export --folded`; flame graphs are drawn
 * from them. https://github.com/brendangregg/FlameGraph
 */
import type { Format } from '../contract.ts';
import { sniffFolded } from './dialect.ts';
import { FoldedReader } from './reader.ts';

export const folded: Format = {
  id: 'folded',
  title: 'Folded stacks',
  unit: 'lines',
  version: 1,
  lost: 'lines without a count (with a problem)',
  sniff: sniffFolded,
  open: (out, options) => new FoldedReader(out, options),
  boundary(bytes, from) {
    if (from === 0) return 0;
    const newline = bytes.indexOf(0x0a, from - 1);
    return newline < 0 || newline + 1 >= bytes.length ? -1 : newline + 1;
  },
};
