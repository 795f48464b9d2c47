/** Columns of vmstat, by system; one title may have two meanings (`sy` is system calls, then system time). */
import type { Counter } from '../kit/metrics/series.ts';

export type System = 'linux' | 'solaris' | 'aix';

/** `object unit title title …` */
const columns: Readonly<Record<System, readonly string[]>> = {
  linux: [
    'scheduler - r b',
    'memory kB swpd free buff cache inact active',
    'swap kB/s si so',
    'disk kB/s bi bo',
    'system /s in cs',
    'cpu % us sy id wa st gu',
  ],
  solaris: [
    'scheduler - r b w',
    'memory kB swap free',
    'paging /s re mf sr',
    'paging kB/s pi po fr de',
    'system /s in cs',
    'cpu % us sy id wt',
  ],
  aix: [
    'scheduler - r b p w',
    'memory pages avm fre',
    'paging /s re pi po fr sr cy fi fo',
    'system /s in cs',
    'cpu % us sy id wa ec',
    'cpu CPUs pc',
  ],
};

function counters(groups: readonly string[]): ReadonlyMap<string, Counter> {
  const byTitle = new Map<string, Counter>();
  for (const group of groups) {
    const [object, unit, ...titles] = group.split(' ') as [string, string, ...string[]];
    for (const counter of titles) byTitle.set(counter, { object, counter, unit: unit === '-' ? null : unit });
  }
  return byTitle;
}

const known: Readonly<Record<System, ReadonlyMap<string, Counter>>> = {
  linux: counters(columns.linux),
  solaris: counters(columns.solaris),
  aix: counters(columns.aix),
};

export function systemOf(titles: readonly string[]): System {
  if (titles.includes('avm') || titles.includes('fre')) return 'aix';
  return titles.includes('re') && titles.includes('mf') ? 'solaris' : 'linux';
}

/** The counter of a column, or the name of the disk whose operations it counts. */
export type VmstatColumn = { readonly counter: Counter } | { readonly disk: string };

export function columnsOf(titles: readonly string[]): VmstatColumn[] {
  const system = systemOf(titles);
  return titles.map((title, at) => {
    if (title === 'sy' && titles[at - 1] === 'in') {
      return { counter: { object: 'system', counter: title, unit: '/s' } };
    }
    const counter = known[system].get(title);
    // Solaris prints up to four disks between pages and faults, with arbitrary names.
    return counter === undefined || (system === 'solaris' && isDisk(titles, at))
      ? { disk: title }
      : { counter };
  });
}

const isDisk = (titles: readonly string[], at: number): boolean =>
  at > titles.indexOf('sr') && at < titles.indexOf('in');
