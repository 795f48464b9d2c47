/**
 * Finds the times at which a signal's level changes: seeded binary segmentation (Kovács, Bühlmann, Li & Munk 2023, doi:10.1093/biomet/asac052) with the
 * narrowest interval first, so that a short phase is found as well as a lasting one. How significant a change is depends on its step relative to the
 * noise that is left after the means of the levels are subtracted, and on how many independent values there are: so slow drift counts as noise.
 */
import { slopesOf } from './ramps.ts';
import { familyWise, meanOf, medianOf, squaresOf, studentTails } from './series-math.ts';

export interface Change {
  /** The first bucket of the new level. */
  readonly bucket: number;
  /** Time of the change, in buckets: a value halfway between the levels means a change halfway through its bucket. */
  readonly at: number;
  /** Means of the levels before and after, in the unit of the signal. */
  readonly before: number;
  readonly after: number;
  /** Number of values of the shorter of the two levels. */
  readonly shorterLength: number;
  /** Size of the step, in multiples of the noise. */
  readonly strength: number;
  /** Probability of such a change anywhere in the signal, if it were noise. */
  readonly p: number;
  /** True if the signal climbed or fell steadily from this moment to the level after. */
  readonly isRamp: boolean;
}

/** Minimum length of a level, in buckets. */
const shortest = 3;
/** A change is tested at each value in intervals of all lengths, which equals this many independent tests per value. */
const placesPerValue = 4;
/** A signal with fewer values has no change points. */
const minValues = 16;

/**
 * @param values one per bucket, NaN without a value
 * @param comparable the values on the scale on which they are compared, see `compressed`; offset and factor are arbitrary
 * @param perCount for counts: the amount that one event adds to a value, to compare square roots, whose noise is known; null for other values
 */
export function changesOf(values: Float64Array, comparable: Float64Array, perCount: number | null): Change[] {
  const buckets = bucketsWith(values);
  const size = buckets.length;
  if (size < minValues) return [];
  const raw = valuesAt(values, buckets);
  // The square root of a Poisson count has the same variance whatever its mean (Anscombe): 1 for twice the root.
  const scaled =
    perCount === null
      ? valuesAt(comparable, buckets)
      : raw.map(each => 2 * Math.sqrt(each / perCount + 3 / 8));
  const spread = Math.sqrt(varianceOf(scaled, 0, size));
  if (!(spread > 1e-12)) return [];
  const minNoise = perCount === null ? spread / 50 : 1;
  const steps = new Float64Array(size - 1);
  for (let i = 1; i < size; i++) steps[i - 1] = Math.abs(scaled[i]! - scaled[i - 1]!);
  let noise = Math.max(minNoise, (1.4826 * medianOf(steps)) / Math.SQRT2);
  const sums = new Float64Array(size + 1);
  const squares = new Float64Array(size + 1);
  for (let i = 0; i < size; i++) {
    sums[i + 1] = sums[i]! + scaled[i]!;
    squares[i + 1] = squares[i]! + scaled[i]! * scaled[i]!;
  }
  const all = { sums, squares };
  // `noise` only grows, so the splits above this threshold include all that later rounds need.
  const splits = splitsOf(all, thresholdOf(size, noise));
  let points: number[] = [];
  let autocorrelation = 0;
  // The noise is known when the changes are, and the other way round.
  for (let round = 0; round < 5; round++) {
    points = changePointsOf(all, splits, thresholdOf(size, noise));
    const left = residual(scaled, sums, points);
    autocorrelation = autocorrelationOf(left);
    const now = Math.max(minNoise, longRunNoise(left, autocorrelation));
    if (now <= noise * 1.02) break;
    noise = now;
  }
  // A steady climb is straight in its own unit only.
  const slopes = slopesOf(raw, points);
  // A signal that changes all the time has no moment at which it began.
  if (slopes.length > Math.max(6, size / 40)) return [];
  const edges = [0, ...points, size];
  const mean = (from: number, to: number) => (sums[to]! - sums[from]!) / (to - from);
  return slopes.map(({ start, at, top, end }): Change => {
    const step = Math.abs(mean(top, end) - mean(start, at));
    // Levels differ in noise, too: that of the two next to the change counts where it is more.
    const local = Math.max(
      noise,
      Math.sqrt(
        (varianceOf(scaled, start, at) * (at - start) + varianceOf(scaled, top, end) * (end - top)) /
          (at - start + end - top),
      ),
    );
    // The noise counts as a tenth of the step at least, so that strength is bounded by the lengths of the levels.
    const strength = step / (Math.max(local, step / 10) * Math.sqrt(1 / (at - start) + 1 / (end - top)));
    const freedom = Math.max(3, ((size - edges.length + 1) * (1 - autocorrelation)) / (1 + autocorrelation));
    return {
      bucket: buckets[at]!,
      at:
        top > at
          ? buckets[at]!
          : buckets[at]! + 1 - partOf(raw, start, at, end, at) - partOf(raw, start, at, end, at - 1),
      shorterLength: Math.min(at - start, end - top),
      before: meanOf(raw, start, at),
      after: meanOf(raw, top, end),
      strength,
      p: familyWise(studentTails(strength, freedom), placesPerValue * size),
      isRamp: top > at,
    };
  });
}

function bucketsWith(values: Float64Array): Int32Array {
  const buckets = new Int32Array(values.length);
  let size = 0;
  for (let bucket = 0; bucket < values.length; bucket++)
    if (!Number.isNaN(values[bucket]!)) buckets[size++] = bucket;
  return buckets.subarray(0, size);
}

function valuesAt(values: Float64Array, places: Int32Array): Float64Array {
  const found = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) found[i] = values[places[i]!]!;
  return found;
}

/**
 * Position of value `which` between the level before `at` (0) and the level after it (1); the values next to
 * the change belong to neither level.
 */
function partOf(values: Float64Array, start: number, at: number, end: number, which: number): number {
  const [before, after] = [meanOf(values, start, at - 1), meanOf(values, at + 1, end)];
  const part = (values[which]! - before) / (after - before);
  // A value near one of the levels counts as that level plus noise.
  return part > 0.75 ? 1 : part > 0.25 ? part : 0;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

const intervalsBySize = new Map<number, readonly Interval[]>();

/** Intervals of all lengths, each overlapping the next by half, the shortest first: about 10 n values in all. */
function seededIntervals(size: number): readonly Interval[] {
  const known = intervalsBySize.get(size);
  if (known) return known;
  const found: Interval[] = [];
  for (let length = size; length >= 2 * shortest; length /= Math.SQRT2) {
    const whole = Math.round(length);
    const count = whole >= size ? 1 : Math.ceil((2 * (size - whole)) / whole) + 1;
    for (let i = 0; i < count; i++) {
      const from = count === 1 ? 0 : Math.round((i * (size - whole)) / (count - 1));
      found.push({ from, to: from + whole });
    }
  }
  found.reverse();
  if (intervalsBySize.size > 100) intervalsBySize.clear();
  intervalsBySize.set(size, found);
  return found;
}

/** Sums of the values, and of their squares, before each. */
interface Sums {
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

interface Split extends Interval {
  /** The first value after it. */
  readonly at: number;
  /** Difference of the means before and after, times the root of the number of values. */
  readonly gain: number;
}

/** Minimum gain of a split. The usual factor for Gaussian noise is about 1.3 (Fryzlewicz 2014, doi:10.1214/14-AOS1245); noise is estimated here. `docs/calibration.md` tests it. */
const thresholdOf = (size: number, noise: number): number => 1.45 * Math.sqrt(2 * Math.log(size)) * noise;

/** The best split of each interval that has one, sorted by length, then by clarity. A change near the end of an interval is left to the next interval. */
function splitsOf(totals: Sums, threshold: number): Split[] {
  const { sums, squares } = totals;
  const splits: Split[] = [];
  for (const { from, to } of seededIntervals(sums.length - 1)) {
    // The gain of a split is at most the total deviation from the mean, which rules out most short intervals.
    const sum = sums[to]! - sums[from]!;
    const differ = squares[to]! - squares[from]! - (sum * sum) / (to - from);
    if (differ < 0.999 * threshold * threshold) continue;
    const found = bestSplit(totals, from, to, threshold);
    if (found.gain > threshold && isInside(found)) splits.push(found);
  }
  return splits.sort((a, b) => a.to - a.from - (b.to - b.from) || b.gain - a.gain);
}

/** True if both levels last long enough. */
const isInside = ({ from, at, to }: Split): boolean => at - from >= shortest && to - at >= shortest;

/** Change points, ascending: greedily those of the narrowest intervals, then those that these miss. */
function changePointsOf(totals: Sums, splits: readonly Split[], threshold: number): number[] {
  const points: number[] = [];
  for (const { from, to, at, gain } of splits)
    if (gain > threshold && !points.some(each => from < each && each < to)) points.push(at);
  points.sort((a, b) => a - b);
  addMissedPoints(totals, threshold, points);
  // All values between its neighbours place a point better than the narrowest interval did. Its left neighbour is already placed: two points
  // placed independently could cross.
  points.forEach((point, i) => {
    const found = bestSplit(totals, points[i - 1] ?? 0, points[i + 1] ?? totals.sums.length - 1);
    points[i] = isInside(found) ? found.at : point;
  });
  return points;
}

/** Adds changes between the points that the intervals have missed, in ascending order. */
function addMissedPoints(totals: Sums, threshold: number, points: number[]): void {
  for (let i = 0; i <= points.length; i++) {
    const found = bestSplit(totals, points[i - 1] ?? 0, points[i] ?? totals.sums.length - 1, threshold);
    // The part before the new point is split again.
    if (found.gain > threshold && isInside(found)) points.splice(i--, 0, found.at);
  }
}

const weightsByLength = new Map<number, Float64Array>();
/** Number of lengths to cache: enough for the intervals of signals of a few sizes. */
const maxLengths = 1000;

/** 1 / (k · (length − k)), for each k: cached, because the division takes three times as long as the rest of the loop. */
function weights(length: number): Float64Array {
  let known = weightsByLength.get(length);
  if (known) return known;
  known = Float64Array.from({ length }, (_, k) => 1 / (k * (length - k)));
  if (weightsByLength.size >= maxLengths) weightsByLength.clear();
  weightsByLength.set(length, known);
  return known;
}

/** Values per block: most blocks are ruled out as a whole. */
const block = 16;

/**
 * Finds the split at which the means before and after differ most. Tests the ends of blocks first, then only blocks whose upper bound, by the squares of
 * their values (Cauchy and Schwarz), is above the best so far.
 *
 * @param threshold if no split gains more, the result is at `from` with this gain: callers test `gain > threshold`
 */
function bestSplit({ sums, squares }: Sums, from: number, to: number, threshold = 0): Split {
  const length = to - from;
  const weight = weights(length);
  const start = sums[from]!;
  const mean = (sums[to]! - start) / length;
  let best = 0;
  // Square of the best gain, divided by the length.
  let bestSquare = (threshold * threshold) / length;
  const step = length < 4 * block ? 1 : block;
  for (let k = step; k < length; k += step) {
    const excess = sums[from + k]! - start - mean * k;
    const found = excess * excess * weight[k]!;
    if (found > bestSquare) {
      best = k;
      bestSquare = found;
    }
  }
  if (step === 1) return { from, to, at: from + best, gain: Math.sqrt(bestSquare * length) };
  let before = 0;
  for (let low = 0; low < length; low += block) {
    const high = Math.min(low + block, length);
    const [first, last] = [from + low, from + high];
    const after = Math.abs(sums[last]! - start - mean * high);
    const count = high - low;
    const differ =
      squares[last]! - squares[first]! - mean * (2 * (sums[last]! - sums[first]!) - mean * count);
    const reach = Math.max(before, after) + 0.5 * Math.sqrt(count * Math.max(0, differ)) * slack;
    before = after;
    if (reach * reach * Math.max(weight[low || 1]!, weight[Math.min(high, length - 1)]!) < bestSquare)
      continue;
    for (let k = low + 1; k < high; k++) {
      const excess = sums[from + k]! - start - mean * k;
      const found = excess * excess * weight[k]!;
      if (found > bestSquare || (found === bestSquare && k < best)) {
        best = k;
        bestSquare = found;
      }
    }
  }
  return { from, to, at: from + best, gain: Math.sqrt(bestSquare * length) };
}

/** Tolerance for rounding errors of the sums. */
const slack = 1.001;

/** Each value minus the mean of its level. */
function residual(values: Float64Array, sums: Float64Array, points: readonly number[]): Float64Array {
  const edges = [0, ...points, values.length];
  const left = values.slice();
  for (let i = 1; i < edges.length; i++) {
    const [from, to] = [edges[i - 1]!, edges[i]!];
    const mean = (sums[to]! - sums[from]!) / (to - from);
    for (let k = from; k < to; k++) left[k]! -= mean;
  }
  return left;
}

/** Correlation of neighbours, 0 … 0.9, corrected for the bias of short signals. */
function autocorrelationOf(left: Float64Array): number {
  let [product, square] = [0, 0];
  for (let i = 0; i < left.length; i++) {
    square += left[i]! ** 2;
    if (i > 0) product += left[i]! * left[i - 1]!;
  }
  const found = square > 0 ? product / square : 0;
  return Math.min(0.9, Math.max(0, found + (1 + 3 * found) / left.length));
}

/** Noise of a mean times the root of its number of values, estimated from the correlation of neighbours and from means of 2 to 16 values. */
function longRunNoise(left: Float64Array, autocorrelation: number): number {
  let noise = Math.sqrt((varianceOf(left, 0, left.length) * (1 + autocorrelation)) / (1 - autocorrelation));
  let means = left;
  for (let length = 2; length <= 16 && left.length >= 5 * length; length *= 2) {
    means = pairs(means);
    noise = Math.max(noise, Math.sqrt(varianceOf(means, 0, means.length) * length));
  }
  return noise;
}

/** The mean of each pair of neighbours. */
function pairs(values: Float64Array): Float64Array {
  const means = new Float64Array(values.length >> 1);
  for (let at = 0; at < means.length; at++) means[at] = (values[2 * at]! + values[2 * at + 1]!) / 2;
  return means;
}

const varianceOf = (values: Float64Array, from: number, to: number): number =>
  squaresOf(values, from, to) / (to - from);
