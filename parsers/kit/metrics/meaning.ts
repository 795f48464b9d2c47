/** Maps a tool's names of series to meanings: a format's map, and the factor that follows from the unit. */
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

/** A format's meaning of a counter; without `factor`, it is computed from the unit. */
export interface MeaningOf {
  readonly name: MeaningName;
  readonly attributes: MeaningAttributes;
  readonly factor?: number;
  readonly addend?: number;
  /**
   * True if the meaning is that of a number computed from counts (a mean, a percentage). A cumulative series of the
   * same name, which holds the raw counts, does not have it.
   */
  readonly figure?: true;
}

/** A meaning with its attributes; `factor` if it does not follow from the unit. */
export const means = (name: MeaningName, attributes: MeaningAttributes = {}, factor?: number): MeaningOf => ({
  name,
  attributes,
  ...(factor !== undefined && { factor }),
});

// Meanings that many formats share. CPU time in all modes together has no mode:
// `means('system.cpu.utilization')`.
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
/** Average number of requests queued and served: growth of the weighted time per second. */
export const averageQueue: MeaningOf = {
  name: 'system.disk.weighted_io_time',
  attributes: {},
  factor: 1,
  figure: true,
};
export const mean: MeaningAttributes = { statistic: 'mean' };
export const overrun: MeaningAttributes = { 'error.type': 'overrun' };

/** Meanings by counter. The first one applies whose unit the values can be converted to. */
export type CounterMeanings = Readonly<Record<string, MeaningOf | readonly MeaningOf[]>>;

/**
 * The meanings of a format from maps of objects (several separated by `|`) to counters. Case is ignored in
 * names.
 */
export function meaningsOf(...maps: readonly Readonly<Record<string, CounterMeanings>>[]): Meanings {
  const known = new Map<string, readonly MeaningOf[]>();
  for (const map of maps)
    for (const [objects, counters] of Object.entries(map))
      for (const object of objects.split('|'))
        for (const [counter, meaning] of Object.entries(counters))
          known.set(keyOf(object, counter), [meaning].flat());
  return key => {
    for (const meaning of known.get(keyOf(key.object, key.counter)) ?? []) {
      const converted = withFactor(meaning, key);
      if (converted) return converted;
    }
    return null;
  };
}

const keyOf = (object: string, counter: string) => `${object}\n${counter}`.toLowerCase();

/**
 * The meaning of a series; null if its values cannot be converted to the unit of the meaning. A cumulative series is
 * never a gauge: sadf writes raw counts under the names of the figures that sar computes from them.
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

/** Factor that converts values in `from` to `to`, or for a rate to `to` per second; null if unknown. */
export function factorOf(from: string | null, to: string, isRate: boolean): number | null {
  // For counts, tools state any unit or none.
  if (to.startsWith('{')) return from === null || !notCounts.test(from) ? 1 : null;
  if (from === '%') return to === '1' || (to === 's' && isRate) ? 0.01 : null;
  if (from === null) return null;
  const perSecond = from.endsWith('/s');
  if (perSecond !== (isRate || to.endsWith('/s'))) return null;
  const amount = perSecond ? from.slice(0, -2) : from;
  if (to === '1') return null;
  if (to === 's') return seconds[amount] ?? null;
  const bitsPerUnit = bits[amount];
  if (bitsPerUnit !== undefined) return bitsPerUnit / 8;
  return amount === 'sectors' ? 512 : bytesOf(amount);
}
