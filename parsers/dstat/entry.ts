import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** https://github.com/dstat-real/dstat, and `pcp dstat --output` */
export const dstatEntry: FormatEntry = {
  id: 'dstat',
  title: 'dstat --output',
  unit: 'lines',
  version: 1,
  sniff: head =>
    headLines(head, 3).some(line => /^"?(?:pcp-)?dstat [\d.]+ csv output"?/i.test(line)) ? 'yes' : 'no',
  load: async () => (await import('./format.ts')).dstat,
};
