import type { Format } from '../contract.ts';
import { meaningsOf, means } from '../kit/metrics/meaning.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { readJson, readSeparated } from './lines.ts';
import { PerfStatReader } from './reader.ts';

const perfStatMeanings = meaningsOf({
  perf: {
    cycles: means('aftertrace.cpu.cycles'),
    'stalled-cycles-backend': means('aftertrace.cpu.cycles', { 'cpu.stall': 'backend' }),
  },
});

/** https://man7.org/linux/man-pages/man1/perf-stat.1.html */
export const perfStat: Format = {
  id: 'perf-stat',
  title: 'perf stat',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const lines = headLines(head, 20).filter(line => line.trim() !== '');
    const sure = lines.some(
      line =>
        /^\s*Performance counter stats for /.test(line) ||
        /^#\s+time(?:\s+\S+){0,3}\s+counts unit events/.test(line) ||
        readJson(line) !== null,
    );
    if (sure) return 'yes';
    return lines.slice(0, 3).some(line => line.length < 1000 && readSeparated(line) !== null)
      ? 'likely'
      : 'no';
  },
  meanings: perfStatMeanings,
  open: (out, options) => new PerfStatReader(out, options),
};
