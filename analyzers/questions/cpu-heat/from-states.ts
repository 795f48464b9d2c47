import type { Ask, Scope } from '../../contract.ts';
import { threadFacts } from '../../kit/catalog.ts';
import { note } from '../../kit/notes.ts';
import { idleRules } from '../../samples/idle-rules.ts';
import { scopeKey } from '../../samples/samples.ts';
import { statesIn, wordId } from '../../states/in-scope.ts';
import { type Span, sinceSql, zeroOf } from '../../time/span.ts';
import { CpuRows, cpusOf, type Source } from './busy.ts';

/** A CPU is busy while a thread other than the idle task runs on it. In a capture with states, a CPU without a state counts as idle. */
export const fromStates: Source = async (ask, scope, spanOf) => {
  const span = await spanOf(1n);
  const rows = new CpuRows();
  const captures = span.captures.filter(each => (each.rows.state ?? 0) > 0);
  if (captures.length === 0) return rows.done(ask, span, []);
  const { notes } = await statesIn(ask, scope);
  const states = captures.reduce((sum, each) => sum + each.rows.state!, 0);
  const times = await (states <= maxStatesInMemory ? busyTimesInMemory : busyTimesInSql)(ask, scope, span);
  const extents = await ask.memo('when states are', async () => {
    const each = await ask.query.columns(
      `SELECT s.capture::INTEGER AS capture, min(s.ts)::DOUBLE AS first, max(s.ts + coalesce(s.duration, 0))::DOUBLE AS last
       FROM state s GROUP BY 1`,
      [],
      ask.cancel,
    );
    const value = new Map(
      Array.from(each.ints('capture'), (id, row) => [
        id,
        [each.numbers('first')[row]!, each.numbers('last')[row]!] as const,
      ]),
    );
    return { value, bytes: 50 * value.size };
  });
  const cpus = await cpusOf(ask, 'state', scope);
  for (const each of captures) {
    const zero = Number((each.utcZero ?? each.ownZero) - span.from);
    const [first, last] = (extents.get(each.id) ?? [0, 0]).map(ns => ns + zero) as [number, number];
    const [from, to] = [
      scope.from === undefined ? first : Math.max(first, Number(scope.from - span.from)),
      scope.to === undefined ? last : Math.min(last, Number(scope.to - span.from)),
    ];
    const bucketNs = Number(span.width);
    for (const number of cpus.get(each.id) ?? [])
      for (let at = Math.max(0, Math.floor(from / bucketNs)); at < span.buckets && at * bucketNs < to; at++) {
        const covered = Math.min(to, (at + 1) * bucketNs) - Math.max(from, at * bucketNs);
        if (covered <= 0) continue;
        const busy = times.get(`${each.id} ${number}`)?.[at] ?? 0;
        rows.add(each.id, String(number), at, (100 * busy) / covered);
      }
  }
  const narrowed = Boolean(scope.processes?.length || scope.threads?.length);
  return rows.done(ask, span, [
    note(
      'from-states',
      'From the states of threads: the share of time in which a thread other than the idle task ran.',
    ),
    ...notes,
    ...(narrowed
      ? [note('only-chosen', 'Only time used by the chosen processes and threads counts as busy.')]
      : []),
  ]);
};

/** Maximum number of states of which the running intervals are cached in memory: a third of them, at 20 bytes each. */
const maxStatesInMemory = 30_000_000;

/** By `capture cpu`: the ns that the CPU was busy in each time bucket. */
type Times = ReadonlyMap<string, Float64Array>;

interface RunningIntervals {
  /** The CPUs, by index. */
  readonly cpus: readonly { readonly capture: number; readonly cpu: number }[];
  /** One element per interval: the index of its CPU; begin, ns since the zero of its capture. */
  readonly place: Int32Array;
  readonly ts: Float64Array;
  readonly duration: Float64Array;
}

/** From running intervals of all times, cached because each zoom asks again. For 10 M states this takes half as long as a plain count by time; sums in SQL take 4.7 times as long as that count. */
export async function busyTimesInMemory(ask: Ask, scope: Scope, span: Span): Promise<Times> {
  const { from: _from, to: _to, ...timeless } = scope;
  const intervals = await ask.memo(`what CPUs ran ${scopeKey(timeless)}`, async () => {
    const value = await runningIntervals(ask, timeless);
    return { value, bytes: 20 * value.place.length };
  });
  const width = Number(span.width);
  const shifts = new Map(span.captures.map(each => [each.id, Number(zeroOf(each) - span.from)]));
  const shift = Float64Array.from(intervals.cpus, ({ capture }) => shifts.get(capture) ?? Number.NaN);
  const sums = intervals.cpus.map(() => new Float64Array(span.buckets));
  const first = scope.from === undefined ? 0 : Math.max(0, Number(scope.from - span.from));
  const end = width * span.buckets;
  const last = scope.to === undefined ? end : Math.min(end, Number(scope.to - span.from));
  const { place, ts, duration } = intervals;
  for (let i = 0; i < place.length; i++) {
    const began = ts[i]! + shift[place[i]!]!;
    const until = Math.min(last, began + duration[i]!);
    // NaN, for a capture that is not on the axis, fails both comparisons.
    if (!(until > first && began < last)) continue;
    const sum = sums[place[i]!]!;
    for (let at = Math.max(first, began); at < until; ) {
      const column = Math.floor(at / width);
      const next = Math.min(until, (column + 1) * width);
      sum[column]! += next - at;
      at = next;
    }
  }
  return new Map(intervals.cpus.map(({ capture, cpu }, at) => [`${capture} ${cpu}`, sums[at]!]));
}

async function runningIntervals(ask: Ask, timeless: Scope): Promise<RunningIntervals> {
  const within = await statesIn(ask, timeless);
  const result = await ask.query.columns(
    `SELECT s.capture::INTEGER AS capture, s.cpu::INTEGER AS cpu, s.ts::DOUBLE AS ts, s.duration::DOUBLE AS duration
     FROM (${within.rows}) s WHERE s.ts IS NOT NULL AND ${await isWork(ask)}`,
    within.params,
    ask.cancel,
  );
  const [capture, cpu] = [result.ints('capture'), result.ints('cpu')];
  const cpus: { capture: number; cpu: number }[] = [];
  const places = new Map<number, number>();
  const place = capture.map((captureId, row) => {
    const key = captureId * 2 ** 20 + cpu[row]!;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, cpus.length);
    return cpus.push({ capture: captureId, cpu: cpu[row]! }) - 1;
  });
  return { cpus, place, ts: result.numbers('ts'), duration: result.numbers('duration') };
}

/** The same sums, in SQL over the rows in scope: for more than `maxStatesInMemory` states. */
export async function busyTimesInSql(ask: Ask, scope: Scope, span: Span): Promise<Times> {
  const within = await statesIn(ask, scope);
  const { width } = span;
  const result = await ask.query.columns(
    `WITH s AS (SELECT s.capture, s.cpu, ${sinceSql(span)} AS start, s.duration FROM (${within.rows}) s
         WHERE ${await isWork(ask)}),
       placed AS (SELECT *, start // ${width} AS first, greatest(start, start + duration - 1) // ${width} AS last FROM s),
       cut AS (SELECT *, unnest(range(first, last + 1)) AS bucket FROM placed WHERE last > first)
     SELECT capture::INTEGER AS capture, cpu::INTEGER AS cpu, bucket::INTEGER AS bucket, sum(time)::DOUBLE AS time FROM (
       SELECT capture, cpu, first AS bucket, duration AS time FROM placed WHERE last = first
       UNION ALL
       SELECT capture, cpu, bucket, least(start + duration, (bucket + 1) * ${width}) - greatest(start, bucket * ${width}) FROM cut)
     WHERE bucket >= 0 AND bucket < ${span.buckets}
     GROUP BY ALL`,
    within.params,
    ask.cancel,
  );
  const [capture, cpu, bucket] = [result.ints('capture'), result.ints('cpu'), result.ints('bucket')];
  const times = new Map<string, Float64Array>();
  result.numbers('time').forEach((time, row) => {
    const key = `${capture[row]} ${cpu[row]}`;
    const sums = times.get(key) ?? new Float64Array(span.buckets);
    times.set(key, sums);
    sums[bucket[row]!] = time;
  });
  return times;
}

/** SQL over rows of `state`: a thread that is not the idle task runs on a CPU that is known. */
async function isWork(ask: Ask): Promise<string> {
  const idle = (await threadFacts(ask)).filter(each => idleRules.some(rule => rule.isIdleThread(each)));
  const isNotIdle = idle.length > 0 ? ` AND s.thread NOT IN (${idle.map(({ id }) => id).join(', ')})` : '';
  return `s.state = ${await wordId(ask, 'running')} AND s.cpu IS NOT NULL${isNotIdle}`;
}
