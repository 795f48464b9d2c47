/**
 * Output of `perf sched` for a recorded scheduler: `timehist`, `latency`, `map`.
 * https://man7.org/linux/man-pages/man1/perf-sched.1.html
 */
import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

const linesOf = (head: Uint8Array): string[] => headLines(head).filter(line => line.trim() !== '');

export const perfTimehistEntry: FormatEntry = {
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
  load: async () => (await import('./format.ts')).perfTimehist,
};

export const perfSchedLatencyEntry: FormatEntry = {
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
  load: async () => (await import('./format.ts')).perfSchedLatency,
};

export const perfSchedMapEntry: FormatEntry = {
  id: 'perf-sched-map',
  title: 'perf sched map',
  unit: 'lines',
  version: 1,
  sniff: head => {
    const lines = linesOf(head);
    return lines.length > 0 && lines.every(line => mapLine.test(line)) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).perfSchedMap,
};

export const latencyHeader = /^ *Task +\| +Runtime ms +\| +Switches +\|/;

/** Columns of CPUs, seconds, and the task of a short name at its first use. */
export const mapLine =
  /^ *((?:\*?(?:[A-Z][0-9A-Z]|[.-]) +){1,1024})(\d{1,12}\.\d{6}) secs(?: ([A-Z][0-9A-Z]|\.) +=> (.{1,64}):(\d{1,9}))? *$/;

export const header = /^ *time +cpu +(?:\d+ *)?task name +wait time +sch delay +run time/;
export const task = /^ *(.{0,64})\[(\d{1,9})(?:\/(\d{1,9}))?\]$/;
