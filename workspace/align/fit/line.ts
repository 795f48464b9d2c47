/**
 * Fits the line `t + offset + drift · t` that maps moments of one capture to the times at which another
 * capture recorded the same.
 *
 * Evidence is moments of one capture and runs (intervals) of the other, both by key: a thread that ran, a
 * token that was printed. A line is scored by the moments it puts into runs of their key, each by how
 * unlikely that is: a moment in a run of a key that is active for a share `m` of the time gains ln(0.8 / m +
 * 0.2), a moment outside gains ln(0.2). That is the logarithm of a likelihood ratio in which one in five
 * moments may be unrelated. Runs are widened by `width`, which is narrowed until moments fall out: the width
 * with the highest gain states how exactly both agree. The gain that choosing among so many lines yields by
 * chance is subtracted.
 */

/** Moments by key, ns; grouped by key and in order of time. */
export interface Moments {
  readonly key: Int32Array;
  readonly at: Float64Array;
}

/**
 * Runs by key: those of key k are at `start[k]` to below `start[k + 1]`, in order of time; their times are
 * known to `blur[k]` ns.
 */
export interface Runs {
  readonly start: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly blur: Float64Array;
}

export interface Line {
  /** ns to add at 0. */
  readonly offset: number;
  /** ns to add per ns; null if the evidence is too coarse or too short to determine it. */
  readonly drift: number | null;
  /** Maximum error of the line, ns. */
  readonly error: number;
  /** Maximum error of the drift. */
  readonly driftError: number | null;
  /** Number of moments within the other capture, and of those that hit a run. */
  readonly moments: number;
  readonly hits: number;
  /** ln of the likelihood ratio against chance, after the choice among all lines. */
  readonly gain: number;
}

/** A clock that drifts more is broken: NTP corrects at most 500 ppm. */
const mostDrift = 500e-6;
/** A drift with a larger error is left out. */
const mostDriftError = 5e-6;
/** ln of a million: one false line in a million pairs of unrelated captures. */
const leastGain = Math.log(1e6);
const leastHits = 5;
/** Share of the moments that must lie within the other capture. */
const leastOverlap = 0.2;
const miss = Math.log(0.2);
const hit = (presence: number): number => Math.log(0.8 / presence + 0.2);
/** ns: no two tools agree more exactly. */
const narrowest = 1000;
const coarseLags = 8192;
/**
 * The next best lines are refined like the best one, whose gain must exceed theirs by the factor `standsOut`.
 */
const rivals = 6;
const standsOut = 1.6;
/** Minimum distance of candidate lags, in widths of the coarsest step. */
const apart = 4;

/** Runs widened by `width` and merged. */
interface Widened extends Runs {
  /** Gain of a moment in a run, by key; follows from the share of time that the key is active. */
  readonly gain: Float64Array;
  /** Weight of each moment. */
  readonly weight: Float64Array;
}

function widen(runs: Runs, width: number, first: number, last: number): Omit<Widened, 'weight'> {
  const keys = runs.start.length - 1;
  const start = new Int32Array(keys + 1);
  const from = new Float64Array(runs.from.length);
  const to = new Float64Array(runs.from.length);
  const gain = new Float64Array(keys);
  let n = 0;
  for (let key = 0; key < keys; key++) {
    start[key] = n;
    let covered = 0;
    const half = Math.max(width, runs.blur[key]!) / 2;
    for (let i = runs.start[key]!; i < runs.start[key + 1]!; i++) {
      const [a, b] = [runs.from[i]! - half, runs.to[i]! + half];
      if (n > start[key]! && a <= to[n - 1]!) {
        if (b > to[n - 1]!) {
          covered += b - to[n - 1]!;
          to[n - 1] = b;
        }
      } else {
        from[n] = a;
        to[n] = b;
        covered += b - a;
        n++;
      }
    }
    gain[key] = hit(Math.min(1, covered / (last - first + 2 * half)));
  }
  start[keys] = n;
  return { start, from: from.subarray(0, n), to: to.subarray(0, n), blur: runs.blur, gain };
}

/**
 * Index of the last run of a key that begins at or before `time`; one below the key's first run if there is
 * none.
 */
function lastBefore({ start, from }: Runs, key: number, time: number): number {
  let low = start[key]!;
  let high = start[key + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (from[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Try {
  readonly offset: number;
  readonly drift: number;
}

interface Found extends Try {
  readonly width: number;
  readonly gain: number;
}

class Search {
  private readonly count: number;
  private readonly first: number;
  private readonly last: number;
  /** Middle of the moments: measured from it, offset and drift are independent. */
  private readonly middle: number;
  private readonly length: number;
  /** Length of the range of possible lags, ns. */
  private readonly whole: number;

  constructor(
    private readonly moments: Moments,
    private readonly runs: Runs,
  ) {
    const { at } = moments;
    this.count = at.length;
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const time of at) {
      least = Math.min(least, time);
      most = Math.max(most, time);
    }
    this.middle = (least + most) / 2;
    this.length = most - least;
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < runs.from.length; i++) {
      first = Math.min(first, runs.from[i]!);
      last = Math.max(last, runs.to[i]!);
    }
    this.first = first;
    this.last = last;
    this.whole = this.length + last - first;
  }

  /**
   * null if nothing fits, or only by chance: the gain of the best line must also far exceed that of any
   * other.
   */
  best(withDrift: boolean): Line | null {
    if (!(this.length > 0) || !(this.last > this.first)) return null;
    const found = this.narrowed(this.coarse(this.whole / coarseLags), withDrift);
    found.sort((a, b) => b.gain - a.gain);
    const [best, next] = found;
    if (!best || best.gain < leastGain || (next && next.gain * standsOut > best.gain)) return null;
    return this.lineOf(best, withDrift);
  }

  /** The best line near each offset, at the width with the highest gain. */
  private narrowed(offsets: readonly number[], withDrift: boolean): Found[] {
    const found = offsets.map(offset => ({ at: { offset, drift: 0 }, best: null as Found | null, worse: 0 }));
    const coarsest = this.whole / coarseLags;
    for (let width = coarsest; width > narrowest; width /= 3) {
      const left = found.filter(({ worse }) => worse < 3);
      if (left.length === 0) break;
      const widened = this.widened(width);
      const isFirst = width === coarsest;
      const drifts = withDrift ? (isFirst ? mostDrift : (6 * width) / this.length) : 0;
      // ln of the number of lines to choose from at this width.
      const choice = Math.log(this.whole / width);
      const choiceOfDrift = withDrift ? Math.log(1 + (2 * mostDrift * this.length) / width) : 0;
      for (const each of left) {
        const near = this.around(widened, each.at, isFirst ? 2 * width : 3 * width, drifts, width);
        const gain = near.gain - choice - choiceOfDrift;
        const isBetter = each.best === null || gain > each.best.gain;
        each.at = near;
        each.worse = isBetter ? 0 : each.worse + 1;
        if (isBetter) each.best = { ...near, width, gain };
      }
    }
    return found.flatMap(({ best }) => best ?? []);
  }

  private widened(width: number): Widened {
    return { ...widen(this.runs, width, this.first, this.last), weight: this.weights(width) };
  }

  /** Moments of one key closer to each other than `width` together weigh as much as one. */
  private weights(width: number): Float64Array {
    const { key, at } = this.moments;
    const weights = new Float64Array(this.count);
    for (let i = 0; i < this.count; ) {
      let end = i + 1;
      while (end < this.count && key[end] === key[i] && at[end]! - at[i]! < width) end++;
      weights.fill(1 / (end - i), i, end);
      i = end;
    }
    return weights;
  }

  /** The offsets with the highest gains without a drift, at least `apart` from each other; the best first. */
  private coarse(width: number): readonly number[] {
    const { moments, first, last } = this;
    const widened = this.widened(width);
    const least = first - (this.middle + this.length / 2) - width;
    const lags = Math.ceil((last - (this.middle - this.length / 2) + width - least) / width) + 1;
    const gains = new Float64Array(lags + 2);
    const seen = new Float64Array(lags + 2);
    const bin = (lag: number) => Math.min(lags, Math.max(0, Math.floor((lag - least) / width)));
    for (let i = 0; i < this.count; i++) {
      const [key, at, weight] = [moments.key[i]!, moments.at[i]!, widened.weight[i]!];
      const [a, b] = [bin(first - at), bin(last - at) + 1];
      gains[a]! += miss * weight;
      gains[b]! -= miss * weight;
      seen[a]!++;
      seen[b]!--;
      const gain = (widened.gain[key]! - miss) * weight;
      let until = -1;
      for (let run = widened.start[key]!; run < widened.start[key + 1]!; run++) {
        const from = Math.max(until, bin(widened.from[run]! - at));
        const to = bin(widened.to[run]! - at) + 1;
        if (to <= from) continue;
        gains[from]! += gain;
        gains[to]! -= gain;
        until = to;
      }
    }
    const enough = Math.max(leastHits, leastOverlap * this.count);
    for (let lag = 0, gain = 0, n = 0; lag <= lags; lag++) {
      gain += gains[lag]!;
      n += seen[lag]!;
      gains[lag] = n < enough ? Number.NEGATIVE_INFINITY : gain;
    }
    const found: number[] = [];
    const order = Array.from({ length: lags + 1 }, (_, lag) => lag).sort((a, b) => gains[b]! - gains[a]!);
    for (const lag of order) {
      if (found.length === rivals || !(gains[lag]! > 0)) break;
      if (found.every(other => Math.abs(other - lag) > apart)) found.push(lag);
    }
    return found.map(lag => least + (lag + 0.5) * width);
  }

  /** The line with the highest gain near `at`; the mean of lines with equal gain. */
  private around(
    runs: Widened,
    at: Try,
    offsets: number,
    drifts: number,
    width: number,
  ): Try & { gain: number } {
    const step = width / 2;
    const driftStep = (2 * step) / this.length;
    const n = Math.ceil(offsets / step);
    const m = drifts === 0 ? 0 : Math.ceil(drifts / driftStep);
    let most = Number.NEGATIVE_INFINITY;
    let [sumOffset, sumDrift, alike] = [0, 0, 0];
    for (let j = -m; j <= m; j++) {
      const drift = at.drift + j * driftStep;
      if (Math.abs(drift) > mostDrift * 1.1) continue;
      for (let i = -n; i <= n; i++) {
        const offset = at.offset + i * step;
        const gain = this.gainOf(runs, offset, drift).gain;
        if (gain < most) continue;
        if (gain > most) [sumOffset, sumDrift, alike] = [0, 0, 0];
        most = gain;
        sumOffset += offset;
        sumDrift += drift;
        alike++;
      }
    }
    return { offset: sumOffset / alike, drift: sumDrift / alike, gain: most };
  }

  private gainOf(runs: Widened, offset: number, drift: number) {
    const { moments, first, last, middle } = this;
    let [gain, hits, seen] = [0, 0, 0];
    for (let i = 0; i < this.count; i++) {
      const time = moments.at[i]!;
      const moved = time + offset + drift * (time - middle);
      if (moved < first || moved > last) continue;
      seen++;
      const key = moments.key[i]!;
      const run = lastBefore(runs, key, moved);
      if (run >= runs.start[key]! && moved <= runs.to[run]!) {
        gain += runs.gain[key]! * runs.weight[i]!;
        hits++;
      } else gain += miss * runs.weight[i]!;
    }
    return { gain, hits, seen };
  }

  private lineOf(best: Found, withDrift: boolean): Line | null {
    const { width } = best;
    const widened = this.widened(width);
    const { hits, seen } = this.gainOf(widened, best.offset, best.drift);
    if (hits < leastHits) return null;
    const spread = this.spreadOfHits(widened, best);
    const driftError = withDrift && spread > 0 ? width / spread : null;
    const drift = driftError !== null && driftError <= mostDriftError ? best.drift : null;
    return {
      offset: best.offset - best.drift * this.middle,
      drift,
      error: 4 * width,
      driftError: drift === null ? null : driftError,
      moments: seen,
      hits,
      gain: best.gain,
    };
  }

  /** Time from the first tenth to the last tenth of the hits, ns. */
  private spreadOfHits(runs: Widened, { offset, drift }: Try): number {
    const times: number[] = [];
    for (let i = 0; i < this.count; i++) {
      const [key, time] = [this.moments.key[i]!, this.moments.at[i]!];
      const moved = time + offset + drift * (time - this.middle);
      const run = lastBefore(runs, key, moved);
      if (run >= runs.start[key]! && moved <= runs.to[run]!) times.push(time);
    }
    times.sort((a, b) => a - b);
    const n = times.length;
    return n === 0 ? 0 : times[Math.floor(n * 0.9)]! - times[Math.floor(n * 0.1)]!;
  }
}

/** null if nothing fits, or only by chance. */
export function fitLine(moments: Moments, runs: Runs): Line | null {
  if (moments.at.length < leastHits) return null;
  const search = new Search(moments, runs);
  const drifted = search.best(true);
  if (drifted?.drift != null) return drifted;
  // If no drift can be determined, only the offset is fitted, with an error that includes a possible drift.
  return search.best(false) ?? null;
}

/**
 * Distance of each mapped moment from the nearest run of its key: 0 within a run; NaN outside the range of
 * the other capture.
 */
export function residuals(moments: Moments, runs: Runs, { offset, drift }: Line): Float64Array {
  const [first, last] = [
    runs.from.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    runs.to.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  ];
  return moments.at.map((time, i) => {
    const moved = time + offset + (drift ?? 0) * time;
    const key = moments.key[i]!;
    const run = lastBefore(runs, key, moved);
    const before = run >= runs.start[key]! ? Math.max(0, moved - runs.to[run]!) : Number.POSITIVE_INFINITY;
    const after = run + 1 < runs.start[key + 1]! ? runs.from[run + 1]! - moved : Number.POSITIVE_INFINITY;
    if (before === 0) return 0;
    if (moved < first || moved > last) return Number.NaN;
    return before <= after ? before : -after;
  });
}
