/** The `tally` of a range, from a summary of all samples of all kinds. */
import { offCpu } from '../../parsers/event-meanings.ts';
import { Columns } from '../../workspace/query.ts';
import type { Ask, Scope } from '../contract.ts';
import {
  kindOfMost,
  periodSql,
  possibleKinds,
  sampleCount,
  samplesIn,
  type Tally,
  tallied,
  weighingOf,
} from '../samples.ts';
import { predicate } from '../scope.ts';
import { type Bins, binned } from './bins.ts';
import { bucketSql, captureSql } from './span.ts';

/** @param key SQL over `sample s` and `join`. The groups of the tally are `bucket`, `key` and `capture`. */
export async function binnedTally(
  ask: Ask,
  scope: Scope,
  bins: Bins,
  key: string,
  join: string,
): Promise<Tally> {
  const inRange = await predicate(ask, scope);
  const kinds = await possibleKinds(ask, scope, inRange.captures);
  // One summary serves all kinds.
  const { kind: _, ...ofAll } = bins.over.scope;
  const over = { ...bins, over: { ...bins.over, scope: ofAll } };
  const byPeriod = scope.weight === 'period' || [...kinds.names.values()].includes(offCpu);
  const count = await sampleCount(ask);
  const found = await binned(ask, over, `samples ${JSON.stringify([key, join, byPeriod])}`, async span => {
    const { from, where, params } = await samplesIn(ask, span.scope);
    return ask.query.columns(
      `SELECT ${bucketSql(span)} AS bin, ${key} AS key, ${captureSql(span)} AS capture, s.kind::INTEGER AS kind, ${count} AS samples${byPeriod ? `, ${periodSql}` : ''}
       FROM ${from} ${join} WHERE ${where} GROUP BY ALL`,
      params,
      ask.cancel,
    );
  });
  const idle = await binned(ask, over, 'idle samples', async span => {
    const { idle, where, params } = await samplesIn(ask, span.scope);
    return ask.query.columns(
      `SELECT ${bucketSql(span)} AS bin, s.kind::INTEGER AS kind, (s.stack IS NULL)::INTEGER AS stackless, ${count} AS samples
       FROM sample s WHERE ${where} AND (${idle ?? 'false'}) GROUP BY ALL`,
      params,
      ask.cancel,
    );
  });
  const { columns } = found;
  const [kind, samples] = [columns.ints('kind'), columns.numbers('samples')];
  const each = (visit: (row: number, bucket: number) => void) => {
    found.each(bins, visit);
    // A row without a time is in no range.
    if (!hasTime(scope)) found.eachWithoutBin(row => visit(row, -1));
  };
  const byKind = new Map<number, number>();
  const [only] = kinds.asked.length > 0 ? kinds.asked : kinds.names.size === 1 ? kinds.names.keys() : [];
  if (only === undefined) each(row => byKind.set(kind[row]!, (byKind.get(kind[row]!) ?? 0) + samples[row]!));
  const chosen =
    only === undefined
      ? kindOfMost(kinds.names, byKind)
      : { id: only, name: scope.kind ?? kinds.names.get(only)!, notes: [] };
  const weighing = weighingOf(scope, chosen.name);

  const [keys, captures] = [columns.ints('key'), columns.ints('capture')];
  const weight = weighing.byPeriod ? columns.numbers('amount') : samples;
  const silence = weighing.byPeriod ? columns.numbers('silent') : null;
  const groups = new Map<number, { key: number; capture: number; amounts: Float64Array }>();
  const timeless = bins.count / bins.perBucket;
  const most = Math.max(0, ...bins.over.captures.map(({ id }) => id)) + 1;
  let [amount, silent] = [0, 0];
  each((row, bucket) => {
    if (kind[row] !== chosen.id) return;
    const [key, capture] = [keys[row]!, captures[row]!];
    let group = groups.get(key * most + capture);
    if (!group) {
      group = { key, capture, amounts: new Float64Array(timeless + 1) };
      groups.set(key * most + capture, group);
    }
    group.amounts[bucket < 0 ? timeless : bucket]! += weight[row]!;
    amount += samples[row]!;
    silent += silence?.[row] ?? 0;
  });
  const leftOut = { samples: 0, withoutStack: 0 };
  const [idleKind, stackless, idleSamples] = [
    idle.columns.ints('kind'),
    idle.columns.ints('stackless'),
    idle.columns.numbers('samples'),
  ];
  const leaveOut = (row: number) => {
    if (idleKind[row] !== chosen.id) return;
    leftOut.samples += idleSamples[row]!;
    if (stackless[row] === 1) leftOut.withoutStack += idleSamples[row]!;
  };
  idle.each(bins, leaveOut);
  if (!hasTime(scope)) idle.eachWithoutBin(leaveOut);
  const shown = [...groups.values()].flatMap(({ key, capture, amounts }) =>
    Array.from(amounts, (amount, at) => ({ bucket: at === timeless ? -1 : at, key, capture, amount })).filter(
      each => each.amount > 0,
    ),
  );
  return tallied({
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
    kind: chosen.name,
    weighing,
    leftOut,
    notes: [...chosen.notes, ...inRange.notes],
    // A scope with hide rules is added up from rows.
    hidden: [],
  });
}

const hasTime = ({ from, to }: Scope): boolean => from !== undefined || to !== undefined;
