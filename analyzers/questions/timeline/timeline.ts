import { type AnswerColumn, analyzer, type Refers, type Texts } from '../../contract.ts';
import { answer, listed, withUnit } from '../../kit/answer.ts';
import { kindFacts } from '../../kit/catalog.ts';
import { note, onceEach, withoutTime } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { idColumn, signalId } from '../../kit/signal-ids.ts';
import { idleProcessNote } from '../../samples/idle.ts';
import { type Tally, tally } from '../../samples/samples.ts';
import { stacksThrough } from '../../samples/through.ts';
import { hideRules } from '../../stacks/grouping.ts';
import { binsOf } from '../../time/bins.ts';
import { rateOf } from '../../time/rate.ts';
import { alongTime, bucketSql, captureSql, type Span, spanFor } from '../../time/span.ts';
import { binnedTally } from './binned-samples.ts';
import { keyNames, keySql } from './keys.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'track', kind: 'text', about: 'Name of the track.' },
  { name: 'key', kind: 'text', about: 'The process, module, …; `other` is the sum of all but the busiest.' },
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  {
    name: 'value',
    kind: 'number',
    unit: 'samples',
    about: 'Number of busy CPUs if the sampling rate is known, else samples per second.',
  },
  idColumn,
];

const tracks = {
  process: 'CPU by process',
  thread: 'CPU by thread',
  module: 'CPU by module',
  cpu: 'CPU by processor',
  kind: 'Samples by kind',
} as const;

/** The column `key` refers to the type of thing chosen by `by`. */
const columnsBy = (by: Refers) =>
  columns.map(column => (column.name === 'key' ? { ...column, refers: by } : column));

/** Ids of the first `count` keys; the last may be all others together. */
function idsBy(by: keyof typeof tracks, { index, values }: Texts, count: number): Texts {
  const isSignal = by === 'process' || by === 'module';
  return {
    index: isSignal ? index.map(at => (at < count ? at : -1)) : new Int32Array(index.length).fill(-1),
    values: isSignal ? values.slice(0, count).map(name => signalId(by, name)) : [],
  };
}

/** Name of the sum of all but the busiest keys. */
const other = 'other';

export const timeline = analyzer({
  id: 'timeline',
  title: 'Timeline',
  question: 'Which processes, threads or modules kept the CPUs busy, and when?',
  needs: ['sample'],
  params: {
    by: {
      type: 'choice',
      about: 'The keys to split by. The module is that of the function that was running.',
      choices: ['process', 'thread', 'module', 'cpu', 'kind'],
      default: 'process',
    },
    ...alongTime(),
    function: {
      type: 'text',
      about: 'Only samples with the function of this name in their stack, each once.',
    },
    module: {
      type: 'text',
      about: 'The module of that function, if several modules have a function of that name.',
    },
    top: howMany('Number of keys; all others are added up as `other`.', 8, 1000),
  },
  shape: 'tracks',
  columns,
  async answer(ask, params, scope) {
    const by = params.by as keyof typeof tracks;
    const { aligned } = params;
    const span = await spanFor(ask, scope, params);
    const { buckets } = span;
    const stacks =
      params.function === undefined ? null : await stacksThrough(ask, scope, params.function, params.module);
    // Grouping rules and functions cannot be answered from summaries.
    const bins = await binsOf(
      ask,
      span,
      scope,
      'sample',
      aligned && stacks === null && hideRules(scope.group) === '',
    );
    // Kinds are never added together: each is a key of its own, and has a rate of its own.
    const kinds =
      by === 'kind' && scope.kind === undefined
        ? [...new Set((await kindFacts(ask)).map(each => each.name))]
        : [scope.kind];
    const { key, join } = keySql(by);
    const groups = { bucket: bucketSql(span), key, capture: captureSql(span) };
    const tallies = await Promise.all(
      kinds.map(kind => {
        // Several kinds share the unit samples.
        const weight = kinds.length > 1 ? { weight: span.scope.weight ?? ('samples' as const) } : {};
        const kindScope = kind === undefined ? span.scope : { ...span.scope, ...weight, kind };
        return bins.isSummary
          ? binnedTally(ask, kindScope, bins, key, join)
          : tally(ask, kindScope, groups, join, stacks);
      }),
    );
    const nameOf = await keyNames(ask, by);
    const rate = rateOf(span, tallies, scope.weight === 'period');

    const { byKey, timeless } = sumsByKey(tallies, span, rate, (kind, key) =>
      by === 'kind' ? (kind ?? '') : nameOf(key),
    );
    const notes = onceEach([
      ...span.notes,
      ...(timeless > 0 ? [withoutTime(timeless, rate.amounts)] : []),
      ...tallies.flatMap(each => each.notes),
      ...(by === 'process' && scope.withIdle ? idleProcessNote(byKey.keys()) : []),
    ]);

    const ranked = [...byKey].map(([name, sums]) => ({ name, ...sums }));
    ranked.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
    const shown = ranked.slice(0, params.top);
    const rest = ranked.slice(params.top);
    if (rest.length > 0) {
      shown.push({ name: other, total: 0, values: sumOf(rest, buckets) });
      notes.push(otherNote(rest.map(each => each.name)));
    }
    const rows = shown.length * buckets;
    const time = new BigInt64Array(rows);
    const value = new Float64Array(rows);
    const keys: Texts = {
      index: Int32Array.from({ length: rows }, (_, row) => Math.floor(row / buckets)),
      values: shown.map(each => each.name),
    };
    shown.forEach((series, s) => {
      value.set(series.values, s * buckets);
      for (let i = 0; i < buckets; i++) time[s * buckets + i] = span.from + BigInt(i) * span.width;
    });
    return answer(
      withUnit(columnsBy(by), rate.unit),
      rows,
      {
        track: {
          index: new Int32Array(rows),
          values: [rate.unit === 'threads' ? tracks[by].replace('CPU', 'Waiting') : tracks[by]],
        },
        key: keys,
        time,
        value,
        id: idsBy(by, keys, rest.length > 0 ? shown.length - 1 : shown.length),
      },
      { notes },
    );
  },
});

interface Sums {
  total: number;
  readonly values: Float64Array;
}

const otherNote = (names: readonly string[]) =>
  note('other', `${other} is ${listed(names)}.`, { keys: names });

function sumOf(series: readonly Sums[], buckets: number): Float64Array {
  const sum = new Float64Array(buckets);
  for (const { values } of series) for (let i = 0; i < buckets; i++) sum[i]! += values[i]!;
  return sum;
}

/** The samples of each key in each bucket, as the rate states them; and the weight of those without a time. */
function sumsByKey(
  tallies: readonly Tally[],
  { buckets, captures }: Span,
  rate: ReturnType<typeof rateOf>,
  nameOf: (kind: string | null, key: number) => string,
) {
  const byKey = new Map<string, Sums>();
  let timeless = 0;
  for (const { groups, amount, kind } of tallies) {
    const [bucket, key, capture] = [groups.ints('bucket'), groups.ints('key'), groups.ints('capture')];
    const known = new Map<number, Sums>();
    const seriesOf = (key: number) => {
      const name = nameOf(kind, key);
      const series = byKey.get(name) ?? { total: 0, values: new Float64Array(buckets) };
      byKey.set(name, series);
      known.set(key, series);
      return series;
    };
    const worth = new Map(captures.map(({ id }) => [id, rate.perSample(kind ?? '', id)]));
    amount.forEach((each, row) => {
      const at = bucket[row]!;
      if (at < 0) {
        timeless += each;
        return;
      }
      const series = known.get(key[row]!) ?? seriesOf(key[row]!);
      const value = each * (worth.get(capture[row]!) ?? 0);
      series.total += value;
      series.values[Math.min(buckets - 1, at)]! += value;
    });
  }
  return { byKey, timeless };
}
