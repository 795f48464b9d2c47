import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

const top = /^top - \d\d:\d\d:\d\d up .*load average: /;

export const topFormatEntry: FormatEntry = {
  id: 'top',
  title: 'top',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return headLines(head, 9).some(line => top.test(line)) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).topFormat,
};
