/**
 * Buckets of OTLP's histograms, explicit and exponential, and differences between consecutive histograms of one
 * series.
 */
import { isCount } from '../kit/bounds.ts';
import { type Json, type JsonObject, listOf, numberOf, objectOf } from '../kit/json-values.ts';

export interface Bucket {
  /** NaN if it has no bound. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** A histogram as counts by the bucket's number, so that two can be subtracted. */
export interface Buckets {
  readonly counts: ReadonlyMap<number, number>;
  /** Histograms with equal bounds and scale can be subtracted. */
  readonly bounds: readonly number[] | null;
  /** Scale of an exponential histogram. */
  readonly scale: number;
}

/** Number of the bucket around 0 of exponential histograms; buckets below 0 have smaller numbers. */
const zeroBucket = -(2 ** 40);

const numbers = (list: Json | undefined): number[] => listOf(list).map(numberOf);

/** null if the point has no buckets. */
export function bucketsOf(point: JsonObject): Buckets | null {
  if (point.bucketCounts !== undefined) {
    const bounds = numbers(point.explicitBounds);
    const counts = numbers(point.bucketCounts);
    if (counts.length === 0 || counts.length !== bounds.length + 1) return null;
    return { counts: new Map(counts.map((count, at) => [at, count])), bounds, scale: 0 };
  }
  if (point.positive === undefined && point.negative === undefined && point.zeroCount === undefined)
    return null;
  const counts = new Map<number, number>();
  const side = (buckets: JsonObject, place: (index: number) => number) => {
    const offset = Number.isNaN(numberOf(buckets.offset)) ? 0 : numberOf(buckets.offset);
    numbers(buckets.bucketCounts).forEach((count, at) => {
      if (count > 0 && Math.abs(offset + at) < 2 ** 32) counts.set(place(offset + at), count);
    });
  };
  side(objectOf(point.positive), index => index);
  side(objectOf(point.negative), index => zeroBucket - 2 ** 33 - index);
  const zero = numberOf(point.zeroCount);
  if (zero > 0) counts.set(zeroBucket, zero);
  return { counts, bounds: null, scale: Number.isNaN(numberOf(point.scale)) ? 0 : numberOf(point.scale) };
}

/** The counts of `now` since `before`; `now` itself if it was reset, or its bounds differ. */
export function since(before: Buckets | null, now: Buckets): Buckets {
  if (before === null) return now;
  const earlier = before.scale > now.scale ? coarser(before, now.scale) : before;
  if (earlier.scale !== now.scale || !sameBounds(earlier.bounds, now.bounds)) return now;
  const counts = new Map<number, number>();
  for (const [index, count] of now.counts) {
    const grown = count - (earlier.counts.get(index) ?? 0);
    if (grown < 0) return now;
    if (grown > 0) counts.set(index, grown);
  }
  return { ...now, counts };
}

/** Each step to a smaller scale joins two neighbouring buckets. */
function coarser(buckets: Buckets, scale: number): Buckets {
  const divisor = 2 ** (buckets.scale - scale);
  const counts = new Map<number, number>();
  for (const [index, count] of buckets.counts) {
    const to =
      index === zeroBucket
        ? index
        : index < zeroBucket
          ? zeroBucket - 2 ** 33 - Math.floor((zeroBucket - 2 ** 33 - index) / divisor)
          : Math.floor(index / divisor);
    counts.set(to, (counts.get(to) ?? 0) + count);
  }
  return { ...buckets, counts, scale };
}

const sameBounds = (a: readonly number[] | null, b: readonly number[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((bound, at) => bound === b[at]));

/** Buckets with counts, lowest first. */
export function* rowsOf({ counts, bounds, scale }: Buckets, zeroThreshold: number): Generator<Bucket> {
  const base = 2 ** (2 ** -scale);
  const at = (index: number): Omit<Bucket, 'count'> => {
    if (bounds !== null) return { low: bounds[index - 1] ?? Number.NaN, high: bounds[index] ?? Number.NaN };
    if (index === zeroBucket) return { low: -zeroThreshold, high: zeroThreshold };
    const away = index < zeroBucket ? zeroBucket - 2 ** 33 - index : index;
    const [near, far] = [base ** away, base ** (away + 1)];
    return index < zeroBucket ? { low: -far, high: -near } : { low: near, high: far };
  };
  for (const index of [...counts.keys()].sort((a, b) => a - b)) {
    const count = counts.get(index)!;
    if (count > 0 && isCount(count)) yield { ...at(index), count };
  }
}
