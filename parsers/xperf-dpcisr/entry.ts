/**
 * Output of `xperf -a dpcisr`: durations of DPCs and interrupts, by module and CPU, by interval, and as histograms.
 *
 *     DPC Info
 *     CPU Usage from 0 us to 90000000 us:
 *          CPU 0 Usage,      CPU 1 Usage,
 *          usec      %,      usec      %, Module
 *           120   0.00,         0   0.00, carddrv.sys
 *     Total = 3000 for module carddrv.sys
 *     Elapsed Time, >        8 usecs AND <=       16 usecs,   2990, or  99.67%
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const xperfDpcIsrEntry: FormatEntry = {
  id: 'xperf-dpcisr',
  title: 'xperf dpcisr',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head);
    if (lines.some(line => /^CPU Usage Summing By Module For the Whole Trace/.test(line))) return 'yes';
    return lines.some(line => /^Elapsed Time, >\s*\d+ usecs AND <=\s*\d+ usecs,\s*\d+, or/.test(line))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).xperfDpcIsr,
};
