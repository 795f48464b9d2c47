import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { isScreen } from './terminal.ts';

/** https://github.com/dstat-real/dstat, and `pcp dstat --output` */
export const dstatEntry: FormatEntry = {
  id: 'dstat',
  title: 'dstat',
  unit: 'lines',
  version: 2,
  sniff(head): Sniff {
    const lines = headLines(head, 6);
    if (lines.slice(0, 3).some(line => /^"?(?:pcp-)?dstat [\d.]+ csv output"?/i.test(line))) return 'yes';
    return lines.some((line, at) => isScreen(line.trimEnd(), lines[at + 1] ?? '')) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).dstat,
};
