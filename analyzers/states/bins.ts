/** Time of threads in each state, or on each CPU, by buckets of time. */
import type { Ask, Note, Scope } from '../contract.ts';
import { binned, binsOf } from '../time/bins.ts';
import { type Span, sinceSql } from '../time/span.ts';
import { statesIn, wordId } from './in-scope.ts';

/**
 * @param key state or CPU
 * @param time ns of that bucket
 */
type Visit = (thread: number, key: number, bucket: number, time: number) => void;

export interface StateTimes {
  readonly notes: readonly Note[];
  /** Every part of a state within one bucket, bucket by bucket; parts of one thread and key may come together. */
  forEach(visit: Visit, only?: ReadonlySet<number>): void;
}

/**
 * A state has a first and a last bin, and fills the bins between them. Only its ends are added up by bin, because one long wait may
 * fill all bins.
 */
export async function stateTimes(
  ask: Ask,
  span: Span,
  scope: Scope,
  aligned: boolean,
  by: 'state' | 'cpu' = 'state',
): Promise<StateTimes> {
  const bins = await binsOf(ask, span, scope, 'state', aligned);
  const { notes } = await statesIn(ask, span.scope);
  const found = await binned(ask, bins, `states by ${by}`, async over => {
    const { rows: all, params } = await statesIn(ask, over.scope);
    const rows = by === 'state' ? all : `SELECT * FROM (${all}) WHERE ${await runsOnCpuSql(ask)}`;
    const { width } = over;
    const length = width * BigInt(over.buckets);
    // Not materialized: ten million rows would spill, and most of them are in the first part alone.
    return ask.query.columns(
      `WITH s AS NOT MATERIALIZED (SELECT thread, ${by} AS key, ${sinceSql(over)} AS start, duration FROM (${rows}) s),
         cut AS NOT MATERIALIZED (SELECT thread, key, greatest(start, 0) AS start, least(start + duration, ${length}) AS until
           FROM s WHERE start < ${length} AND start + duration >= 0),
         placed AS NOT MATERIALIZED (SELECT *, start // ${width} AS first, greatest(start, until - 1) // ${width} AS last FROM cut)
       SELECT bin::INTEGER AS bin, thread::INTEGER AS thread, key::INTEGER AS key, sum(time)::DOUBLE AS time,
         NULL::INTEGER AS first, NULL::INTEGER AS last
       FROM (
         SELECT first AS bin, thread, key, least(until, (first + 1) * ${width}) - start AS time FROM placed
         UNION ALL
         SELECT last, thread, key, until - last * ${width} FROM placed WHERE last > first)
       GROUP BY bin, thread, key
       UNION ALL
       SELECT NULL, thread, key, 0, (first + 1)::INTEGER, last::INTEGER FROM placed WHERE last > first + 1`,
      params,
      ask.cancel,
    );
  });
  const { columns } = found;
  const [thread, key, time] = [columns.ints('thread'), columns.ints('key'), columns.numbers('time')];
  const [from, to] = [columns.ints('first'), columns.ints('last')];
  const { first, count, perBucket } = bins;
  const width = Number(bins.over.width);
  return {
    notes,
    forEach(visit, only) {
      const filled: (() => void)[][] = [];
      // States that fill bins have no row of their own for them.
      found.eachWithoutBin(row => {
        if (only && !only.has(thread[row]!)) return;
        const end = Math.min(first + count, to[row]!);
        for (let bin = Math.max(first, from[row]!); bin < end; ) {
          const bucket = Math.floor((bin - first) / perBucket);
          const next = Math.min(end, first + (bucket + 1) * perBucket);
          const time = (next - bin) * width;
          filled[bucket] ??= [];
          filled[bucket].push(() => visit(thread[row]!, key[row]!, bucket, time));
          bin = next;
        }
      });
      let known = 0;
      const visitUpTo = (bucket: number) => {
        for (; known <= bucket; known++) for (const visitPart of filled[known] ?? []) visitPart();
      };
      found.each(bins, (row, bucket) => {
        if (known <= bucket) visitUpTo(bucket);
        if (!only || only.has(thread[row]!)) visit(thread[row]!, key[row]!, bucket, time[row]!);
      });
      visitUpTo(filled.length - 1);
    },
  };
}

/** SQL over rows of `state`: a thread runs on a known CPU. */
export const runsOnCpuSql = async (ask: Ask): Promise<string> =>
  `state = ${await wordId(ask, 'running')} AND cpu IS NOT NULL`;
