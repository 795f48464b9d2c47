/**
 * lockstat of Solaris: a table per kind of event, with one row per lock and caller; one sample, without times.
 *
 *     Adaptive mutex spin: 1337 events in 1.041 seconds (1284 events/sec)
 *
 *     Count indv cuml rcnt     nsec Lock                   Caller
 *     -------------------------------------------------------------------------------
 *       134  13%  13% 0.00     1350 0xffffff01cd3d8000     vmem_alloc+0x3a
 *
 * Stacks and distributions (-s) are not read.
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import type { Counter } from '../kit/metrics/series.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const heading = /^([A-Z][\w/ -]*?): (\d+) events in ([\d.]+) seconds \((\d+) events\/sec\)$/;
export const titles = /^(?:Count|ops\/s)\s+indv\s+cuml\s/;

export const events: readonly Counter[] = [
  { counter: 'events', unit: 'count' },
  { counter: 'events/sec', unit: '/s' },
];

export const lockstatEntry: FormatEntry = {
  id: 'lockstat',
  title: 'lockstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 6).filter(line => line.trim() !== '');
    return heading.test(lines[0] ?? '') && titles.test(lines[1] ?? '') ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).lockstat,
};
