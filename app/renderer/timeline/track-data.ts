import { nullWide } from '../../../analyzers/contract.ts';
import type { Scope } from '../../contract.ts';
import type { Table } from '../state/table.ts';

export interface TrackData {
  /** Epoch ns, start of each bucket, ascending. */
  readonly times: BigInt64Array;
  /** Values over `times`. */
  readonly series: readonly { readonly key: string; readonly values: Float64Array }[];
  /** Largest sum over the series in one bucket. */
  readonly peak: number;
}

/** The columns of the key of a series and of the value to draw. */
export interface TrackColumns {
  readonly key: string;
  readonly value: string;
}

/** Rows of (key, time, value) as one series per key over the same buckets; missing values are 0. */
export function trackData(
  table: Table | null,
  columns: TrackColumns = { key: 'key', value: 'value' },
): TrackData {
  if (!table || table.rows === 0) return { times: new BigInt64Array(), series: [], peak: 0 };
  const [time, value] = [table.times('time'), table.numbers(columns.value)];
  const { index, values: names } = table.texts(columns.key);
  const times = distinct(time);
  const at = new Map(Array.from(times, (each, i) => [each, i]));
  // Rows without a key (index -1) are a series.
  const byKey = new Map<number, Float64Array>();
  for (let row = 0; row < time.length; row++) {
    const bucket = at.get(time[row]!);
    if (bucket === undefined || Number.isNaN(value[row])) continue;
    let values = byKey.get(index[row]!);
    if (!values) {
      values = new Float64Array(times.length);
      byKey.set(index[row]!, values);
    }
    values[bucket]! += value[row]!;
  }
  const series = [...byKey].map(([key, values]) => ({ key: names[key] ?? '', values }));
  return { times, series, peak: peakOf(times.length, series) };
}

/** Distinct times, ascending. */
function distinct(time: BigInt64Array): BigInt64Array {
  const sorted = time.filter(each => each !== nullWide).sort();
  return sorted.filter((each, i) => i === 0 || each !== sorted[i - 1]);
}

export function sumAt(series: TrackData['series'], bucket: number): number {
  return series.reduce((sum, { values }) => sum + values[bucket]!, 0);
}

/** Cumulative sums over the series, by bucket. */
export function cumulative({ times, series }: TrackData): Float64Array[] {
  const sum = new Float64Array(times.length);
  return series.map(({ values }) => {
    for (let i = 0; i < sum.length; i++) sum[i]! += values[i]!;
    return sum.slice();
  });
}

export interface Strip {
  /** The bottom of the strip, as a share of the track's height. */
  readonly base: number;
  /** Shares of the track's height; NaN without a value. */
  readonly values: Float64Array;
}

/** Share of its height that a strip takes at its peak. */
const filled = 0.86;

/** A strip per series, the first on top, scaled to its own peak, so that rare things show. */
export function strips({ series }: TrackData): Strip[] {
  const stripHeight = 1 / Math.max(1, series.length);
  return series.map(({ values }, i) => {
    const peak = values.reduce((max, each) => Math.max(max, each), 0);
    return {
      base: (series.length - 1 - i) * stripHeight,
      values: values.map(value => (value > 0 ? (value / peak) * stripHeight * filled : Number.NaN)),
    };
  });
}

/** The sum of all series. */
export function summed(data: TrackData, key: string): TrackData {
  const values = Float64Array.from(data.times, (_, i) => sumAt(data.series, i));
  return { ...data, series: [{ key, values }] };
}

/**
 * The same data in the narrowest buckets whose peak is at most `maxPeak`. If a bucket is shorter than the sampling period, one
 * sample in it counts as more CPUs than there are.
 */
export function coarsened(data: TrackData, maxPeak: number): TrackData {
  let coarse = data;
  while (coarse.peak > maxPeak && coarse.times.length > 1) coarse = inPairs(coarse);
  return coarse;
}

function inPairs({ times, series }: TrackData): TrackData {
  const count = Math.ceil(times.length / 2);
  const merged = series.map(({ key, values }) => ({
    key,
    // The last group may have only one bucket.
    values: Float64Array.from({ length: count }, (_, i) => {
      const [first, second] = [values[2 * i]!, values[2 * i + 1]];
      return second === undefined ? first : (first + second) / 2;
    }),
  }));
  const starts = times.filter((_, i) => i % 2 === 0);
  return { times: starts, series: merged, peak: peakOf(starts.length, merged) };
}

const peakOf = (buckets: number, series: TrackData['series']): number => {
  let peak = 0;
  for (let i = 0; i < buckets; i++) peak = Math.max(peak, sumAt(series, i));
  return peak;
};

/** The bucket of `time`; -1 before the first. */
export function bucketAt({ times }: TrackData, time: bigint): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Number of CPUs of the largest machine of the captures in scope; 0 if unknown. */
export function cpusOf(
  captures: readonly { readonly id: number; readonly cpus: number | null }[],
  { captures: chosen }: Scope,
): number {
  const inScope = captures.filter(({ id }) => chosen?.includes(id) ?? true);
  return Math.max(0, ...inScope.map(({ cpus }) => cpus ?? 0));
}
