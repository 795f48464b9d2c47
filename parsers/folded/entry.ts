/**
 * Folded (collapsed) stacks: one line per stack, with frames from the root separated by `;`, then a count. Written by
 * stackcollapse-*.pl, bcc's `profile -f`, async-profiler and `aftertrace export --folded`; flame graphs are drawn
 * from them. https://github.com/brendangregg/FlameGraph
 */
import type { FormatEntry } from '../contract.ts';
import { sniffFolded } from './dialect.ts';

export const foldedEntry: FormatEntry = {
  id: 'folded',
  title: 'Folded stacks',
  unit: 'lines',
  version: 1,
  lost: 'lines without a count (with a problem)',
  sniff: sniffFolded,
  load: async () => (await import('./format.ts')).folded,
};
