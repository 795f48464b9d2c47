import type { FormatEntry, Sniff } from '../contract.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export type Kind = 'tables' | 'pairs' | 'raw';

export const raw =
  /^\d\d:\d\d:\d\d(?: [A-Z]{2,5})?; (?:[A-Z]+; \S+; )?[^;]+; -?[\d.]+; |^# uptime_cs; \d+; ust_time; \d+;/;

export function kindOf(head: Uint8Array): Kind | null {
  for (const line of headLines(head, 8)) {
    if (line.startsWith('# hostname;interval;timestamp;')) return 'tables';
    if (raw.test(line)) return 'raw';
    const semicolons = line.split(';');
    if (isRow(semicolons)) return 'tables';
    if (isRow(line.split('\t'))) return 'pairs';
  }
  return null;
}

export const isRow = ([host, interval, time, what]: readonly string[]): boolean =>
  host !== undefined &&
  what !== undefined &&
  /^\S+$/.test(host) &&
  /^-?\d+$/.test(interval ?? '') &&
  readMoment(time ?? '', null) !== null;

export const sadfEntry: FormatEntry = {
  id: 'sadf',
  title: 'sadf -d, -p and -r',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return kindOf(head) === null ? 'no' : 'yes';
  },
  load: async () => (await import('./format.ts')).sadf,
};
