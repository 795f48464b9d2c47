/** The `tally` of a range, from a summary of all samples of all kinds. */
import { offCpu } from '../../../parsers/event-meanings.ts';
import { Columns } from '../../../workspace/query.ts';
import type { Ask, Scope } from '../../contract.ts';
import {
  kindOfMost,
  periodSql,
  possibleKinds,
  sampleCount,
  samplesIn,
  type Tally,
  tallied,
  tally,
  weighingOf,
} from '../../samples/samples.ts';
import { predicate } from '../../scope/scope.ts';
import { hideRules } from '../../stacks/grouping.ts';
import { type Bins, binned, binsOf } from '../../time/bins.ts';
import { bucketSql, captureSql, spanOf } from '../../time/span.ts';

/** Rows of a query with the bucket of each. */
interface Counted {
  readonly columns: Columns;
  each(visit: (row: number, bucket: number) => void): void;
}

/**
 * @param key SQL over `sample s` and `join`. The groups of the tally are `bucket`, `key` and `capture`.
 * @param edges narrow ranges whose rows are counted in the first bucket: the parts of a range outside of whole bins
 */
export async function binnedTally(
  ask: Ask,
  scope: Scope,
  bins: Bins,
  key: string,
  join: string,
  edges: readonly Scope[] = [],
): Promise<Tally> {
  const inRange = await predicate(ask, scope);
  const kinds = await possibleKinds(ask, scope, inRange.captures);
  // One summary serves all kinds.
  const { kind: _, ...ofAll } = bins.over.scope;
  const over = { ...bins, over: { ...bins.over, scope: ofAll } };
  const byPeriod = scope.weight === 'period' || [...kinds.names.values()].includes(offCpu);
  const count = await sampleCount(ask);
  const counted = async (name: string, read: (bin: string, scope: Scope) => Promise<Columns>) => {
    const found = await binned(ask, over, name, span => read(bucketSql(span), span.scope));
    const parts: Counted[] = [
      {
        columns: found.columns,
        each: visit => {
          found.each(bins, visit);
          // A row without a time is in no range.
          if (!hasTime(scope)) found.eachWithoutBin(row => visit(row, -1));
        },
      },
    ];
    for (const { kind: _, ...edge } of edges) {
      const columns = await read('0', edge);
      parts.push({
        columns,
        each: visit => {
          for (let row = 0; row < columns.length; row++) visit(row, 0);
        },
      });
    }
    return parts;
  };
  const parts = await counted(`samples ${JSON.stringify([key, join, byPeriod])}`, async (bin, within) => {
    const { from, where, params } = await samplesIn(ask, within);
    return ask.query.columns(
      `SELECT ${bin} AS bin, ${key} AS key, ${captureSql(bins.over)} AS capture, s.kind::INTEGER AS kind, ${count} AS samples${byPeriod ? `, ${periodSql}` : ''}
       FROM ${from} ${join} WHERE ${where} GROUP BY ALL`,
      params,
      ask.cancel,
    );
  });
  const idleParts = await counted('idle samples', async (bin, within) => {
    const { idle, where, params } = await samplesIn(ask, within);
    return ask.query.columns(
      `SELECT ${bin} AS bin, s.kind::INTEGER AS kind, (s.stack IS NULL)::INTEGER AS stackless, ${count} AS samples
       FROM sample s WHERE ${where} AND (${idle ?? 'false'}) GROUP BY ALL`,
      params,
      ask.cancel,
    );
  });
  const [only] =
    kinds.chosenKind.length > 0 ? kinds.chosenKind : kinds.names.size === 1 ? kinds.names.keys() : [];
  const chosen =
    only === undefined
      ? kindOfMost(kinds.names, samplesByKind(parts))
      : { id: only, name: scope.kind ?? kinds.names.get(only)!, notes: [] };
  const weighing = weighingOf(scope, chosen.name);

  const grouped = groupedBy(parts, chosen.id, weighing.byPeriod, bins);
  const leftOut = leftOutOf(idleParts, chosen.id);
  return tallied({
    ...grouped,
    kind: chosen.name,
    weighing,
    leftOut,
    notes: [...chosen.notes, ...inRange.notes],
    // A scope with hide rules is added up from rows.
    hidden: [],
  });
}

function samplesByKind(parts: readonly Counted[]): Map<number, number> {
  const byKind = new Map<number, number>();
  for (const { columns, each } of parts) {
    const [kind, samples] = [columns.ints('kind'), columns.numbers('samples')];
    each(row => byKind.set(kind[row]!, (byKind.get(kind[row]!) ?? 0) + samples[row]!));
  }
  return byKind;
}

/** The samples of a kind by bucket, key and capture. */
function groupedBy(
  parts: readonly Counted[],
  kindId: number,
  byPeriod: boolean,
  bins: Bins,
): Pick<Parameters<typeof tallied>[0], 'groups' | 'amounts' | 'samples' | 'silent'> {
  const groups = new Map<number, { key: number; capture: number; amounts: Float64Array }>();
  const timeless = bins.count / bins.perBucket;
  const captureIds = Math.max(0, ...bins.over.captures.map(({ id }) => id)) + 1;
  let [amount, silent] = [0, 0];
  for (const { columns, each } of parts) {
    const [kind, samples] = [columns.ints('kind'), columns.numbers('samples')];
    const [keys, captures] = [columns.ints('key'), columns.ints('capture')];
    const weight = byPeriod ? columns.numbers('amount') : samples;
    const silence = byPeriod ? columns.numbers('silent') : null;
    each((row, bucket) => {
      if (kind[row] !== kindId) return;
      const [key, capture] = [keys[row]!, captures[row]!];
      let group = groups.get(key * captureIds + capture);
      if (!group) {
        group = { key, capture, amounts: new Float64Array(timeless + 1) };
        groups.set(key * captureIds + capture, group);
      }
      group.amounts[bucket < 0 ? timeless : bucket]! += weight[row]!;
      amount += samples[row]!;
      silent += silence?.[row] ?? 0;
    });
  }
  const shown = [...groups.values()].flatMap(({ key, capture, amounts }) =>
    Array.from(amounts, (amount, at) => ({ bucket: at === timeless ? -1 : at, key, capture, amount })).filter(
      each => each.amount > 0,
    ),
  );
  return {
    groups: new Columns(
      shown.length,
      new Map([
        ['bucket', Int32Array.from(shown, each => each.bucket)],
        ['key', Int32Array.from(shown, each => each.key)],
        ['capture', Int32Array.from(shown, each => each.capture)],
      ]),
    ),
    amounts: Float64Array.from(shown, each => each.amount),
    samples: amount,
    silent,
  };
}

/** Idle samples of a kind. */
function leftOutOf(parts: readonly Counted[], kindId: number) {
  const leftOut = { samples: 0, withoutStack: 0 };
  for (const { columns, each } of parts) {
    const [kind, stackless] = [columns.ints('kind'), columns.ints('stackless')];
    const samples = columns.numbers('samples');
    each(row => {
      if (kind[row] !== kindId) return;
      leftOut.samples += samples[row]!;
      if (stackless[row] === 1) leftOut.withoutStack += samples[row]!;
    });
  }
  return leftOut;
}

/** A quarter of a summary. Below it, the queries for the rows beside the bins take as long as one query for the rows of the range. */
const fewBins = 2048;

/** The `tally` by `key` and `capture` of exactly the range in scope: whole bins, and the rows beside them. */
export async function tallyOfRange(ask: Ask, scope: Scope, key: string): Promise<Tally> {
  const { from, to } = scope;
  const fromRows = () => tally(ask, scope, { key, capture: 's.capture' });
  if (from === undefined || to === undefined || hideRules(scope.group) !== '') return fromRows();
  const { isSummary, over } = await binsOf(ask, await spanOf(ask, scope, 1), scope, 'sample', true);
  if (!isSummary || from < over.from) return fromRows();
  const first = (from - over.from + over.width - 1n) / over.width;
  const end = (to - over.from) / over.width;
  const last = end < over.buckets ? end : BigInt(over.buckets);
  const count = Number(last - first);
  if (count < fewBins) return fromRows();
  const bins = { over, isSummary, first: Number(first), count, perBucket: count };
  return binnedTally(ask, scope, bins, key, '', [
    { ...scope, to: over.from + first * over.width },
    { ...scope, from: over.from + last * over.width },
  ]);
}

const hasTime = ({ from, to }: Scope): boolean => from !== undefined || to !== undefined;
