import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

const titles =
  /^(?:Filesystem:?\s+)?r[kMG]?B\/s\s+w[kMG]?B\/s\s+rops\/s\s+wops\/s\s|^Filesystem:?\s+r[kMG]?B\/s\s+w[kMG]?B\/s\s/;

export const cifsiostatEntry: FormatEntry = {
  id: 'cifsiostat',
  title: 'cifsiostat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return headLines(head, 6).some(line => titles.test(line.trim())) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).cifsiostat,
};
