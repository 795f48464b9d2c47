/**
 * Fits the line `t + offset + drift · t` that maps moments of one capture to the times at which another
 * capture recorded the same.
 *
 * Evidence is moments of one capture and runs (intervals) of the other, both by key: a thread that ran, a
 * token that was printed. A line is scored by the moments that it maps into runs of their key, each by how
 * unlikely that is: a moment in a run of a key that is active for a share `m` of the time gains ln(0.8 / m +
 * 0.2), a moment outside gains ln(0.2). That is the logarithm of a likelihood ratio in which one in five
 * moments may be unrelated. Runs are widened by `width`, which is narrowed until moments fall out: the width
 * with the highest gain states how exactly both agree. The gain that choosing among so many lines yields by
 * chance is subtracted.
 */

import { select } from '../../../parsers/kit/select.ts';

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
const maxDrift = 500e-6;
/** A drift with a larger error is left out. */
const maxDriftError = 5e-6;
/** ln of a million: one false line in a million pairs of unrelated captures. */
const minGain = Math.log(1e6);
const minHits = 5;
/** Share of the moments that must lie within the other capture. */
const minOverlap = 0.2;
const miss = Math.log(0.2);
const hit = (presence: number): number => Math.log(0.8 / presence + 0.2);
/** ns: no two tools agree more exactly. */
const narrowest = 1000;
/**
 * Number of steps into which the range of lags is divided at the beginning of a search. The second, coarser search is for captures
 * that agree less exactly, because one logs a request when it begins and the other when it ends.
 */
const coarseLags = [8192, 512] as const;
/**
 * The next best lines are refined like the best one, whose gain must exceed theirs by the factor `standsOut`.
 */
const rivals = 6;
const minLead = 1.6;
/** Minimum distance of candidate lags: in widths of the coarsest step, and in lengths of usual runs, because a line that is off by less still hits most runs. */
const minDistance = 4;
const minDistanceInRuns = 2;

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

interface Candidate {
  readonly offset: number;
  readonly drift: number;
}

interface ScoredCandidate extends Candidate {
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

  /** Width at which the search begins, ns. */
  private readonly coarsest: number;
  /** Minimum distance of candidate lags, ns. */
  private readonly minLagDistance: number;

  constructor(
    private readonly moments: Moments,
    private readonly runs: Runs,
    lags: number,
  ) {
    const { at } = moments;
    this.count = at.length;
    let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const time of at) {
      minimum = Math.min(minimum, time);
      maximum = Math.max(maximum, time);
    }
    this.middle = (minimum + maximum) / 2;
    this.length = maximum - minimum;
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < runs.from.length; i++) {
      first = Math.min(first, runs.from[i]!);
      last = Math.max(last, runs.to[i]!);
    }
    this.first = first;
    this.last = last;
    this.whole = this.length + last - first;
    this.coarsest = this.whole / lags;
    this.minLagDistance = Math.max(minDistance * this.coarsest, minDistanceInRuns * usualLength(runs));
  }

  /**
   * null if nothing fits, or only by chance: the gain of the best line must also far exceed that of any
   * other.
   */
  *best(withDrift: boolean): Generator<void, Line | null> {
    if (!(this.length > 0) || !(this.last > this.first)) return null;
    const found = yield* this.narrowed(yield* this.coarse(this.coarsest), withDrift);
    found.sort((a, b) => b.gain - a.gain);
    const [best, next] = found;
    if (!best || best.gain < minGain || (next && next.gain * minLead > best.gain)) return null;
    yield;
    return this.lineOf(best, withDrift);
  }

  /** The best line near each offset, at the width with the highest gain. */
  private *narrowed(offsets: readonly number[], withDrift: boolean): Generator<void, ScoredCandidate[]> {
    const found = offsets.map(offset => ({
      at: { offset, drift: 0 },
      best: null as ScoredCandidate | null,
      worse: 0,
    }));
    const { coarsest } = this;
    for (let width = coarsest; width > narrowest; width /= 3) {
      const left = found.filter(({ worse }) => worse < 3);
      if (left.length === 0) break;
      const widened = this.widened(width);
      const isFirst = width === coarsest;
      const drifts = withDrift ? (isFirst ? maxDrift : (6 * width) / this.length) : 0;
      // ln of the number of lines to choose from at this width.
      const choice = Math.log(this.whole / width);
      const choiceOfDrift = withDrift ? Math.log(1 + (2 * maxDrift * this.length) / width) : 0;
      for (const each of left) {
        const near = yield* this.around(widened, each.at, isFirst ? 2 * width : 3 * width, drifts, width);
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

  /** The offsets with the highest gains without a drift, more than `apart` from each other; the best first. */
  private *coarse(width: number): Generator<void, readonly number[]> {
    const { moments, first, last } = this;
    const widened = this.widened(width);
    const minimum = first - (this.middle + this.length / 2) - width;
    const lags = Math.ceil((last - (this.middle - this.length / 2) + width - minimum) / width) + 1;
    const gains = new Float64Array(lags + 2);
    const momentsWithin = new Float64Array(lags + 2);
    const bin = (lag: number) => Math.min(lags, Math.max(0, Math.floor((lag - minimum) / width)));
    for (let i = 0; i < this.count; i++) {
      // A key may have a million runs.
      yield;
      const [key, at, weight] = [moments.key[i]!, moments.at[i]!, widened.weight[i]!];
      const [a, b] = [bin(first - at), bin(last - at) + 1];
      gains[a]! += miss * weight;
      gains[b]! -= miss * weight;
      momentsWithin[a]!++;
      momentsWithin[b]!--;
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
    const enough = Math.max(minHits, minOverlap * this.count);
    for (let lag = 0, gain = 0, n = 0; lag <= lags; lag++) {
      gain += gains[lag]!;
      n += momentsWithin[lag]!;
      gains[lag] = n < enough ? Number.NEGATIVE_INFINITY : gain;
    }
    const found: number[] = [];
    const order = Array.from({ length: lags + 1 }, (_, lag) => lag).sort((a, b) => gains[b]! - gains[a]!);
    for (const lag of order) {
      if (found.length === rivals || !(gains[lag]! > 0)) break;
      if (found.every(other => Math.abs(other - lag) * width > this.minLagDistance)) found.push(lag);
    }
    return found.map(lag => minimum + (lag + 0.5) * width);
  }

  /** The line with the highest gain near `at`; the mean of lines with equal gain. */
  private *around(
    runs: Widened,
    at: Candidate,
    offsets: number,
    drifts: number,
    width: number,
  ): Generator<void, Candidate & { gain: number }> {
    const step = width / 2;
    const driftStep = (2 * step) / this.length;
    const n = Math.ceil(offsets / step);
    const m = drifts === 0 ? 0 : Math.ceil(drifts / driftStep);
    let maximum = Number.NEGATIVE_INFINITY;
    let [sumOffset, sumDrift, count] = [0, 0, 0];
    for (let j = -m; j <= m; j++) {
      yield;
      const drift = at.drift + j * driftStep;
      if (Math.abs(drift) > maxDrift * 1.1) continue;
      for (let i = -n; i <= n; i++) {
        const offset = at.offset + i * step;
        const gain = this.gainOf(runs, offset, drift).gain;
        if (gain < maximum) continue;
        if (gain > maximum) [sumOffset, sumDrift, count] = [0, 0, 0];
        maximum = gain;
        sumOffset += offset;
        sumDrift += drift;
        count++;
      }
    }
    return { offset: sumOffset / count, drift: sumDrift / count, gain: maximum };
  }

  private gainOf(runs: Widened, offset: number, drift: number) {
    const { moments, first, last, middle } = this;
    let [gain, hits, within] = [0, 0, 0];
    for (let i = 0; i < this.count; i++) {
      const time = moments.at[i]!;
      const moved = time + offset + drift * (time - middle);
      if (moved < first || moved > last) continue;
      within++;
      const key = moments.key[i]!;
      const run = lastBefore(runs, key, moved);
      if (run >= runs.start[key]! && moved <= runs.to[run]!) {
        gain += runs.gain[key]! * runs.weight[i]!;
        hits++;
      } else gain += miss * runs.weight[i]!;
    }
    return { gain, hits, seen: within };
  }

  private lineOf(best: ScoredCandidate, withDrift: boolean): Line | null {
    const { width } = best;
    const widened = this.widened(width);
    const { hits, seen } = this.gainOf(widened, best.offset, best.drift);
    if (hits < minHits) return null;
    const fitted = withDrift ? this.leastSquares(best) : null;
    const line = fitted ?? best;
    const partErrors = this.partsOf(widened, line);
    const driftError =
      fitted?.driftError ?? Math.max(partErrors.driftError, this.driftByWidth(widened, best));
    const isKnown = withDrift && driftError <= maxDriftError;
    return {
      offset: line.offset - line.drift * this.middle,
      drift: isKnown ? line.drift : null,
      error: Math.max(4 * width, partErrors.stray),
      driftError: isKnown ? driftError : null,
      moments: seen,
      hits,
      gain: best.gain,
    };
  }

  /** Upper bound of the error of the drift, from the width of the runs. */
  private driftByWidth(runs: Widened, { offset, drift, width }: ScoredCandidate): number {
    const spread = this.spreadOfHits(runs, { offset, drift });
    return spread > 0 ? width / spread : Number.POSITIVE_INFINITY;
  }

  /**
   * Fits an offset to each part of the time alone. `stray`: the largest distance of these offsets from the line, ns; `driftError`: the
   * error of the drift that they allow. The width alone is no bound of the error, because long runs contain most moments on many lines.
   */
  private partsOf(runs: Widened, { offset, drift }: Candidate): { stray: number; driftError: number } {
    const { moments, first, last, middle, length } = this;
    const gains = ladder.map(() => new Float64Array(parts));
    const hits = new Int32Array(parts);
    ladder.forEach((rung, at) => {
      for (let i = 0; i < this.count; i++) {
        const time = moments.at[i]!;
        const moved = time + offset + drift * (time - middle) + rung * this.coarsest;
        if (moved < first || moved > last) continue;
        const part = partOf(time - middle, length);
        const key = moments.key[i]!;
        const run = lastBefore(runs, key, moved);
        const isHit = run >= runs.start[key]! && moved <= runs.to[run]!;
        gains[at]![part]! += (isHit ? runs.gain[key]! : miss) * runs.weight[i]!;
        if (isHit && rung === 0) hits[part]!++;
      }
    });
    const [times, offsets]: [number[], number[]] = [[], []];
    for (let part = 0; part < parts; part++) {
      if (hits[part]! < minHits) continue;
      const maximum = Math.max(...gains.map(each => each[part]!));
      const best = ladder.filter((_, at) => gains[at]![part]! >= maximum);
      times.push(((part + 0.5) / parts - 0.5) * length);
      offsets.push(((best[0]! + best[best.length - 1]!) / 2) * this.coarsest);
    }
    const n = times.length;
    if (n < 3) return { stray: 0, driftError: Number.POSITIVE_INFINITY };
    const { slope, level } = slopeOf(times, offsets);
    const squares = offsets.reduce((sum, each, i) => sum + (each - level - slope * times[i]!) ** 2, 0);
    const spread =
      times.reduce((sum, each) => sum + each * each, 0) - times.reduce((sum, each) => sum + each, 0) ** 2 / n;
    return {
      stray: Math.max(...offsets.map(Math.abs)),
      driftError: Math.abs(slope) + 3 * Math.sqrt(squares / (n - 2) / spread),
    };
  }

  /**
   * The line by least squares through the hits, if runs are moments: many hits determine the drift far more exactly than the width.
   * Its error is a jackknife estimate over tenths of the time, because neighbouring delays are correlated. Null if runs are longer.
   */
  private leastSquares({
    offset,
    drift,
    width,
  }: ScoredCandidate): (Candidate & { driftError: number }) | null {
    const { moments, runs, middle, first, last } = this;
    const [times, left]: [number[], number[]] = [[], []];
    let long = 0;
    for (let i = 0; i < this.count; i++) {
      const [key, time] = [moments.key[i]!, moments.at[i]!];
      const moved = time + offset + drift * (time - middle);
      if (moved < first || moved > last) continue;
      const run = nearestRun(runs, key, moved);
      if (run < 0) continue;
      const residual = (runs.from[run]! + runs.to[run]!) / 2 - moved;
      if (Math.abs(residual) > width) continue;
      if (runs.to[run]! - runs.from[run]! > width) long++;
      times.push(time - middle);
      left.push(residual);
    }
    if (times.length < minHitsForSlope || long * 2 > times.length) return null;
    const all = slopeOf(times, left);
    const without = Array.from({ length: parts }, (_, part) =>
      slopeOf(times, left, time => partOf(time, this.length) !== part),
    );
    const mean = without.reduce((sum, { slope }) => sum + slope, 0) / parts;
    const variance = ((parts - 1) / parts) * without.reduce((sum, { slope }) => sum + (slope - mean) ** 2, 0);
    return {
      offset: offset + all.level,
      drift: drift + all.slope,
      driftError: 3 * Math.sqrt(variance),
    };
  }

  /** Time from the first tenth to the last tenth of the hits, ns. */
  private spreadOfHits(runs: Widened, { offset, drift }: Candidate): number {
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

/** Minimum number of hits for a slope. */
const minHitsForSlope = 50;
/** Parts of the time whose offsets are compared. */
const parts = 10;
const partOf = (sinceMiddle: number, length: number): number =>
  Math.min(parts - 1, Math.max(0, Math.floor((sinceMiddle / length + 0.5) * parts)));

/** Offsets that are tried for a part, in widths of the coarsest step: finer near the line. */
const ladder = [-1, 1]
  .flatMap(sign => Array.from({ length: 34 }, (_, i) => sign * 4 * 0.7 ** i))
  .concat(0)
  .sort((a, b) => a - b);

/** Median length of runs, ns. */
function usualLength({ from, to }: Runs): number {
  const lengths = to.map((end, i) => end - from[i]!);
  return lengths.length > 0 ? select(lengths, lengths.length >> 1) : 0;
}

/** The line of least squares through the points at those `times` for which `isIncluded` holds. */
function slopeOf(
  times: readonly number[],
  values: readonly number[],
  isIncluded: (time: number) => boolean = () => true,
): { slope: number; level: number } {
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0];
  times.forEach((time, i) => {
    if (!isIncluded(time)) return;
    n++;
    x += time;
    y += values[i]!;
    xx += time * time;
    xy += time * values[i]!;
  });
  const slope = (n * xy - x * y) / (n * xx - x * x);
  return { slope, level: (y - slope * x) / n };
}

/** The run of a key whose middle is nearest; -1 if it has none. */
function nearestRun(runs: Runs, key: number, time: number): number {
  let [nearest, smallest] = [-1, Number.POSITIVE_INFINITY];
  const last = lastBefore(runs, key, time);
  for (let run = Math.max(runs.start[key]!, last); run <= last + 1 && run < runs.start[key + 1]!; run++) {
    const distance = Math.abs((runs.from[run]! + runs.to[run]!) / 2 - time);
    if (distance < smallest) [nearest, smallest] = [run, distance];
  }
  return nearest;
}

/** null if nothing fits, or only by chance. Takes seconds at most, and yields between pieces of milliseconds. */
export function* fitLine(moments: Moments, runs: Runs): Generator<void, Line | null> {
  if (moments.at.length < minHits) return null;
  for (const lags of coarseLags) {
    const search = new Search(moments, runs, lags);
    const drifted = yield* search.best(true);
    if (drifted?.drift != null) return drifted;
    // If no drift can be determined, only the offset is fitted, with an error that includes a possible drift.
    const shifted = yield* search.best(false);
    if (shifted) return shifted;
  }
  return null;
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
