/**
 * Aligns a tool that reports once a second with another capture, by amounts per interval.
 * Compares CPU time by process, the idle share of all CPUs, and every meaning that two tools both report.
 * Compares the steps from interval to interval, because slow changes are similar at any lag. Such a fit has an
 * offset and no drift.
 */
import { select } from '../../../parsers/kit/select.ts';
import type { Query } from '../../query.ts';
import type { CaptureRecord } from '../../store/captures.ts';
import type { Line } from './line.ts';

/** `value[i]` covers the interval from `at[i - 1]` to `at[i]`, ns. */
export interface Signal {
  readonly at: Float64Array;
  readonly value: Float64Array;
}

export type Signals = ReadonlyMap<string, Signal>;

const maxSeries = 400;
const maxKeys = 24;
const maxPoints = 2000;
const minPoints = 20;
/** Maximum number of steps compared, which takes about a second. */
const maxSteps = 10_000_000;
const minOverlap = 0.25;
const minGain = Math.log(1e6);
/** As for lines: the gain of the best lag must exceed that of every distant lag by this factor. */
const minLead = 1.6;
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
  const result = await query.columns(
    `WITH named AS (
       SELECT s.id, s.cumulative, coalesce(s.factor, 1) AS factor,
              CASE WHEN t.id IS NOT NULL THEN 'cpu ' || coalesce(t.pid, t.tid)
                   ELSE concat_ws(' ', x.value, a.value, nullif(i.value, 'all')) END AS key
       FROM series s JOIN text x ON x.id = s.meaning LEFT JOIN text a ON a.id = s.attributes
         LEFT JOIN text i ON i.id = s.instance LEFT JOIN thread t ON t.id = s.thread
       WHERE s.capture = ${id} AND (t.id IS NULL OR x.value IN ('process.cpu.utilization', 'process.cpu.time') AND a.value = '{}')
       ORDER BY s.id LIMIT ${maxSeries})
     SELECT n.key, m.ts::DOUBLE AS ts, sum(m.value * n.factor)::DOUBLE AS value, bool_or(n.cumulative)::INTEGER AS cumulative
     FROM metric m JOIN named n ON n.id = m.series WHERE m.ts IS NOT NULL AND NOT m.since_boot GROUP BY n.key, m.ts ORDER BY n.key, m.ts`,
  );
  const [keys, ts, value, cumulative] = [
    result.texts('key'),
    result.numbers('ts'),
    result.numbers('value'),
    result.ints('cumulative'),
  ];
  const moments = Float64Array.from(new Set(ts)).sort();
  const signals = new Map<string, Signal>();
  for (let from = 0; from < result.length; ) {
    let to = from + 1;
    while (to < result.length && keys[to] === keys[from]) to++;
    const key = String(keys[from]);
    const signal = { at: ts.subarray(from, to), value: value.subarray(from, to) };
    if (key.startsWith('cpu ')) signals.set(key, withZeros(signal, moments));
    else if (to - from >= minPoints) signals.set(key, cumulative[from] === 1 ? steps(signal) : signal);
    from = to;
  }
  return signals;
}

/** A process that is missing while others are listed used no CPU. */
function withZeros({ at, value }: Signal, moments: Float64Array): Signal {
  const valueAt = new Map(Array.from(at, (time, i) => [time, value[i]!]));
  return { at: moments, value: moments.map(time => valueAt.get(time) ?? 0) };
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
  const result = await query.columns(
    `WITH by_thread AS (SELECT thread, n, sum(amount) AS amount FROM (${amount}) GROUP BY thread, n),
       by_process AS (SELECT coalesce(t.pid, t.tid) AS pid, n, sum(amount) AS amount FROM by_thread JOIN thread t ON t.id = thread
         WHERE coalesce(t.pid, t.tid) > 0 GROUP BY 1, 2),
       busiest AS (SELECT pid FROM by_process GROUP BY pid ORDER BY sum(amount) DESC LIMIT ${maxKeys})
     SELECT -1 AS pid, n::DOUBLE AS n, sum(amount)::DOUBLE AS amount FROM by_process GROUP BY n
     UNION ALL SELECT pid::INTEGER, n::DOUBLE, amount::DOUBLE FROM by_process JOIN busiest USING (pid) ORDER BY pid, n`,
  );
  if (result.length === 0) return new Map();
  const [pid, n, amounts] = [result.ints('pid'), result.numbers('n'), result.numbers('amount')];
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

/** The lag at which `a` and `b` are most similar; null if none exceeds all others, or if `a` reports more often than `b`. Yields between lags. */
export function* fitRates(a: Signals, b: Signals): Generator<void, Line | null> {
  const all = [...a]
    .flatMap(([key, points]) => {
      const other = b.get(key);
      return other && points.at.length >= minPoints && points.at.length <= maxPoints
        ? pairOf(points, other)
        : [];
    })
    .slice(0, maxKeys);
  const [first] = all;
  if (!first) return null;
  const { at } = first.points;
  const interval = intervalOf(at);
  if (interval < 0.8 * intervalOf(first.at)) return null;
  const from = first.at[0]! - at[at.length - 1]!;
  const to = first.at[first.at.length - 1]! - at[0]!;
  const lags = Math.ceil(((to - from) / interval) * 2);
  if (!(interval > 0) || lags > 50_000) return null;
  const pairs = all.slice(0, Math.max(1, Math.floor(maxSteps / (lags * at.length))));
  const gainAt = (lag: number) => {
    const gains = pairs.map(pair => logLikelihoodRatio(pair, lag));
    return { sum: gains.reduce((sum, gain) => sum + gain, 0), most: Math.max(...gains) };
  };
  const coarse = Array.from({ length: lags }, (_, i) => from + (i + 0.5) * (interval / 2));
  const sums: number[] = [];
  for (const lag of coarse) {
    sums.push(gainAt(lag).sum);
    yield;
  }
  const peak = sums.indexOf(Math.max(...sums));
  let best = { lag: coarse[peak]!, ...gainAt(coarse[peak]!) };
  const near: { lag: number; sum: number }[] = [];
  for (let lag = coarse[peak]! - interval; lag <= coarse[peak]! + interval; lag += interval / 20) {
    const found = gainAt(lag);
    near.push({ lag, sum: found.sum });
    if (found.sum > best.sum) best = { lag, ...found };
  }
  const rival = sums.reduce(
    (max, sum, i) => (Math.abs(coarse[i]! - best.lag) > 2.5 * interval ? Math.max(max, sum) : max),
    0,
  );
  const gain = best.most - Math.log(lags) - Math.log(pairs.length);
  if (gain < minGain || rival * minLead > best.sum) return null;
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
    sum[i] = sum[i - 1]! + finite(other.value[i]!) * (other.at[i]! - other.at[i - 1]!);
  return { points, at: other.at, sum };
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

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
function logLikelihoodRatio(pair: Pair, lag: number): number {
  const { at, value } = pair.points;
  const [allXs, allYs] = [new Float64Array(at.length), new Float64Array(at.length)];
  let count = 0;
  let [before, beforeMean] = [upTo(pair, at[0]! + lag), Number.NaN];
  for (let i = 1; i < at.length; i++) {
    const now = upTo(pair, at[i]! + lag);
    const mean = (now - before) / (at[i]! - at[i - 1]!);
    const step = mean - beforeMean;
    if (!Number.isNaN(step)) {
      allXs[count] = finite(value[i]! - value[i - 1]!);
      allYs[count++] = step;
    }
    [before, beforeMean] = [now, mean];
  }
  if (count < Math.max(minPoints, minOverlap * at.length)) return 0;
  const [xs, ys] = [clipped(allXs.subarray(0, count)), clipped(allYs.subarray(0, count))];
  const r = correlation(xs, ys);
  // A spike is one observation, however high: the number of observations is the number of steps that make up
  // most of the variance.
  return r > 0 ? (Math.min(effective(xs), effective(ys)) / 2) * -Math.log(1 - Math.min(r * r, 0.999)) : 0;
}

/** Limits steps, in place, to five times the upper quartile of their sizes. */
function clipped(values: Float64Array): Float64Array {
  const sizes = new Float64Array(values.length);
  for (let i = 0; i < sizes.length; i++) sizes[i] = Math.abs(values[i]!);
  const limit = 5 * select(sizes, Math.floor(values.length * 0.75));
  if (limit > 0)
    for (let i = 0; i < sizes.length; i++) values[i] = Math.max(-limit, Math.min(limit, values[i]!));
  return values;
}

/**
 * Effective number of values that the variance is spread over: 3 (Σx²)² / Σx⁴, which is all of them if they
 * are Gaussian.
 */
function effective(values: Float64Array): number {
  let [sum, fourth] = [0, 0];
  for (const value of values) {
    const square = value * value;
    sum += square;
    fourth += square * square;
  }
  return fourth === 0 ? 0 : Math.min(values.length, (3 * sum * sum) / fourth);
}

function correlation(xs: Float64Array, ys: Float64Array): number {
  const n = xs.length;
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

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
