import type { Format, Options, Output, Reader, Sniff } from '../contract.ts';
import { sysstatHead } from '../kit/metrics/sniff.ts';
import { LinuxMpstat } from './linux.ts';
import { mpstatMeanings } from './meanings.ts';
import { SolarisMpstat } from './solaris.ts';

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

const isSolaris = (titles: readonly string[]): boolean => titles.slice(1).join(' ').startsWith(solarisTitles);

export const mpstat: Format = {
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
  meanings: mpstatMeanings,
  open(out: Output, options: Options): Reader {
    const { rows } = sysstatHead(options.head);
    const solaris = rows[0] !== undefined && isSolaris(rows[0]);
    return solaris ? new SolarisMpstat(out, options) : new LinuxMpstat(out, options);
  },
};
