import { threadFacts } from '../catalog.ts';
import type { Ask, Scope } from '../contract.ts';
import { idleRules } from '../idle-rules.ts';
import { note } from '../notes.ts';
import { scopeKey } from '../samples.ts';
import { statesIn, wordId } from '../states/in-scope.ts';
import { type Span, sinceSql, zeroOf } from '../timeline/span.ts';
import { CpuRows, cpusOf, type Source } from './busy.ts';

/** A CPU is busy while a thread other than the idle task runs on it. In a capture with states, a CPU without a state counts as idle. */
export const fromStates: Source = async (ask, scope, spanOf) => {
  const span = await spanOf(1n);
  const rows = new CpuRows();
  const captures = span.captures.filter(each => (each.rows.state ?? 0) > 0);
  if (captures.length === 0) return rows.done(ask, span, []);
  const { notes } = await statesIn(ask, scope);
  const states = captures.reduce((sum, each) => sum + each.rows.state!, 0);
  const times = await (states <= mostHeld ? timesHeld : timesInRows)(ask, scope, span);
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

/** States: of more, what ran is not held in memory, 20 bytes each of the third of them that run. */
const mostHeld = 30_000_000;

/** ns that a CPU was busy in each column, by `capture cpu`. */
type Times = ReadonlyMap<string, Float64Array>;

interface Runs {
  /** The CPUs, by their place. */
  readonly cpus: readonly { readonly capture: number; readonly cpu: number }[];
  /** One element per state: the place of its CPU, and when, ns since the zero of its capture. */
  readonly place: Int32Array;
  readonly ts: Float64Array;
  readonly duration: Float64Array;
}

/** From what ran, held in memory for all times: a zoom asks again. Of 10 M states this takes half of a bare count by time, sums in SQL take 4.7 times of it. */
export async function timesHeld(ask: Ask, scope: Scope, span: Span): Promise<Times> {
  const { from: _from, to: _to, ...timeless } = scope;
  const runs = await ask.memo(`what CPUs ran ${scopeKey(timeless)}`, async () => {
    const value = await runsOf(ask, timeless);
    return { value, bytes: 20 * value.place.length };
  });
  const width = Number(span.width);
  const shifts = new Map(span.captures.map(each => [each.id, Number(zeroOf(each) - span.from)]));
  const shift = Float64Array.from(runs.cpus, ({ capture }) => shifts.get(capture) ?? Number.NaN);
  const sums = runs.cpus.map(() => new Float64Array(span.buckets));
  const first = scope.from === undefined ? 0 : Math.max(0, Number(scope.from - span.from));
  const end = width * span.buckets;
  const last = scope.to === undefined ? end : Math.min(end, Number(scope.to - span.from));
  const { place, ts, duration } = runs;
  for (let i = 0; i < place.length; i++) {
    const began = ts[i]! + shift[place[i]!]!;
    const until = Math.min(last, began + duration[i]!);
    // Not of a capture that has no place on the axis, either.
    if (!(until > first && began < last)) continue;
    const sum = sums[place[i]!]!;
    for (let at = Math.max(first, began); at < until; ) {
      const column = Math.floor(at / width);
      const next = Math.min(until, (column + 1) * width);
      sum[column]! += next - at;
      at = next;
    }
  }
  return new Map(runs.cpus.map(({ capture, cpu }, at) => [`${capture} ${cpu}`, sums[at]!]));
}

async function runsOf(ask: Ask, timeless: Scope): Promise<Runs> {
  const within = await statesIn(ask, timeless);
  const found = await ask.query.columns(
    `SELECT s.capture::INTEGER AS capture, s.cpu::INTEGER AS cpu, s.ts::DOUBLE AS ts, s.duration::DOUBLE AS duration
     FROM (${within.rows}) s WHERE s.ts IS NOT NULL AND ${await isWork(ask)}`,
    within.params,
    ask.cancel,
  );
  const [capture, cpu] = [found.ints('capture'), found.ints('cpu')];
  const cpus: { capture: number; cpu: number }[] = [];
  const places = new Map<number, number>();
  const place = capture.map((of, row) => {
    const key = of * 2 ** 20 + cpu[row]!;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, cpus.length);
    return cpus.push({ capture: of, cpu: cpu[row]! }) - 1;
  });
  return { cpus, place, ts: found.numbers('ts'), duration: found.numbers('duration') };
}

/** The same from the rows in scope. */
export async function timesInRows(ask: Ask, scope: Scope, span: Span): Promise<Times> {
  const within = await statesIn(ask, scope);
  const { width } = span;
  const found = await ask.query.columns(
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
  const [capture, cpu, bucket] = [found.ints('capture'), found.ints('cpu'), found.ints('bucket')];
  const times = new Map<string, Float64Array>();
  found.numbers('time').forEach((time, row) => {
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
