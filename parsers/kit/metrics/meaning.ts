/** From what a tool calls a series to what it means: a format's map, and the factor its unit gives. */
import type { Meaning, Meanings, SeriesKey } from '../../contract.ts';
import { type MeaningEntry, type MeaningName, meanings } from '../../meanings.ts';
import { bytesOf } from './values.ts';

/** What a format says of a counter: the factor is worked out from its unit where it is not given. */
export type MeaningOf = Omit<Meaning, 'factor' | 'addend'> & Partial<Pick<Meaning, 'factor' | 'addend'>>;

/** A meaning with its attributes. */
export const means = (name: MeaningName, attributes: Meaning['attributes'] = {}): MeaningOf => ({
  name,
  attributes,
});

/** The map of a format, from meanings by object and counter. Names are compared in any case. */
export function meaningsOf(by: Readonly<Record<string, Readonly<Record<string, MeaningOf>>>>): Meanings {
  const map = new Map(
    Object.entries(by).flatMap(([object, counters]) =>
      Object.entries(counters).map(([counter, meaning]) => [keyOf(object, counter), meaning] as const),
    ),
  );
  return key => {
    const meaning = map.get(keyOf(key.object, key.counter));
    return meaning === undefined ? null : withFactor(meaning, key);
  };
}

const keyOf = (object: string, counter: string) => `${object}\n${counter}`.toLowerCase();

/**
 * The meaning of a series; null where its values cannot be brought to the unit of the meaning. A count that only grows is no
 * gauge: sadf writes such raw counts under the names of the figures that sar makes of them.
 */
export function withFactor(meaning: MeaningOf, key: Pick<SeriesKey, 'unit' | 'cumulative'>): Meaning | null {
  const { unit, instrument }: MeaningEntry = meanings[meaning.name];
  if (key.cumulative && instrument !== 'counter') return null;
  const isRate = instrument === 'counter' && !key.cumulative;
  const factor = meaning.factor ?? factorOf(key.unit, unit, isRate);
  return factor === null ? null : { ...meaning, factor, addend: meaning.addend ?? 0 };
}

const seconds: Readonly<Record<string, number>> = {
  s: 1,
  ms: 1e-3,
  msec: 1e-3,
  us: 1e-6,
  µs: 1e-6,
  ns: 1e-9,
};

/** What values in `from` are multiplied by to be in `to`, or for a rate in `to` per second; null if that is not known. */
export function factorOf(from: string | null, to: string, isRate: boolean): number | null {
  // Things are counted in words of the tool's own, or in none.
  if (to.startsWith('{')) return from === null || !/^(?:%|[kMGTPE]?i?B(?:\/s)?|m?s)$/.test(from) ? 1 : null;
  if (from === '%') return to === '1' || (to === 's' && isRate) ? 0.01 : null;
  if (from === null) return null;
  const perSecond = from.endsWith('/s');
  if (perSecond !== (isRate || to.endsWith('/s'))) return null;
  const amount = perSecond ? from.slice(0, -2) : from;
  if (to === 's') return seconds[amount] ?? null;
  if (to === '1') return amount === '1' ? 1 : null;
  const bits = /^([kMG]?)bit$/.exec(amount);
  if (bits !== null) return { '': 1, k: 1e3, M: 1e6, G: 1e9 }[bits[1] as '' | 'k' | 'M' | 'G'] / 8;
  return amount === 'sectors' ? 512 : bytesOf(amount);
}
