import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { readJson, readSeparated, readText } from './lines.ts';

/** A count of an interval (`-I`) of an event that perf knows by itself, in an excerpt without titles. */
const isCount = (line: string): boolean => {
  const count = readText(line);
  return (
    count !== null &&
    count.time !== null &&
    /^(?:cycles|instructions|branch|cache-|cpu-|task-clock|context-switches|page-faults|cpu_|L1-|LLC-|dTLB|iTLB|stalled-)/.test(
      count.event,
    )
  );
};

/** https://man7.org/linux/man-pages/man1/perf-stat.1.html */
export const perfStatEntry: FormatEntry = {
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
    if (lines.length > 1 && lines.every(isCount)) return 'likely';
    return lines.slice(0, 3).some(line => line.length < 1000 && readSeparated(line) !== null)
      ? 'likely'
      : 'no';
  },
  load: async () => (await import('./format.ts')).perfStat,
};
