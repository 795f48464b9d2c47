import type { Format, Sniff } from '../contract.ts';
import { sysstatHead } from '../kit/metrics/sniff.ts';
import { sysstatMeanings } from '../kit/metrics/sysstat-meanings.ts';
import { objectOf } from '../kit/metrics/sysstat-objects.ts';
import { SarReader } from './reader.ts';

export const sar: Format = {
  id: 'sar',
  title: 'sar',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const { banner, timed } = sysstatHead(head);
    const [titles] = timed;
    if (!banner || titles === undefined) return 'no';
    if (/^(?:LINUX RESTART|COM )/.test(titles.join(' '))) return 'yes';
    return objectOf(titles) === null || isMpstat(titles) || titles.at(-1) === 'Command' ? 'no' : 'yes';
  },
  meanings: sysstatMeanings,
  open: (out, options) => new SarReader(out, options),
};

/** mpstat has interrupts before steal, or after idle, and a table of a CPU's interrupts. */
const isMpstat = (titles: readonly string[]): boolean =>
  /^(?:CPU|NODE)(?: CORE SOCK NODE)? (?:%usr %nice %sys %iowait %irq|%user %nice %sys(?:tem)? %iowait %irq|%user .*intr\/s$|intr\/s|HI\/s|\d+\/s)/.test(
    titles.join(' '),
  );
