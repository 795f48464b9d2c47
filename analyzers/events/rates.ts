/** Events counted per bucket of time and per some key. */
import { amountOf } from '../answer.ts';
import type { Ask, Note, Scope, Texts } from '../contract.ts';
import { note, onceEach, withoutTime } from '../notes.ts';
import { bucketSql, spanOf } from '../timeline/span.ts';
import { eventsIn, type Picked } from './in-scope.ts';
import { templatesById, textsById } from './texts.ts';

export interface Rates {
  /** Per text of the key, what was counted in each bucket. */
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

interface Keyed {
  /** What events are told apart by: a column of texts. */
  readonly key: 'level' | 'template';
  readonly buckets: number;
  /** Told apart by level too: then the key is {@link keyOf} both. */
  readonly byLevel?: boolean;
}

/** A key and a level as one text. */
export const keyOf = (key: string, level: string | null): string => `${key}\0${level ?? ''}`;

/** Events without the key are left out, and noted. */
export async function ratesOf(
  ask: Ask,
  scope: Scope,
  picked: Picked,
  { key, buckets, byLevel = false }: Keyed,
): Promise<Rates> {
  const span = await spanOf(ask, scope, buckets);
  const within = await eventsIn(ask, span.scope, picked);
  const found = await ask.query.columns(
    `SELECT s.${key}::INTEGER AS key, ${byLevel ? 's.level::INTEGER' : '-1'} AS level, ${bucketSql(span)} AS bucket, count(*)::DOUBLE AS n
     FROM event s WHERE ${within.where} GROUP BY ALL`,
    within.params,
    ask.cancel,
  );
  const [keys, levels, bucket] = [found.ints('key'), found.ints('level'), found.ints('bucket')];
  const names = await (key === 'template' ? templatesById : textsById)(ask, keys);
  const levelNames = await textsById(ask, levels);
  const counts = new Map<string, Float64Array>();
  let timeless = 0;
  let keyless = 0;
  found.numbers('n').forEach((amount, row) => {
    const name = names.get(keys[row]!);
    const of = byLevel && name !== undefined ? keyOf(name, levelNames.get(levels[row]!) ?? null) : name;
    const at = bucket[row]!;
    if (of === undefined) keyless += amount;
    else if (at < 0) timeless += amount;
    else {
      const series = counts.get(of) ?? new Float64Array(buckets);
      counts.set(of, series);
      series[Math.min(buckets - 1, at)]! += amount;
    }
  });
  const notes = onceEach([...span.notes, ...within.notes]);
  if (keyless > 0)
    notes.push(
      note(`without-${key}`, `Without a ${key}, and so not counted: ${amountOf(keyless, 'events')}.`, {
        events: keyless,
      }),
    );
  if (timeless > 0) notes.push(withoutTime(timeless, 'events'));
  return {
    counts,
    notes,
    columns(order) {
      const rows = order.length * buckets;
      const time = new BigInt64Array(rows);
      const count = new Float64Array(rows);
      order.forEach((of, nth) => {
        count.set(counts.get(of)!, nth * buckets);
        for (let i = 0; i < buckets; i++) time[nth * buckets + i] = span.from + BigInt(i) * span.width;
      });
      const index = Int32Array.from({ length: rows }, (_, row) => Math.floor(row / buckets));
      return { rows, time, key: { index, values: order }, count };
    },
  };
}
