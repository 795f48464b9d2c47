/** Counts events by time bucket and by a key. */

import type { Ask, Note, Scope, Texts } from '../contract.ts';
import { amountOf } from '../kit/answer.ts';
import { logKind, noLevel } from '../kit/levels.ts';
import { note, onceEach, withoutTime } from '../kit/notes.ts';
import { templatesById, textsById } from '../kit/texts.ts';
import { binned, binsOf } from '../time/bins.ts';
import { alignedSpanOf, bucketSql, type Span, spanOf } from '../time/span.ts';
import { eventsIn, type Picked, textIds } from './in-scope.ts';

export interface Rates {
  /** Counts of each bucket, by the text of the key. */
  readonly counts: ReadonlyMap<string, Float64Array>;
  readonly notes: readonly Note[];
  /** Columns of all keys in `order`, each over all buckets. */
  columns(order: readonly string[]): {
    readonly rows: number;
    readonly time: BigInt64Array;
    readonly key: Texts;
    readonly count: Float64Array;
  };
}

/** Which events without a level are counted. */
export type Unlevelled = 'omit' | 'log' | 'all';

interface Keyed {
  /** The column by which events are counted. */
  readonly key: 'level' | 'template';
  readonly buckets: number;
  /**
   * Counts events without a level as {@link noLevel}: `log`, those that are lines of logs; `all`. Only if the key is
   * the level.
   */
  readonly unlevelled?: Unlevelled;
  /** Also separates by level: the key is then {@link keyOf} of both. */
  readonly byLevel?: boolean;
  /** Buckets at multiples of their width, see {@link alignedSpanOf}. */
  readonly aligned?: boolean;
}

/** A key and a level as one text. */
export const keyOf = (key: string, level: string | null): string => `${key}\0${level ?? ''}`;

/** Events without the key are left out, with a note. */
export async function ratesOf(
  ask: Ask,
  scope: Scope,
  picked: Picked,
  { key, buckets: maxBuckets, byLevel = false, aligned = false, unlevelled = 'omit' }: Keyed,
): Promise<Rates> {
  const span = await (aligned ? alignedSpanOf : spanOf)(ask, scope, maxBuckets);
  const { buckets } = span;
  const within = await eventsIn(ask, span.scope, picked);
  const bins = await binsOf(ask, span, scope, 'event', aligned);
  const keySql = key === 'level' ? await levelSql(ask, unlevelled) : `s.${key}::INTEGER`;
  const found = await binned(
    ask,
    bins,
    `events ${JSON.stringify([key, byLevel, unlevelled, picked])}`,
    async over => {
      const { where, params } = await eventsIn(ask, over.scope, picked);
      return ask.query.columns(
        `SELECT ${keySql} AS key, ${byLevel ? 's.level::INTEGER' : '-1'} AS level, ${bucketSql(over)} AS bin, count(*)::DOUBLE AS n
       FROM event s WHERE ${where} GROUP BY ALL`,
        params,
        ask.cancel,
      );
    },
  );
  const [keys, levels] = [found.columns.ints('key'), found.columns.ints('level')];
  const amount = found.columns.numbers('n');
  // Grouped by ids first, so that only texts of the range are read.
  const byIds = new Map<number, Map<number, Float64Array>>();
  found.each(bins, (row, bucket) => {
    const byLevel = byIds.get(keys[row]!) ?? new Map<number, Float64Array>();
    byIds.set(keys[row]!, byLevel);
    const series = byLevel.get(levels[row]!) ?? new Float64Array(buckets);
    byLevel.set(levels[row]!, series);
    series[bucket]! += amount[row]!;
  });
  const texts = await (key === 'template' ? templatesById : textsById)(ask, byIds.keys());
  const names = new Map([...texts, [unlevelledId, noLevel]]);
  const levelNames = await textsById(
    ask,
    [...byIds.values()].flatMap(each => [...each.keys()]),
  );
  const counts = new Map<string, Float64Array>();
  let timeless = 0;
  let keyless = 0;
  for (const [id, ofKey] of byIds)
    for (const [level, series] of ofKey) {
      const name = names.get(id);
      if (name === undefined) {
        keyless += sum(series);
        continue;
      }
      const label = byLevel ? keyOf(name, levelNames.get(level) ?? null) : name;
      const known = counts.get(label);
      if (!known) counts.set(label, series);
      else for (let i = 0; i < buckets; i++) known[i]! += series[i]!;
    }
  // A row without a time is in no range.
  if (scope.from === undefined && scope.to === undefined)
    found.eachWithoutBin(row => {
      if (keys[row]! < 0 && keys[row] !== unlevelledId) keyless += amount[row]!;
      else timeless += amount[row]!;
    });
  const notes = onceEach([...span.notes, ...within.notes]);
  if (keyless > 0)
    notes.push(
      note(`without-${key}`, `Not counted, because they have no ${key}: ${amountOf(keyless, 'events')}.`, {
        events: keyless,
      }),
    );
  if (timeless > 0) notes.push(withoutTime(timeless, 'events'));
  return { counts, notes, columns: order => columnsOf(order, counts, span) };
}

function columnsOf(
  order: readonly string[],
  counts: Rates['counts'],
  { buckets, from, width }: Span,
): ReturnType<Rates['columns']> {
  const rows = order.length * buckets;
  const time = new BigInt64Array(rows);
  const count = new Float64Array(rows);
  order.forEach((group, nth) => {
    count.set(counts.get(group)!, nth * buckets);
    for (let i = 0; i < buckets; i++) time[nth * buckets + i] = from + BigInt(i) * width;
  });
  const index = Int32Array.from({ length: rows }, (_, row) => Math.floor(row / buckets));
  return { rows, time, key: { index, values: order }, count };
}

/** Stands for the level of the events that have none. Ids of texts are positive, and a missing one is -1. */
const unlevelledId = -2;

/** SQL of the level of an event, with {@link unlevelledId} for the events without one that are counted. */
async function levelSql(ask: Ask, unlevelled: Unlevelled): Promise<string> {
  if (unlevelled === 'omit') return 's.level::INTEGER';
  if (unlevelled === 'all') return `coalesce(s.level, ${unlevelledId})::INTEGER`;
  const ids = await textIds(ask, 'kind', logKind);
  if (ids.length === 0) return 's.level::INTEGER';
  return `(CASE WHEN s.level IS NULL AND s.kind IN (${ids.join(', ')}) THEN ${unlevelledId} ELSE s.level END)::INTEGER`;
}

const sum = (values: Float64Array): number => values.reduce((all, each) => all + each, 0);
