import type { Format, Options, Output, Reader, Sniff } from '../contract.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import { sysstatMeanings } from '../kit/metrics/sysstat-meanings.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { SadfTables } from './db.ts';
import { SadfPairs } from './pairs.ts';
import { RawCounters } from './raw.ts';

type Kind = 'tables' | 'pairs' | 'raw';

const raw =
  /^\d\d:\d\d:\d\d(?: [A-Z]{2,5})?; (?:[A-Z]+; \S+; )?[^;]+; -?[\d.]+; |^# uptime_cs; \d+; ust_time; \d+;/;

function kindOf(head: Uint8Array): Kind | null {
  for (const line of headLines(head, 8)) {
    if (line.startsWith('# hostname;interval;timestamp;')) return 'tables';
    if (raw.test(line)) return 'raw';
    const semicolons = line.split(';');
    if (isRow(semicolons)) return 'tables';
    if (isRow(line.split('\t'))) return 'pairs';
  }
  return null;
}

const isRow = ([host, interval, time, what]: readonly string[]): boolean =>
  host !== undefined &&
  what !== undefined &&
  /^\S+$/.test(host) &&
  /^-?\d+$/.test(interval ?? '') &&
  readMoment(time ?? '', null) !== null;

export const sadf: Format = {
  id: 'sadf',
  title: 'sadf -d, -p and -r',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return kindOf(head) === null ? 'no' : 'yes';
  },
  meanings: sysstatMeanings,
  open(out: Output, options: Options): Reader {
    const kind = kindOf(options.head);
    if (kind === 'pairs') return new SadfPairs(out, options);
    return kind === 'raw' ? new RawCounters(out, options) : new SadfTables(out, options);
  },
};
