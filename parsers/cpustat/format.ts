import type { Format } from '../contract.ts';
import { RunClock } from '../kit/metrics/run-clock.ts';
import { titledReader } from '../kit/metrics/titled-tables.ts';
import { isNumber, number } from '../kit/metrics/values.ts';
import { cpustatEntry, titles } from './entry.ts';

export const cpustat: Format = {
  ...cpustatEntry,
  open: titledReader({
    // The sum over all CPUs at the end is not a sample; counts of threads that begin or end within an interval are.
    ignored: /^\s*[\d.]+\s+\S+\s+total\s/,
    clock: (out, options, problem) => new RunClock(out, options, problem, 'mayGoBack'),
    tables: [
      {
        titles: (words, line) => (titles.test(line) ? words : null),
        object: ([, of]) => (of === 'cpu' ? 'cpu' : 'thread'),
        counter: (counter, titles) => (titles.indexOf(counter) < 3 ? null : { counter, unit: 'count' }),
        owner: row => row.cells[1]!,
        sample: 'time',
        time: (clock, { cells: [seconds = ''] }) => (isNumber(seconds) ? clock.at(number(seconds)) : null),
      },
    ],
  }),
};
