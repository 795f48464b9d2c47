import type { FormatEntry, Sniff } from '../contract.ts';
import { sysstatHead } from '../families/sysstat/sniff.ts';

const solarisTitles = 'minf mjf xcal intr ithr';

/** mpstat prints `%usr` and `%irq` where sar prints them in another order, or `%user`. */
function isLinux(titles: readonly string[]): boolean {
  if (titles[0] !== 'CPU' && titles[0] !== 'NODE') return false;
  const rest = titles.filter(title => !/^(?:CPU|CORE|SOCK|NODE)$/.test(title)).join(' ');
  return (
    /^%usr %nice %sys %iowait %irq|^%user %nice %sys(?:tem)? %iowait %irq|^intr\/s$|^HI\/s /.test(rest) ||
    /^%user .*%idle intr\/s$/.test(rest) ||
    interrupts.test(rest)
  );
}

const interrupts = /^(?:[A-Z0-9_-]+\/s )+[A-Z0-9_-]+\/s$/;
export const isSolaris = (titles: readonly string[]): boolean =>
  titles.slice(1).join(' ').startsWith(solarisTitles);

export const mpstatEntry: FormatEntry = {
  id: 'mpstat',
  title: 'mpstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const { banner, rows } = sysstatHead(head);
    const [titles] = rows;
    if (titles === undefined) return 'no';
    if (isSolaris(titles)) return 'yes';
    return isLinux(titles) ? (banner ? 'yes' : 'likely') : 'no';
  },
  load: async () => (await import('./format.ts')).mpstat,
};
