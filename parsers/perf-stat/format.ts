import type { Format } from '../contract.ts';
import { meaningsOf, means } from '../kit/metrics/meaning.ts';
import { perfStatEntry } from './entry.ts';
import { PerfStatReader } from './reader.ts';

const perfStatMeanings = meaningsOf({
  perf: {
    cycles: means('aftertrace.cpu.cycles'),
    'stalled-cycles-backend': means('aftertrace.cpu.cycles', { 'cpu.stall': 'backend' }),
  },
});

export const perfStat: Format = {
  ...perfStatEntry,
  meanings: perfStatMeanings,
  open: (out, options) => new PerfStatReader(out, options),
};
