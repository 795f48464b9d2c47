import type { FormatEntry, Sniff } from '../contract.ts';
import { objectOf } from '../families/sysstat/objects.ts';
import { sysstatHead } from '../families/sysstat/sniff.ts';

export const sarEntry: FormatEntry = {
  id: 'sar',
  title: 'sar',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const { banner, rows, timed, averages } = sysstatHead(head);
    const [titles] = averages ? rows : timed;
    if (titles === undefined || (!banner && !averages)) return 'no';
    if (/^(?:LINUX RESTART|COM )/.test(titles.join(' '))) return 'yes';
    return objectOf(titles) === null || isMpstat(titles) || titles.at(-1) === 'Command' ? 'no' : 'yes';
  },
  load: async () => (await import('./format.ts')).sar,
};

/** mpstat has interrupts before steal, or after idle, and a table of a CPU's interrupts. */
const isMpstat = (titles: readonly string[]): boolean =>
  /^(?:CPU|NODE)(?: CORE SOCK NODE)? (?:%usr %nice %sys %iowait %irq|%user %nice %sys(?:tem)? %iowait %irq|%user .*intr\/s$|intr\/s|HI\/s|\d+\/s)/.test(
    titles.join(' '),
  );
