import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const tapestatEntry: FormatEntry = {
  id: 'tapestat',
  title: 'tapestat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const ours = /^Tape:?\s+r\/s\s+w\/s\s|^r\/s\s+w\/s\s.*\sTape$/;
    return headLines(head, 6).some(line => ours.test(line.trim())) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).tapestat,
};
