/** Ids of signals: `correlate` takes them, and every question that names one prints them. */

import type { AnswerColumn, Texts } from '../contract.ts';
import { texts } from './answer.ts';
import { baseName } from './names.ts';

export const signalKinds = {
  series: 'a counter',
  process: 'CPU time of a process',
  module: 'CPU time in a module itself',
  function: 'CPU time in a function itself',
  template: 'rate of a message',
  level: 'rate of messages of a level',
  events: 'rate of a kind of event',
  latency: '95th percentile of the duration of a kind of event',
  ready: 'threads of a process that could run and had no CPU',
  waiting: 'threads of a process that waited',
  search: 'rate of the hits of a search',
} as const;

export type SignalKind = keyof typeof signalKinds;

export const idColumn: AnswerColumn = {
  name: 'id',
  kind: 'code',
  refers: 'signal',
  about: 'Id of the signal of this row, as `correlate` takes it; null if there is none.',
};

export const signalId = (what: SignalKind, name: string | number): string => `${what}/${name}`;

/** A column of ids beside one of names. */
export const idsOf = (what: SignalKind, { index, values }: Texts): Texts => ({
  index,
  values: values.map(name => signalId(what, name)),
});

/** A column of ids beside one of templates. @param numbers as `templateNumbers` gives them */
export const templateIds = ({ index, values }: Texts, numbers: ReadonlyMap<string, number>): Texts => ({
  index,
  values: values.map(name => signalId('template', numbers.get(name) ?? name)),
});

const noSymbol = '[unknown]';

/** A function without a symbol is known by its module. */
export const functionName = (symbol: string, module: string): string =>
  symbol === noSymbol ? `${noSymbol} in ${baseName(module)}` : symbol;

/** A column of ids beside those of functions and their modules: a row without a module is not a function. */
export function functionIds(symbol: Texts, module: Texts): Texts {
  const unknown = symbol.values.indexOf(noSymbol);
  const isPlain = (unknown < 0 || !symbol.index.includes(unknown)) && !module.index.includes(-1);
  if (isPlain) return idsOf('function', symbol);
  return texts(
    Array.from(symbol.index, (at, row) => {
      const [name, within] = [symbol.values[at], module.values[module.index[row]!]];
      return name === undefined || within === undefined
        ? null
        : signalId('function', functionName(name, within));
    }),
  );
}

/** Id of the signal of a process's ready or waiting threads; null for other states. */
export function waitId(state: string | undefined, process: string | null): string | null {
  return process !== null && (state === 'ready' || state === 'waiting') ? signalId(state, process) : null;
}
