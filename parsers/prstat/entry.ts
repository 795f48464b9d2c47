import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

const titles = /^\s*PID USERNAME\s+(?:SIZE|USR)\s.*PROCESS\/(?:NLWP|LWPID|LWP)\s*$/;

export const prstatEntry: FormatEntry = {
  id: 'prstat',
  title: 'prstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return headLines(head, 6).some(line => titles.test(line)) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).prstat,
};
