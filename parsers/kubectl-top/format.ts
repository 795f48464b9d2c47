import type { Format } from '../contract.ts';
import { bytesIn } from '../kit/metrics/byte-sizes.ts';
import type { Counter } from '../kit/metrics/series.ts';
import { titledReader } from '../kit/metrics/titled-tables.ts';
import { kubectlTopEntry, titles } from './entry.ts';

const counters: Readonly<Record<string, Counter>> = {
  'CPU(cores)': { counter: 'CPU', unit: 'cores' },
  'CPU%': { counter: 'CPU %', unit: '%' },
  'CPU(%)': { counter: 'CPU %', unit: '%' },
  'MEMORY(bytes)': { counter: 'memory', unit: 'B' },
  'MEMORY%': { counter: 'memory %', unit: '%' },
  'MEMORY(%)': { counter: 'memory %', unit: '%' },
};

export const kubectlTop: Format = {
  ...kubectlTopEntry,
  open: titledReader({
    tables: [
      {
        titles: (words, line) => (titles.test(line) ? words : null),
        object(titles) {
          if (titles.some(title => title.includes('%'))) return 'node';
          return titles.includes('POD') ? 'container' : 'pod';
        },
        counter: title => counters[title] ?? null,
        value: (cell, { unit }) =>
          unit === 'B' ? bytesIn(cell) : unit === '%' ? percent(cell) : cores(cell),
        owner: ({ titles, cells }) => cells.slice(0, titles.indexOf('CPU(cores)')).join('/'),
        sample: 'titles',
      },
    ],
  }),
};

/** `12m` is 0.012 cores. */
function cores(text: string): number {
  const [, digits, milli] = /^(\d{1,12}(?:\.\d{1,6})?)(m?)$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits) / (milli === 'm' ? 1000 : 1);
}

/** `<unknown>` has no value. */
const percent = (text: string): number => Number(/^(\d{1,6}(?:\.\d{1,3})?)%$/.exec(text)?.[1] ?? Number.NaN);
