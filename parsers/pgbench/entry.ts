import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** https://www.postgresql.org/docs/current/pgbench.html */
export const pgbenchEntry: FormatEntry = {
  id: 'pgbench',
  title: 'pgbench',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const lines = headLines(head);
    if (lines.some(line => progress.test(line))) return 'yes';
    return lines.some(line => line.startsWith('transaction type: ')) &&
      lines.some(line => line.startsWith('scaling factor: '))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).pgbench,
};

export const progress = /^progress: ([\d.]+) s, ([\d.]+ tps, .*)$/;
