/** The scope options, the same on every command that asks. */
import type { Scope } from '../contract.ts';
import type { Args, Options } from './command.ts';
import { choice, duration, integer, time } from './values.ts';

export const scopeOptions: Options = {
  from: { value: 'T', about: 'Begin: ISO 8601 (without a zone: UTC) or epoch seconds.' },
  to: { value: 'T', about: 'End, exclusive.' },
  capture: {
    value: 'ID',
    multiple: true,
    about: 'Only this capture. May be repeated, as the next options.',
  },
  process: { value: 'NAME|PID', multiple: true, about: 'Only this process.' },
  pid: { value: 'PID', multiple: true, about: 'Only the process with this id.' },
  thread: { value: 'TID', multiple: true, about: 'Only this thread.' },
  cpu: { value: 'N', multiple: true, about: 'Only this CPU.' },
  'min-duration': {
    value: 'DURATION',
    about:
      'Keeps only slices, requests and calls that lasted at least this long: 10ms, 1.5s. Affects events only.',
  },
  'max-duration': { value: 'DURATION', about: 'Keeps only those that lasted less.' },
  module: { value: 'NAME', multiple: true, about: 'Only samples with a frame in this module.' },
  kind: { value: 'KIND', about: 'Event type. Default: the kind with most samples.' },
  search: { value: 'QUERY', about: 'Only events that match this search, as `aftertrace search` takes it.' },
  weight: {
    value: 'samples|period',
    about: 'Weight of a sample: 1 (the default), or the events it represents.',
  },
  group: { value: 'RULES', about: 'Grouping rules for functions and modules.' },
  'with-idle': { about: 'Includes samples of idle CPUs, which are left out otherwise.' },
};

/** @param except options that the question takes as parameters of its own. */
export function scopeOf(args: Args, except: readonly string[] = []): Scope {
  const texts = (name: string) => (except.includes(name) ? [] : args.texts(name));
  const list = <T>(name: string, read: (text: string) => T) => {
    const values = texts(name).map(read);
    return values.length > 0 ? values : undefined;
  };
  const one = <T>(name: string, read: (text: string) => T) => list(name, read)?.at(-1);
  const same = (text: string) => text;
  const processes = [...texts('process'), ...texts('pid').map(text => String(integer('pid', text)))];
  return compact({
    from: one('from', text => time('from', text)),
    to: one('to', text => time('to', text)),
    captures: list('capture', text => integer('capture', text)),
    processes: processes.length > 0 ? processes : undefined,
    threads: list('thread', text => integer('thread', text)),
    cpus: list('cpu', text => integer('cpu', text)),
    minDuration: one('min-duration', text => Number(duration('min-duration', text))),
    maxDuration: one('max-duration', text => Number(duration('max-duration', text))),
    modules: list('module', same),
    kind: one('kind', same),
    search: one('search', same),
    weight: one('weight', text => choice('weight', text, ['samples', 'period'])),
    group: one('group', same),
    withIdle: !except.includes('with-idle') && args.flag('with-idle') ? true : undefined,
  } satisfies { [P in keyof Scope]-?: Scope[P] | undefined });
}

type Compact<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy without undefined members. */
export function compact<T extends object>(object: T): Compact<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Compact<T>;
}
