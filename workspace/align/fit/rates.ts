/**
 * Aligns a tool that reports once a second with another capture, by the amount of something in each interval.
 * Compares CPU time by process, the idle share of all CPUs, and every meaning that two tools both report.
 * Compares their steps from interval to interval, because slow changes look alike anywhere. Such a fit has an
 * offset and no drift.
 */
import type { CaptureRecord } from '../../captures.ts';
import type { Query } from '../../query.ts';
import type { Line } from './line.ts';

/** `value[i]` covers the interval from `at[i - 1]` to `at[i]`, ns. */
export interface Signal {
  readonly at: Float64Array;
  readonly value: Float64Array;
}

export type Signals = ReadonlyMap<string, Signal>;

const mostSeries = 400;
const mostKeys = 24;
const mostPoints = 2000;
const leastPoints = 20;
/** Upper bound of steps compared in all, which takes about a second. */
const mostSteps = 10_000_000;
const leastOverlap = 0.25;
const leastGain = Math.log(1e6);
/** As for lines: the best lag must exceed every lag far from it by this factor. */
const standsOut = 1.6;
/** ns. */
const bin = 50e6;

const isMetric = ({ rows }: CaptureRecord): boolean => Boolean(rows.metric);
const isRunning = ({ rows }: CaptureRecord): boolean => Boolean(rows.state || rows.sample);

/** True if the capture has amounts over time. */
export const hasRates = (capture: CaptureRecord): boolean => isMetric(capture) || isRunning(capture);

export async function signalsOf(query: Query, capture: CaptureRecord): Promise<Signals> {
  return isMetric(capture) ? countedSignals(query, capture) : cpuSignals(query, capture);
}

/** Signals of series: by meaning, or by process id for CPU time of processes. */
async function countedSignals(query: Query, { id }: CaptureRecord): Promise<Signals> {
  const found = await query.columns(
    `WITH named AS (
       SELECT s.id, s.cumulative, coalesce(s.factor, 1) AS factor,
              CASE WHEN t.id IS NOT NULL THEN 'cpu ' || coalesce(t.pid, t.tid)
                   ELSE concat_ws(' ', x.value, a.value, nullif(i.value, 'all')) END AS key
       FROM series s JOIN text x ON x.id = s.meaning LEFT JOIN text a ON a.id = s.attributes
         LEFT JOIN text i ON i.id = s.instance LEFT JOIN thread t ON t.id = s.thread
       WHERE s.capture = ${id} AND (t.id IS NULL OR x.value IN ('process.cpu.utilization', 'process.cpu.time') AND a.value = '{}')
       ORDER BY s.id LIMIT ${mostSeries})
     SELECT n.key, m.ts::DOUBLE AS ts, sum(m.value * n.factor)::DOUBLE AS value, bool_or(n.cumulative)::INTEGER AS cumulative
     FROM metric m JOIN named n ON n.id = m.series WHERE m.ts IS NOT NULL AND NOT m.since_boot GROUP BY n.key, m.ts ORDER BY n.key, m.ts`,
  );
  const [keys, ts, value, cumulative] = [
    found.texts('key'),
    found.numbers('ts'),
    found.numbers('value'),
    found.ints('cumulative'),
  ];
  const moments = Float64Array.from(new Set(ts)).sort();
  const signals = new Map<string, Signal>();
  for (let from = 0; from < found.length; ) {
    let to = from + 1;
    while (to < found.length && keys[to] === keys[from]) to++;
    const key = String(keys[from]);
    const own = { at: ts.subarray(from, to), value: value.subarray(from, to) };
    if (key.startsWith('cpu ')) signals.set(key, withZeros(own, moments));
    else if (to - from >= leastPoints) signals.set(key, cumulative[from] === 1 ? steps(own) : own);
    from = to;
  }
  return signals;
}

/** A process that is missing while others are listed used no CPU. */
function withZeros({ at, value }: Signal, moments: Float64Array): Signal {
  const of = new Map(Array.from(at, (time, i) => [time, value[i]!]));
  return { at: moments, value: moments.map(time => of.get(time) ?? 0) };
}

function steps({ at, value }: Signal): Signal {
  return { at, value: value.map((each, i) => (i === 0 ? 0 : each - value[i - 1]!)) };
}

/** CPU time by process and in all, from running states or from samples. */
async function cpuSignals(query: Query, { id, rows }: CaptureRecord): Promise<Signals> {
  const amount = rows.state
    ? `SELECT thread, ts // ${bin} AS n, duration AS amount FROM state WHERE capture = ${id} AND duration IS NOT NULL
         AND state = (SELECT id FROM text WHERE value = 'running' LIMIT 1)`
    : `SELECT thread, ts // ${bin} AS n, weight AS amount FROM sample WHERE capture = ${id} AND ts IS NOT NULL
         AND kind NOT IN (SELECT id FROM text WHERE value = 'off-cpu')`;
  const found = await query.columns(
    `WITH by_thread AS (SELECT thread, n, sum(amount) AS amount FROM (${amount}) GROUP BY thread, n),
       by_process AS (SELECT coalesce(t.pid, t.tid) AS pid, n, sum(amount) AS amount FROM by_thread JOIN thread t ON t.id = thread
         WHERE coalesce(t.pid, t.tid) > 0 GROUP BY 1, 2),
       busiest AS (SELECT pid FROM by_process GROUP BY pid ORDER BY sum(amount) DESC LIMIT ${mostKeys})
     SELECT -1 AS pid, n::DOUBLE AS n, sum(amount)::DOUBLE AS amount FROM by_process GROUP BY n
     UNION ALL SELECT pid::INTEGER, n::DOUBLE, amount::DOUBLE FROM by_process JOIN busiest USING (pid) ORDER BY pid, n`,
  );
  if (found.length === 0) return new Map();
  const [pid, n, amounts] = [found.ints('pid'), found.numbers('n'), found.numbers('amount')];
  const [first, last] = [n.reduce((a, b) => Math.min(a, b)), n.reduce((a, b) => Math.max(a, b))];
  const at = Float64Array.from({ length: last - first + 1 }, (_, i) => (first + i + 1) * bin);
  const signals = new Map<string, Signal>();
  for (const [row, process] of pid.entries()) {
    const key = process < 0 ? busy : `cpu ${process}`;
    let signal = signals.get(key);
    if (!signal) {
      signal = { at, value: new Float64Array(at.length) };
      signals.set(key, signal);
    }
    signal.value[n[row]! - first]! += amounts[row]! * (process < 0 ? -1 : 1);
  }
  return signals;
}

/** Key of the CPU time of all processes, negated: tools report idle, its complement. */
const busy = 'system.cpu.utilization {"cpu.mode":"idle"}';

interface Pair {
  readonly points: Signal;
  readonly at: Float64Array;
  /** Cumulative sum of the other signal at each of its times. */
  readonly sum: Float64Array;
}

/** The lag at which `a` is most like `b`; null if none stands out, or if `a` reports more often than `b`. */
export function fitRates(a: Signals, b: Signals): Line | null {
  const all = [...a]
    .flatMap(([key, points]) => {
      const other = b.get(key);
      return other && points.at.length >= leastPoints && points.at.length <= mostPoints
        ? pairOf(points, other)
        : [];
    })
    .slice(0, mostKeys);
  const [first] = all;
  if (!first) return null;
  const { at } = first.points;
  const interval = intervalOf(at);
  if (interval < 0.8 * intervalOf(first.at)) return null;
  const from = first.at[0]! - at[at.length - 1]!;
  const to = first.at[first.at.length - 1]! - at[0]!;
  const lags = Math.ceil(((to - from) / interval) * 2);
  if (!(interval > 0) || lags > 50_000) return null;
  const pairs = all.slice(0, Math.max(1, Math.floor(mostSteps / (lags * at.length))));
  const gainAt = (lag: number) => {
    const gains = pairs.map(pair => likeness(pair, lag));
    return { sum: gains.reduce((sum, gain) => sum + gain, 0), most: Math.max(...gains) };
  };
  const coarse = Array.from({ length: lags }, (_, i) => from + (i + 0.5) * (interval / 2));
  const sums = coarse.map(lag => gainAt(lag).sum);
  const peak = sums.indexOf(Math.max(...sums));
  let best = { lag: coarse[peak]!, ...gainAt(coarse[peak]!) };
  const near: { lag: number; sum: number }[] = [];
  for (let lag = coarse[peak]! - interval; lag <= coarse[peak]! + interval; lag += interval / 20) {
    const found = gainAt(lag);
    near.push({ lag, sum: found.sum });
    if (found.sum > best.sum) best = { lag, ...found };
  }
  const rival = sums.reduce(
    (most, sum, i) => (Math.abs(coarse[i]! - best.lag) > 2.5 * interval ? Math.max(most, sum) : most),
    0,
  );
  const gain = best.most - Math.log(lags) - Math.log(pairs.length);
  if (gain < leastGain || rival * standsOut > best.sum) return null;
  // The error spans all lags that are at most a hundred times less likely than the best.
  const likely = near.filter(({ sum }) => (best.sum - sum) * (best.most / best.sum) < Math.log(100));
  const error = Math.max(interval / 4, ...likely.map(({ lag }) => Math.abs(lag - best.lag)));
  return {
    offset: best.lag,
    drift: null,
    error,
    driftError: null,
    moments: at.length,
    hits: at.length,
    gain,
  };
}

const intervalOf = (at: Float64Array): number => (at[at.length - 1]! - at[0]!) / (at.length - 1);

function pairOf(points: Signal, other: Signal): Pair {
  const sum = new Float64Array(other.at.length);
  for (let i = 1; i < sum.length; i++)
    sum[i] = sum[i - 1]! + tamed(other.value[i]!) * (other.at[i]! - other.at[i - 1]!);
  return { points, at: other.at, sum };
}

const tamed = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Cumulative sum up to a moment, linearly interpolated; NaN outside. */
function upTo({ at, sum }: Pair, time: number): number {
  const last = at.length - 1;
  if (time < at[0]! || time > at[last]!) return Number.NaN;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (at[middle]! <= time) low = middle;
    else high = middle;
  }
  const share = (time - at[low]!) / (at[high]! - at[low]!);
  return sum[low]! + share * (sum[high]! - sum[low]!);
}

/** ln of the likelihood ratio that the steps of both signals are correlated rather than independent. */
function likeness(pair: Pair, lag: number): number {
  const { at, value } = pair.points;
  const [xs, ys]: [number[], number[]] = [[], []];
  let [before, beforeMean] = [upTo(pair, at[0]! + lag), Number.NaN];
  for (let i = 1; i < at.length; i++) {
    const now = upTo(pair, at[i]! + lag);
    const mean = (now - before) / (at[i]! - at[i - 1]!);
    const step = mean - beforeMean;
    if (!Number.isNaN(step)) {
      xs.push(tamed(value[i]! - value[i - 1]!));
      ys.push(step);
    }
    [before, beforeMean] = [now, mean];
  }
  if (xs.length < Math.max(leastPoints, leastOverlap * at.length)) return 0;
  const r = correlation(clipped(xs), clipped(ys));
  // A spike is one observation, however high: the number of observations is the number of steps that make up
  // most of the variance.
  return r > 0 ? (Math.min(effective(xs), effective(ys)) / 2) * -Math.log(1 - Math.min(r * r, 0.999)) : 0;
}

/** Limits steps to five times the upper quartile of their sizes. */
function clipped(values: readonly number[]): readonly number[] {
  const sizes = values.map(Math.abs).sort((a, b) => a - b);
  const most = 5 * (sizes[Math.floor(sizes.length * 0.75)] ?? 0);
  return most > 0 ? values.map(value => Math.max(-most, Math.min(most, value))) : values;
}

/**
 * Effective number of values that the variance is spread over: 3 (Σx²)² / Σx⁴, which is all of them if they
 * are Gaussian.
 */
function effective(values: readonly number[]): number {
  const squares = clipped(values).map(value => value * value);
  const sum = squares.reduce((a, b) => a + b, 0);
  const fourth = squares.reduce((a, b) => a + b * b, 0);
  return fourth === 0 ? 0 : Math.min(values.length, (3 * sum * sum) / fourth);
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const n = xs.length;
  const mean = (of: readonly number[]) => of.reduce((a, b) => a + b, 0) / n;
  const [mx, my] = [mean(xs), mean(ys)];
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [xs[i]! - mx, ys[i]! - my];
    xy += x * y;
    xx += x * x;
    yy += y * y;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}
