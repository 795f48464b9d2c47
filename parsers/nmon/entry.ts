import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** https://nmon.sourceforge.io */
export const nmonEntry: FormatEntry = {
  id: 'nmon',
  title: 'nmon',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const lines = headLines(head);
    return lines.slice(0, 3).some(line => /^AAA,progname,|^AAA,(?:command|version|build|AIX|OS),/.test(line))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).nmon,
};
