/**
 * turbostat: one row per CPU and interval, after a row for all of them.
 *
 *     Core	CPU	Avg_MHz	Busy%	Bzy_MHz	TSC_MHz	IRQ	CPU%c1	CoreTmp	PkgTmp	PkgWatt
 *     -	-	63	4.06	1562	2808	8637	16.61	50	53	3.60
 *     0	0	73	4.00	1816	2808	916	24.84	49	53	3.60
 *     0	4	63	4.20	1509	2808	1024	24.63
 *
 * https://man7.org/linux/man-pages/man8/turbostat.8.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines, words } from '../kit/metrics/text-lines.ts';

/** Columns that say which CPU a row is of, and when. */
export const places: ReadonlySet<string> = new Set([
  'Package',
  'Die',
  'Node',
  'Core',
  'CPU',
  'APIC',
  'X2APIC',
  'usec',
  'Time_Of_Day_Seconds',
]);

export const isTitles = (titles: readonly string[]): boolean =>
  titles.includes('Avg_MHz') && titles.includes('Busy%') && titles.every(title => !/^[\d.-]+$/.test(title));

export const turbostatEntry: FormatEntry = {
  id: 'turbostat',
  title: 'turbostat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 100).filter(line => line.trim() !== '');
    if (lines[0] === undefined) return 'no';
    if (isTitles(words(lines[0]))) return 'yes';
    return lines[0].startsWith('turbostat version ') && lines.some(line => isTitles(words(line)))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).turbostat,
};
