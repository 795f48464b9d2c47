import type { Cell } from '../state/paged-answer.ts';

export interface TrackData {
  /** Epoch ns, start of each bucket, ascending. */
  readonly times: readonly bigint[];
  readonly series: readonly { readonly key: string; readonly values: Float64Array }[];
  /** Largest sum over the series in one bucket. */
  readonly peak: number;
}

/** The columns of an answer that say which series, and what to draw. */
export interface TrackColumns {
  readonly key: string;
  readonly value: string;
}

/** Turns rows of (key, time, value) into one series per key over the same buckets; what is missing is 0. */
export function trackData(
  rows: readonly Record<string, Cell>[],
  columns: TrackColumns = { key: 'key', value: 'value' },
): TrackData {
  const times = [...new Set(rows.map(row => row.time).filter(time => typeof time === 'bigint'))].sort(
    (a, b) => (a < b ? -1 : Number(a > b)),
  );
  const at = new Map(times.map((time, i) => [time, i]));
  const byKey = new Map<string, Float64Array>();
  for (const row of rows) {
    const { time, [columns.key]: key, [columns.value]: value } = row;
    if (typeof time !== 'bigint' || typeof value !== 'number') continue;
    const name = String(key ?? '');
    let values = byKey.get(name);
    if (!values) {
      values = new Float64Array(times.length);
      byKey.set(name, values);
    }
    values[at.get(time)!]! += value;
  }
  const series = [...byKey].map(([key, values]) => ({ key, values }));
  let peak = 0;
  for (let i = 0; i < times.length; i++) peak = Math.max(peak, sumAt(series, i));
  return { times, series, peak };
}

export function sumAt(series: TrackData['series'], bucket: number): number {
  return series.reduce((sum, { values }) => sum + values[bucket]!, 0);
}

/** Each series with all before it added, bucket by bucket. */
export function cumulative({ times, series }: TrackData): Float64Array[] {
  const sum = new Float64Array(times.length);
  return series.map(({ values }) => {
    for (let i = 0; i < sum.length; i++) sum[i]! += values[i]!;
    return sum.slice();
  });
}

export interface Strip {
  /** Its bottom, as a share of the track's height. */
  readonly base: number;
  /** Shares of the track's height; NaN where there is nothing. */
  readonly values: Float64Array;
}

/** How much of its place a strip takes at its peak. */
const filled = 0.86;

/** Each series in a place of its own, the first on top, as high as its own peak allows: what is rare is seen as well. */
export function strips({ series }: TrackData): Strip[] {
  const place = 1 / Math.max(1, series.length);
  return series.map(({ values }, i) => {
    const peak = values.reduce((most, each) => Math.max(most, each), 0);
    return {
      base: (series.length - 1 - i) * place,
      values: values.map(value => (value > 0 ? (value / peak) * place * filled : Number.NaN)),
    };
  });
}

/** The series added up into one. */
export function summed(data: TrackData, key: string): TrackData {
  const values = Float64Array.from(data.times, (_, i) => sumAt(data.series, i));
  return { ...data, series: [{ key, values }] };
}

/** The bucket in which `time` falls; -1 before the first. */
export function bucketAt({ times }: TrackData, time: bigint): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
