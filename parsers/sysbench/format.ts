import type { Format } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { sysbenchMeanings } from './meanings.ts';
import { interval, SysbenchReader } from './reader.ts';

/** https://github.com/akopytov/sysbench */
export const sysbench: Format = {
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
  meanings: sysbenchMeanings,
  open: (out, options) => new SysbenchReader(out, options),
};
