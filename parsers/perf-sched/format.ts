/**
 * Output of `perf sched` for a recorded scheduler: `timehist`, `latency`, `map`.
 * https://man7.org/linux/man-pages/man1/perf-sched.1.html
 */
import type { Format } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { LatencyReader, latencyHeader } from './latency.ts';
import { MapReader, mapLine } from './map.ts';
import { header, TimehistReader } from './timehist.ts';

const linesOf = (head: Uint8Array): string[] => headLines(head).filter(line => line.trim() !== '');

export const perfTimehist: Format = {
  id: 'perf-sched-timehist',
  title: 'perf sched timehist',
  unit: 'lines',
  version: 1,
  lost: 'migrations, rows of idle CPUs, parents of threads',
  sniff: head =>
    linesOf(head)
      .slice(0, 5)
      .some(line => header.test(line) || line.trim() === 'Runtime summary')
      ? 'yes'
      : 'no',
  open: (out, options) => new TimehistReader(out, options),
};

export const perfSchedLatency: Format = {
  id: 'perf-sched-latency',
  title: 'perf sched latency',
  unit: 'lines',
  version: 1,
  lost: 'the time of the longest delay; the total',
  sniff: head =>
    linesOf(head)
      .slice(0, 5)
      .some(line => latencyHeader.test(line))
      ? 'yes'
      : 'no',
  open: (out, options) => new LatencyReader(out, options),
};

export const perfSchedMap: Format = {
  id: 'perf-sched-map',
  title: 'perf sched map',
  unit: 'lines',
  version: 1,
  sniff: head => {
    const lines = linesOf(head);
    return lines.length > 0 && lines.every(line => mapLine.test(line)) ? 'yes' : 'no';
  },
  open: (out, options) => new MapReader(out, options),
};
