/** uptime, printed once or repeatedly: ` 10:25:20 up 16:03,  2 users,  load average: 0.00, 0.01, 0.05`. */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const line =
  /^\s{0,64}(\d{1,2}:\d\d(?::\d\d)?)\s?([ap]m)?\s{1,16}up\s{1,16}(.{0,64}?),\s{1,16}(?:(\d{1,9}) users?,\s{1,16})?load averages?:\s{1,16}(\S{1,16}?),?\s{1,16}(\S{1,16}?),?\s{1,16}(\S+)$/i;

/** Longer lines are not uptime's, and the expression would be slow on them. */
export const longest = 300;

export const uptimeEntry: FormatEntry = {
  id: 'uptime',
  title: 'uptime',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 5).filter(text => text.trim() !== '');
    return lines.length > 0 && lines.every(text => text.length <= longest && line.test(text.trimEnd()))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).uptime,
};
