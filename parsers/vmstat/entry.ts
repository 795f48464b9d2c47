import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

const titles = /^\s*r\s+b\s+(?:w\s+|p\s+)*(?:swpd|swap|avm)\s+(?:free|fre)\s/;
const disks = /^\s*total\s+merged\s+sectors\s+ms\s+total\s+merged\s/;
const totals = /^\s*\d+ (?:K (?:total|used) memory|disks)$/;

export const vmstatEntry: FormatEntry = {
  id: 'vmstat',
  title: 'vmstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head);
    const first = lines.slice(0, 6);
    if (first.some(line => titles.test(line) || disks.test(line))) return 'yes';
    if (lines.slice(0, 2).some(line => totals.test(line))) return 'likely';
    return 'no';
  },
  load: async () => (await import('./format.ts')).vmstat,
};
