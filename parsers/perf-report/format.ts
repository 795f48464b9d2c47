/** perf's reports as text: sums over a whole recording. https://man7.org/linux/man-pages/man1/perf-report.1.html */
import type { Format } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { isRuler } from './aligned.ts';
import { C2cReader, sectionOf } from './c2c.ts';
import { LockReader, lockTitles } from './lock.ts';
import { ReportReader, samplesLine } from './report.ts';

export const perfReport: Format = {
  id: 'perf-report',
  title: 'perf report, perf mem report (--stdio)',
  unit: 'lines',
  version: 1,
  lost: 'times; drawings of call chains (with a notice); columns other than command, thread, CPU, module, symbol and counts',
  sniff: head => {
    const lines = headLines(head, 200);
    return lines.some(line => samplesLine.test(line)) && lines.some(isRuler) ? 'yes' : 'no';
  },
  open: (out, options) => new ReportReader(out, options),
};

export const perfLock: Format = {
  id: 'perf-lock',
  title: 'perf lock report, perf lock contention',
  unit: 'lines',
  version: 1,
  lost: 'times; stacks of -v (skipped)',
  sniff: head => (headLines(head, 60).some(line => lockTitles.test(line)) ? 'yes' : 'no'),
  open: (out, options) => new LockReader(out, options),
};

export const perfC2c: Format = {
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
  open: (out, options) => new C2cReader(out, options),
};
