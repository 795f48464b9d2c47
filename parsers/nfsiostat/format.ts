import type { Format } from '../contract.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { titledReader } from '../kit/metrics/titled-tables.ts';
import { isNumber, unitOf } from '../kit/metrics/values.ts';
import { mount, nfsiostatEntry } from './entry.ts';

function unitIn(title: string): string | null {
  if (title.endsWith(' (ms)')) return 'ms';
  return title.endsWith('kB/op') ? 'kB' : unitOf(title.replace(/^(?:read|write) /, ''));
}

export const nfsiostat: Format = {
  ...nfsiostatEntry,
  open: titledReader({
    heading: line => mount.exec(line)?.[2] ?? null,
    sinceBoot: true,
    tables: [
      {
        titles([first = ''], line) {
          if (!/^(?:(?:read|write):|ops?\/s)$/.test(first)) return null;
          const [, operation, titles] = /^\s{0,64}(?:(read|write):)?\s{0,64}(ops?\/s\s.*)$/.exec(line) ?? [];
          const prefix = operation === undefined ? '' : `${operation} `;
          return titles?.split(/\s{2,}/).map(title => `${prefix}${title}`) ?? null;
        },
        object: 'nfs',
        counter: title => ({ counter: title.replace(/ \(ms\)$/, ''), unit: unitIn(title) }),
        cells(_words, titles, line) {
          const cells = words(line.replace(/\([\d.]+%\)/g, ''));
          return cells.length === titles.length && cells.every(isNumber) ? cells : null;
        },
        owner: row => row.heading,
      },
    ],
  }),
};
