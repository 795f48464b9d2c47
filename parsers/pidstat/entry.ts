import type { FormatEntry, Sniff } from '../contract.ts';
import { sysstatHead } from '../families/sysstat/sniff.ts';

export const pidstatEntry: FormatEntry = {
  id: 'pidstat',
  title: 'pidstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const { banner, rows } = sysstatHead(head);
    const titles = rows.find(cells => cells.at(-1) === 'Command');
    const ours =
      titles !== undefined &&
      /^(?:UID|USER|PID|#)$/.test(titles[0]!) &&
      /\b(?:PID|TID)\b/.test(titles.join(' '));
    // Without the banner it may be another tool's table of processes.
    return ours && titles.some(title => /^(?:PID|TGID)$/.test(title)) ? (banner ? 'yes' : 'likely') : 'no';
  },
  load: async () => (await import('./format.ts')).pidstat,
};
