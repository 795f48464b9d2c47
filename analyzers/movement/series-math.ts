/**
 * Arithmetic over a signal: one value per time bucket, NaN without a value. The methods suit the numbers of performance
 * captures: levels that jump, rare spikes of a thousand times the usual value, and correlated neighbours.
 */
import { select } from '../../parsers/kit/select.ts';

/** A standardised signal: mean 0 and variance 1, and 0 for missing values. */
export interface Standard {
  /** Per bucket. */
  readonly values: Float64Array;
  /** 1 for buckets with a value. */
  readonly present: Uint8Array;
  /** Buckets with a value. */
  readonly count: number;
  /** The first of them, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Autocorrelation at lag `k + 1`. Computed on first use, since change points do not need it. */
  memory(): Float64Array;
  /** Mean fourth power: 3 for noise, far more if only a few buckets differ from the rest. */
  readonly peakedness: number;
}

/** The scale of correlations: distances to the median up to the usual one are linear, larger ones logarithmic. */
export function compressed(values: Float64Array): Float64Array {
  const present = withValue(values);
  const middle = medianOf(present);
  for (let i = 0; i < present.length; i++) present[i] = Math.abs(present[i]! - middle);
  const usual = 1.4826 * medianOf(present) || medianOf(present.filter(each => each > 0)) || 1;
  const scaled = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const distance = values[i]! - middle;
    const scale = Math.log1p(Math.abs(distance) / usual);
    scaled[i] = distance < 0 ? -scale : scale;
  }
  return scaled;
}

function withValue(values: Float64Array): Float64Array {
  const present = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i]!)) present[count++] = values[i]!;
  return present.subarray(0, count);
}

/** Maximum lag of the autocorrelation, in buckets. */
const longestMemory = 128;

/** Null if the signal never changes. */
export function standardOf(values: Float64Array): Standard | null {
  const size = values.length;
  const present = new Uint8Array(size);
  let [count, sum] = [0, 0];
  for (let i = 0; i < size; i++) {
    if (Number.isNaN(values[i]!)) continue;
    present[i] = 1;
    count++;
    sum += values[i]!;
  }
  const mean = sum / count;
  let variance = 0;
  for (let i = 0; i < size; i++) if (present[i]) variance += (values[i]! - mean) ** 2 / count;
  if (!(variance > 1e-18 * Math.max(1, mean * mean))) return null;
  const scale = 1 / Math.sqrt(variance);
  const standard = new Float64Array(size);
  let peakedness = 0;
  for (let i = 0; i < size; i++) {
    if (!present[i]) continue;
    const each = (values[i]! - mean) * scale;
    standard[i] = each;
    peakedness += (each * each * each * each) / count;
  }
  let memory: Float64Array | undefined;
  return {
    values: standard,
    present,
    count,
    from: present.indexOf(1),
    to: present.lastIndexOf(1) + 1,
    peakedness,
    memory: () => {
      memory ??= memoryOf(standard, count);
      return memory;
    },
  };
}

function memoryOf(values: Float64Array, count: number): Float64Array {
  const memory = products(values, values, 1, Math.min(longestMemory, Math.floor(count / 3)));
  for (let k = 0; k < memory.length; k++) memory[k]! /= count;
  return memory;
}

/** Sum of `a[i] · b[i]`, in four parts as in {@link products}. */
export function dot(a: Float64Array, b: Float64Array): number {
  const whole = a.length - (a.length % 4);
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < whole; i += 4) {
    s0 += a[i]! * b[i]!;
    s1 += a[i + 1]! * b[i + 1]!;
    s2 += a[i + 2]! * b[i + 2]!;
    s3 += a[i + 3]! * b[i + 3]!;
  }
  for (let i = whole; i < a.length; i++) s0 += a[i]! * b[i]!;
  return s0 + s1 + s2 + s3;
}

/**
 * Sums of `a[i + lag] · b[i]` for `count` lags from `first` on, none of them negative. Four at a time: the additions of one sum wait for each other,
 * those of four sums do not, which takes a third of the time. Four steps at a time: of eight values that are looked up sixteen products are made, which takes
 * 0.6 of the time again.
 */
export function products(a: Float64Array, b: Float64Array, first: number, count: number): Float64Array {
  const sums = new Float64Array(count);
  for (let k = 0; k < count; k += 4) {
    const lag = first + k;
    // One by one: taken out of an array they would stay boxed, which doubles the time.
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    // Beyond its end a typed array gives undefined, which is slow: the last three are added one by one.
    const whole = Math.max(0, a.length - lag - 3);
    let i = 0;
    let a0 = whole > 0 ? a[lag]! : 0;
    let a1 = whole > 0 ? a[lag + 1]! : 0;
    let a2 = whole > 0 ? a[lag + 2]! : 0;
    for (; i + 3 < whole; i += 4) {
      const at = i + lag;
      const a3 = a[at + 3]!;
      const a4 = a[at + 4]!;
      const a5 = a[at + 5]!;
      const a6 = a[at + 6]!;
      const b0 = b[i]!;
      const b1 = b[i + 1]!;
      const b2 = b[i + 2]!;
      const b3 = b[i + 3]!;
      // In the order of a loop over one step each: sums are the same to the last bit.
      s0 = s0 + a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3;
      s1 = s1 + a1 * b0 + a2 * b1 + a3 * b2 + a4 * b3;
      s2 = s2 + a2 * b0 + a3 * b1 + a4 * b2 + a5 * b3;
      s3 = s3 + a3 * b0 + a4 * b1 + a5 * b2 + a6 * b3;
      a0 = a4;
      a1 = a5;
      a2 = a6;
    }
    for (; i < whole; i++) {
      const each = b[i]!;
      s0 += a[i + lag]! * each;
      s1 += a[i + lag + 1]! * each;
      s2 += a[i + lag + 2]! * each;
      s3 += a[i + lag + 3]! * each;
    }
    for (; i < a.length - lag; i++) {
      const each = b[i]!;
      s0 += a[i + lag]! * each;
      if (i + lag + 1 < a.length) s1 += a[i + lag + 1]! * each;
      if (i + lag + 2 < a.length) s2 += a[i + lag + 2]! * each;
    }
    sums[k] = s0;
    if (k + 1 < count) sums[k + 1] = s1;
    if (k + 2 < count) sums[k + 2] = s2;
    if (k + 3 < count) sums[k + 3] = s3;
  }
  return sums;
}

export interface Correlation {
  /** -1 … 1. */
  readonly r: number;
  /** Buckets by which the first comes after the second; negative: before it. */
  readonly lag: number;
  /** Probability of an `r` as far from 0 at any lag tried, if the two signals were unrelated. */
  readonly p: number;
  /** Buckets in which both have a value. */
  readonly n: number;
}

/** Minimum number of common buckets. */
const minBuckets = 12;

/**
 * The largest correlation at any lag up to `lags` buckets. Its p-value is that of Student's t for as many independent values as
 * there are, not as many as there are buckets: signals that change slowly have few (Pyper & Peterman 1998, doi:10.1139/f98-104), and so
 * have those whose variance lies in a few buckets. It is corrected for the lags tried.
 */
export function correlation(a: Standard, b: Standard, lags: number): Correlation | null {
  const best = hasGaps(a) || hasGaps(b) ? bestLag(a, b, lags) : bestOfRanges(a, b, lags);
  if (best === null) return null;
  const { r, lag, n } = best;
  const repeats = repeatsOf(a, b);
  const independent = independentOf(a, b, n);
  const single = studentTails(
    Math.abs(r) * Math.sqrt(freedom(independent) / Math.max(1e-12, 1 - r * r)),
    freedom(independent),
  );
  return { r, lag, n, p: familyWise(single, 1 + (2 * lags) / repeats) };
}

/** Number of neighbouring values of the pair that carry the information of one independent value. */
function repeatsOf(a: Standard, b: Standard): number {
  const [ofA, ofB] = [a.memory(), b.memory()];
  let shared = 0;
  for (let k = 0; k < Math.min(ofA.length, ofB.length); k++) shared += ofA[k]! * ofB[k]!;
  return Math.max(1, 1 + 2 * shared);
}

/** Number of independent values that `n` values of the pair are worth. */
export function independentOf(a: Standard, b: Standard, n: number): number {
  return Math.min(n / repeatsOf(a, b), (3 * n) / Math.max(3, a.peakedness, b.peakedness));
}

/** True if a value is missing between others. */
const hasGaps = ({ from, to, count }: Standard): boolean => count < to - from;

/** True if both have a value in every bucket of one range, and no others. */
export const haveSameRange = (a: Standard, b: Standard): boolean =>
  a.from === b.from && a.to === b.to && !hasGaps(a) && !hasGaps(b);

interface Best {
  readonly r: number;
  readonly lag: number;
  readonly n: number;
}

export function bestLag(a: Standard, b: Standard, lags: number): Best | null {
  let best: Best | null = null;
  for (let lag = -lags; lag <= lags; lag++) {
    const found = atLag(a, b, lag);
    if (found.n >= minBuckets && (best === null || Math.abs(found.r) > Math.abs(best.r)))
      best = { ...found, lag };
  }
  return best;
}

/** Like {@link bestLag} in a quarter of the time, for signals without gaps, which overlap in one range. */
export function bestOfRanges(a: Standard, b: Standard, lags: number): Best | null {
  const reach = Math.min(lags, a.values.length - 1);
  const later = products(a.values, b.values, 0, reach + 1);
  const earlier = products(b.values, a.values, 0, reach + 1);
  const [ofA, ofB] = [squaresUpTo(a.values), squaresUpTo(b.values)];
  let best: Best | null = null;
  for (let lag = -reach; lag <= reach; lag++) {
    const from = Math.max(a.from - lag, b.from);
    const to = Math.min(a.to - lag, b.to);
    const n = to - from;
    if (n < minBuckets) continue;
    const product = lag < 0 ? earlier[-lag]! : later[lag]!;
    const r = ratio(product, ofA[to + lag]! - ofA[from + lag]!, ofB[to]! - ofB[from]!);
    if (best === null || Math.abs(r) > Math.abs(best.r)) best = { r, lag, n };
  }
  return best;
}

function squaresUpTo(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]! * values[i]!;
  return sums;
}

const ratio = (product: number, ofA: number, ofB: number): number => {
  const scale = Math.sqrt(Math.max(0, ofA) * Math.max(0, ofB));
  return scale > 1e-9 ? Math.max(-1, Math.min(1, product / scale)) : 0;
};

const freedom = (independent: number): number => Math.max(0.5, independent - 2);

/** Correlation of `a`, `lag` buckets later, with `b`. */
export function atLag(a: Standard, b: Standard, lag: number): { r: number; n: number } {
  const size = b.values.length;
  const from = Math.max(0, -lag);
  const to = Math.min(size, size - lag);
  let product = 0;
  let ofA = 0;
  let ofB = 0;
  let n = 0;
  const [x, y, hasX, hasY] = [a.values, b.values, a.present, b.present];
  // Missing values are 0 and add nothing to the product.
  for (let i = from; i < to; i++) {
    product += x[i + lag]! * y[i]!;
    ofA += x[i + lag]! * x[i + lag]! * hasY[i]!;
    ofB += y[i]! * y[i]! * hasX[i + lag]!;
    n += hasX[i + lag]! & hasY[i]!;
  }
  return { r: ratio(product, ofA, ofB), n };
}

/** Probability of at least one success in `times` independent trials. */
export function familyWise(p: number, times: number): number {
  return p >= 1 ? 1 : -Math.expm1(times * Math.log1p(-p));
}

/**
 * The p-value up to which answers are given, so that on average a share of `rate` of them is wrong, however many were tried
 * (Benjamini & Hochberg 1995); 0 if there are none.
 */
export function discoveries(p: Float64Array, rate: number): number {
  const ascending = p.slice().sort();
  for (let i = ascending.length - 1; i >= 0; i--)
    if (ascending[i]! <= (rate * (i + 1)) / ascending.length) return ascending[i]!;
  return 0;
}

/** Probability of a |t| as large, of Student's distribution: the regularized incomplete beta function at df/(df+t²). */
export function studentTails(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** Probability that a Poisson variable is `count` or more. */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1;
  // Sums from the largest term on; later terms fall faster than a geometric series.
  let term = Math.exp(count * Math.log(mean) - mean - logGamma(count + 1));
  let sum = 0;
  for (let k = count; k < count + 10_000; k++) {
    sum += term;
    term *= mean / (k + 1);
    if (term < sum * 1e-12) break;
  }
  return Math.min(1, sum);
}

/** By its continued fraction: https://dlmf.nist.gov/8.17#v */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front =
    Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  const kept = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 300; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / kept(1 + term * d);
      c = kept(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-14) break;
  }
  return front * fraction;
}

/** Stirling's series, https://dlmf.nist.gov/5.11.E1, from where it is exact to 1e-13. */
function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  while (z < 10) shift += Math.log(z++);
  const z2 = z * z;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / z2) / z2) / z2) / z;
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** Mean of the values in `from … to - 1`. */
export function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum / (to - from);
}

/** Sum of squares that remains after the mean of these values is subtracted. */
export function squaresOf(values: Float64Array, from: number, to: number): number {
  const mean = meanOf(values, from, to);
  let squares = 0;
  for (let i = from; i < to; i++) squares += (values[i]! - mean) ** 2;
  return squares;
}

/** NaN without values. Reorders `values`. */
export function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  const middle = values.length >> 1;
  const upper = select(values, middle);
  if (values.length % 2 === 1) return upper;
  let lower = values[0]!;
  for (let i = 1; i < middle; i++) lower = Math.max(lower, values[i]!);
  return (lower + upper) / 2;
}
