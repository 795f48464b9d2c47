import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** https://github.com/akopytov/sysbench */
export const sysbenchEntry: FormatEntry = {
  id: 'sysbench',
  title: 'sysbench',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const lines = headLines(head);
    if (/^sysbench \d+\.\d+/.test(lines.find(line => line !== '') ?? '')) return 'yes';
    const samples = lines.filter(line => interval.test(line));
    return samples.some(
      line => /: [\d.]+|MiB\/sec$/.test(line) && /(?:lat|response time|eps|tps|fsyncs|MiB\/sec)/.test(line),
    )
      ? 'likely'
      : 'no';
  },
  load: async () => (await import('./format.ts')).sysbench,
};

export const interval = /^\[\s{0,64}([\d.]{1,32})s ?\] (\D*\d.*)$/;
