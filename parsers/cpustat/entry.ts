/**
 * cpustat and cputrack of Solaris: counts of hardware events per interval, by CPU or by thread.
 *
 *        time cpu event  Cycle_cnt  Instr_cnt
 *       1.008   0  tick     123456      78910
 *       2.009   2 total     246912     157820
 *
 * Times are seconds since the start.
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const titles = /^\s*time\s+(cpu|lwp)\s+event\s+\S/;

export const cpustatEntry: FormatEntry = {
  id: 'cpustat',
  title: 'cpustat and cputrack',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return titles.test(headLines(head, 3).find(line => line.trim() !== '') ?? '') ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).cpustat,
};
