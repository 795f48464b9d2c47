import type { FormatEntry } from '../contract.ts';
import { esxtopTitle, titlesIn } from '../kit/pdh/head.ts';

/**
 * https://learn.microsoft.com/windows-server/administration/windows-commands/typeperf; relog and perfmon write the
 * same format.
 */
export const perfmonEntry: FormatEntry = {
  id: 'perfmon',
  title: 'perfmon, relog and typeperf',
  unit: 'lines',
  version: 3,
  sniff(head) {
    const titles = titlesIn(head);
    return titles === null || esxtopTitle.test(titles) ? 'no' : 'yes';
  },
  load: async () => (await import('./format.ts')).perfmon,
};
