import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

const titles =
  /^\s*Time\s+Int\s+(?:r|Rd)(?:KB\/s|Mbps|KB)\s|^\d\d:\d\d:\d\d\s+(?:InKB\s+OutKB\s+InSeg|InDG\s+OutDG)\s/;

export const nicstatEntry: FormatEntry = {
  id: 'nicstat',
  title: 'nicstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 4);
    if (lines.some(line => titles.test(line))) return 'yes';
    return lines.some(line => /^\d{10}:[\w.-]+(?::\d+\.\d+){8}$/.test(line)) ? 'likely' : 'no';
  },
  load: async () => (await import('./format.ts')).nicstat,
};
