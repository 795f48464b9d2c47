/** perf's reports as text: sums over a whole recording. https://man7.org/linux/man-pages/man1/perf-report.1.html */
import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { isRuler } from './aligned.ts';

export const perfReportEntry: FormatEntry = {
  id: 'perf-report',
  title: 'perf report, perf mem report (--stdio)',
  unit: 'lines',
  version: 1,
  lost: 'times; drawings of call chains (with a notice); columns other than command, thread, CPU, module, symbol and counts',
  sniff: head => {
    const lines = headLines(head, 200);
    return lines.some(line => samplesLine.test(line)) && lines.some(isRuler) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).perfReport,
};

export const perfLockEntry: FormatEntry = {
  id: 'perf-lock',
  title: 'perf lock report, perf lock contention',
  unit: 'lines',
  version: 1,
  lost: 'times; stacks of -v (skipped)',
  sniff: head => (headLines(head, 60).some(line => lockTitles.test(line)) ? 'yes' : 'no'),
  load: async () => (await import('./format.ts')).perfLock,
};

export const perfC2cEntry: FormatEntry = {
  id: 'perf-c2c',
  title: 'perf c2c report (--stdio)',
  unit: 'lines',
  version: 1,
  lost: 'times; sums of a cache line that are repeated above its accesses',
  sniff: head => {
    const lines = headLines(head, 40);
    return lines.some((line, at) => sectionOf(line) !== null && /^={20,}$/.test(lines[at - 1] ?? ''))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).perfC2c,
};

const sections = {
  'Trace Event Information': 'counts',
  'Global Shared Cache Line Event Information': 'counts',
  'c2c details': 'details',
  'Shared Data Cache Line Table': 'lines',
  'Shared Cache Line Distribution Pareto': 'accesses',
} as const;

export const sectionOf = (line: string): (typeof sections)[keyof typeof sections] | null => {
  const title = line.trim();
  return Object.hasOwn(sections, title) ? sections[title as keyof typeof sections] : null;
};

/** Titles of both commands. */
export const lockTitles = /^ *(?:Name +acquired +contended +avg wait|contended +total wait +max wait)/;

export const samplesLine = /^# Samples: +\S+ +of events? '(.{1,256})'/;
