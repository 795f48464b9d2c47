import type { FormatEntry } from '../contract.ts';
import { esxtopTitle, titlesIn } from '../kit/pdh/head.ts';

export const esxtopEntry: FormatEntry = {
  id: 'esxtop',
  title: 'esxtop -b',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const titles = titlesIn(head);
    return titles !== null && esxtopTitle.test(titles) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).esxtop,
};
