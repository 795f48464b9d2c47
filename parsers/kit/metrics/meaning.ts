/** From what a tool calls a series to what it means: a format's map, and the factor that the unit gives. */
import type { Meaning, Meanings, SeriesKey } from '../../contract.ts';
import {
  type CpuMode,
  type MeaningAttributes,
  type MeaningEntry,
  type MeaningName,
  type MemoryState,
  meanings,
  type PagingState,
  type ProcessState,
} from '../../meanings.ts';
import { bytesOf } from './values.ts';

/** What a format says of a counter: the factor is worked out from the unit where it is not given. */
export interface MeaningOf {
  readonly name: MeaningName;
  readonly attributes: MeaningAttributes;
  readonly factor?: number;
  readonly addend?: number;
  /** Not of a count that only grows: that is a raw count under the name of the figure made from it. */
  readonly figure?: true;
}

/** A meaning with its attributes; `factor` where the unit does not tell it. */
export const means = (name: MeaningName, attributes: MeaningAttributes = {}, factor?: number): MeaningOf => ({
  name,
  attributes,
  ...(factor !== undefined && { factor }),
});

// What many formats say. A CPU that is busy in whichever mode has no mode: `means('system.cpu.utilization')`.
export const cpuIn = (mode: CpuMode): MeaningOf => means('system.cpu.utilization', { 'cpu.mode': mode });
export const cpuTimeIn = (mode: CpuMode, factor?: number): MeaningOf =>
  means('system.cpu.time', { 'cpu.mode': mode }, factor);
export const processesIn = (state: ProcessState): MeaningOf =>
  means('system.process.count', { 'process.state': state });
export const memoryIn = (state: MemoryState): MeaningOf =>
  means('system.memory.usage', { 'system.memory.state': state });
export const swapIn = (state: PagingState): MeaningOf =>
  means('system.paging.usage', { 'system.paging.state': state });
export const paged = (name: MeaningName, direction: 'in' | 'out', factor?: number): MeaningOf =>
  means(name, { 'system.paging.direction': direction }, factor);
export const disk = (name: MeaningName, direction: 'read' | 'write', factor?: number): MeaningOf =>
  means(name, { 'disk.io.direction': direction }, factor);
export const received = (name: MeaningName, more: MeaningAttributes = {}, factor?: number): MeaningOf =>
  means(name, { 'network.io.direction': 'receive', ...more }, factor);
export const transmitted = (name: MeaningName, more: MeaningAttributes = {}, factor?: number): MeaningOf =>
  means(name, { 'network.io.direction': 'transmit', ...more }, factor);
/** Requests queued and served, on average: what the weighted time grows by per second. */
export const averageQueue: MeaningOf = {
  name: 'system.disk.weighted_io_time',
  attributes: {},
  factor: 1,
  figure: true,
};
export const mean: MeaningAttributes = { statistic: 'mean' };
export const overrun: MeaningAttributes = { 'error.type': 'overrun' };

/** By counter. Several: the first whose unit the values can be brought to. */
export type CounterMeanings = Readonly<Record<string, MeaningOf | readonly MeaningOf[]>>;

/** The map of a format: objects, several with `|` between them, and their counters. Names are compared in any case. */
export function meaningsOf(...maps: readonly Readonly<Record<string, CounterMeanings>>[]): Meanings {
  const known = new Map<string, readonly MeaningOf[]>();
  for (const map of maps)
    for (const [objects, counters] of Object.entries(map))
      for (const object of objects.split('|'))
        for (const [counter, meaning] of Object.entries(counters))
          known.set(keyOf(object, counter), [meaning].flat());
  return key => {
    for (const meaning of known.get(keyOf(key.object, key.counter)) ?? []) {
      const found = withFactor(meaning, key);
      if (found) return found;
    }
    return null;
  };
}

const keyOf = (object: string, counter: string) => `${object}\n${counter}`.toLowerCase();

/**
 * The meaning of a series; null where its values cannot be brought to the unit of the meaning. A count that only grows is no
 * gauge: sadf writes such raw counts under the names of the figures that sar makes of them.
 */
export function withFactor(
  meaning: MeaningOf,
  key: Pick<SeriesKey, 'unit' | 'cumulative'>,
): (Meaning & { readonly factor: number }) | null {
  const { unit, instrument }: MeaningEntry = meanings[meaning.name];
  if (key.cumulative && (instrument !== 'counter' || meaning.figure)) return null;
  const isRate = instrument === 'counter' && !key.cumulative;
  const factor = meaning.factor ?? factorOf(key.unit, unit, isRate);
  const { name, attributes, addend = 0 } = meaning;
  return factor === null ? null : { name, attributes, factor, addend };
}

const seconds: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
const bits: Readonly<Record<string, number>> = { bit: 1, kbit: 1e3, Mbit: 1e6, Gbit: 1e9 };
const notCounts = /^(?:%|[kMGTPE]?i?B(?:\/s)?|[mµun]?s|[kMG]?bit(?:\/s)?)$/;

/** What values in `from` are multiplied by to be in `to`, or for a rate in `to` per second; null if that is not known. */
export function factorOf(from: string | null, to: string, isRate: boolean): number | null {
  // Things are counted in words of the tool's own, or in none.
  if (to.startsWith('{')) return from === null || !notCounts.test(from) ? 1 : null;
  if (from === '%') return to === '1' || (to === 's' && isRate) ? 0.01 : null;
  if (from === null) return null;
  const perSecond = from.endsWith('/s');
  if (perSecond !== (isRate || to.endsWith('/s'))) return null;
  const amount = perSecond ? from.slice(0, -2) : from;
  if (to === '1') return null;
  if (to === 's') return seconds[amount] ?? null;
  const ofBits = bits[amount];
  if (ofBits !== undefined) return ofBits / 8;
  return amount === 'sectors' ? 512 : bytesOf(amount);
}
