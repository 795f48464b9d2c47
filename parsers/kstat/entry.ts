/**
 * `kstat -p` of Solaris: `module:instance:name:statistic` and a value, repeated for each sample; with -T each sample
 * begins with a time.
 *
 *     cpu_stat:0:cpu_stat0:user	51234
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const entry = /^([A-Za-z_]\w*):(\d+):([^\t:][^\t]*?):([^\t:]+)\t(.*)$/;

export const kstatEntry: FormatEntry = {
  id: 'kstat',
  title: 'kstat -p',
  unit: 'lines',
  version: 2,
  sniff(head): Sniff {
    const lines = headLines(head, 6).filter(line => line.trim() !== '' && readMoment(line, null) === null);
    return lines.length > 1 && lines.every(line => entry.test(line)) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).kstat,
};
