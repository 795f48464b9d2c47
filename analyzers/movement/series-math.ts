/**
 * Arithmetic over a signal: one value a bucket of time, NaN where there is none. What the numbers of a performance capture are
 * like decides it: levels that jump, rare spikes of a thousand times the usual value, and neighbours that resemble each other.
 */

/** A signal ready to be compared with others: mean 0 and variance 1, and 0 where there is no value. */
export interface Standard {
  /** Per bucket. */
  readonly values: Float64Array;
  /** 1 where there is a value. */
  readonly present: Uint8Array;
  /** Buckets with a value. */
  readonly count: number;
  /** How alike it is to itself `k + 1` buckets later. */
  readonly memory: Float64Array;
  /** Mean fourth power: 3 for noise, far more where a few buckets are all there is to it. */
  readonly peakedness: number;
}

/** Correlations are of this scale: steps below the usual distance to the median count as they are, larger ones by their logarithm. */
export function compressed(values: Float64Array): Float64Array {
  const present = values.filter(each => !Number.isNaN(each));
  const middle = medianOf(present);
  const distances = present.map(each => Math.abs(each - middle));
  const usual = 1.4826 * medianOf(distances.slice()) || medianOf(distances.filter(each => each > 0)) || 1;
  return values.map(each => Math.sign(each - middle) * Math.log1p(Math.abs(each - middle) / usual));
}

/** Most buckets that a signal is compared with itself over. */
const longestMemory = 128;

/** Null where the signal never changes. */
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
    standard[i] = (values[i]! - mean) * scale;
    peakedness += standard[i]! ** 4 / count;
  }
  const memory = new Float64Array(Math.min(longestMemory, Math.floor(count / 3)));
  for (let k = 0; k < memory.length; k++) {
    let product = 0;
    for (let i = k + 1; i < size; i++) product += standard[i]! * standard[i - k - 1]!;
    memory[k] = product / count;
  }
  return { values: standard, present, count, memory, peakedness };
}

export interface Correlation {
  /** -1 … 1. */
  readonly r: number;
  /** Buckets by which the first comes after the second; negative: before it. */
  readonly lag: number;
  /** Chance of an `r` as far from 0 at any lag that was tried, if the two had nothing to do with each other. */
  readonly p: number;
  /** Buckets in which both have a value. */
  readonly n: number;
}

/** Fewer common buckets than this say nothing. */
const fewest = 12;

/**
 * The largest correlation at any lag up to `lags` buckets. Its p-value is that of Student's t for as many independent values as
 * there are, not as many as there are buckets: signals that change slowly have few (Pyper & Peterman 1998, doi:10.1139/f98-104), and so
 * have those whose variance lies in a few buckets. It is corrected for the lags tried.
 */
export function correlation(a: Standard, b: Standard, lags: number): Correlation | null {
  let best: { r: number; lag: number; n: number } | null = null;
  for (let lag = -lags; lag <= lags; lag++) {
    const found = atLag(a, b, lag);
    if (found.n >= fewest && (best === null || Math.abs(found.r) > Math.abs(best.r)))
      best = { ...found, lag };
  }
  if (best === null) return null;
  const { r, lag, n } = best;
  let shared = 0;
  const reach = Math.min(a.memory.length, b.memory.length);
  for (let k = 0; k < reach; k++) shared += a.memory[k]! * b.memory[k]!;
  const repeats = Math.max(1, 1 + 2 * shared);
  const independent = Math.min(n / repeats, (3 * n) / Math.max(3, a.peakedness, b.peakedness));
  const single = studentTails(
    Math.abs(r) * Math.sqrt(freedom(independent) / Math.max(1e-12, 1 - r * r)),
    freedom(independent),
  );
  return { r, lag, n, p: anyOf(single, 1 + (2 * lags) / repeats) };
}

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
  // What has no value is 0 and adds nothing to the product.
  for (let i = from; i < to; i++) {
    product += x[i + lag]! * y[i]!;
    ofA += x[i + lag]! * x[i + lag]! * hasY[i]!;
    ofB += y[i]! * y[i]! * hasX[i + lag]!;
    n += hasX[i + lag]! & hasY[i]!;
  }
  const scale = Math.sqrt(ofA * ofB);
  return { r: scale > 1e-9 ? Math.max(-1, Math.min(1, product / scale)) : 0, n };
}

/** Chance of at least one of `times` independent trials. */
export function anyOf(p: number, times: number): number {
  return p >= 1 ? 1 : -Math.expm1(times * Math.log1p(-p));
}

/**
 * The p-value up to which answers are given, so that on average a share of `rate` of them is wrong, however many were tried
 * (Benjamini & Hochberg 1995); 0 where there are none.
 */
export function discoveries(p: Float64Array, rate: number): number {
  const ascending = p.slice().sort();
  for (let i = ascending.length - 1; i >= 0; i--)
    if (ascending[i]! <= (rate * (i + 1)) / ascending.length) return ascending[i]!;
  return 0;
}

/** Chance of a |t| as large, of Student's distribution: the regularized incomplete beta function at df/(df+t²). */
export function studentTails(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** Chance of `count` or more of a Poisson variable. */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1;
  // From the largest term on; what follows falls faster than a geometric series.
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

/** NaN of nothing. Sorts `values`. */
export function medianOf(values: Float64Array): number {
  values.sort();
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
}
