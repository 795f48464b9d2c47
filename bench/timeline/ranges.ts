/**
 * Times the tracks of the timeline and the pictures over time for ranges from the whole capture down to a millisecond,
 * compared with a bare DuckDB query that counts the rows of the range.
 *
 * Simulates the window: values that depend on the range are not cached; values that were computed for earlier ranges and
 * do not depend on theirs are.
 */
import { analyzers } from '../../analyzers/analyzers.ts';
import type { Ask, Params, ParamValues, Scope } from '../../analyzers/contract.ts';
import { Memo } from '../../app/engine/memo.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { quantile } from '../window/script-times.ts';
import { largest } from './generate.ts';

const length = largest.samples * 10_000;
const buckets = 400;
/** Goal, ms. */
const goal = 200;
const rounds = 9;

/** Question, parameters, and the table that the bare query counts. */
const tracks: readonly [string, Readonly<Record<string, string | number>>, string][] = [
  ['timeline', { by: 'process', top: 6 }, 'sample'],
  ['timeline', { by: 'module', top: 6 }, 'sample'],
  ['levels', {}, 'event'],
  ['template-rates', { top: 8 }, 'event'],
  ['thread-states', { top: 4 }, 'state'],
  ['running', {}, 'state'],
  ['slice-tracks', {}, 'event'],
  ['disk-io-rate', {}, 'event'],
  ['heat', {}, 'sample'],
  ['cpu-heat', {}, 'state'],
  ['latency-heat', { kind: 'span' }, 'event'],
  ['field-histogram', { kind: 'span' }, 'event'],
  ['percentiles', { kind: 'span' }, 'event'],
  ['flame-chart', { of: 'samples' }, 'sample'],
];

/** All, or those that AFTERTRACE_BENCH_TRACKS names. */
const isSelected = (question: string) =>
  (process.env.AFTERTRACE_BENCH_TRACKS ?? question).split(',').includes(question);

const ranges: readonly [string, number][] = [
  ['whole', length],
  ['1/3', length / 3],
  ['1/10', length / 10],
  ['1/100', length / 100],
  ['1/1000', length / 1000],
  ['1 ms', 1e6],
];

/** Measures a workspace of the size `largest`; returns false if a p95 exceeds the goal. */
export async function measurePictures(path: string): Promise<boolean> {
  const workspace = await Workspace.open(path);
  let isWithin = true;
  try {
    console.log(`${'track or picture'.padEnd(34)} ${'range'.padEnd(7)}   p50 ms   p95 ms  bare ms   rows`);
    for (const [question, params, table] of tracks)
      if (isSelected(question) && (await measureRanges(workspace, question, params, table)) > goal)
        isWithin = false;
  } finally {
    await workspace.close();
  }
  return isWithin;
}

/** Prints a line per range; returns the p95 of all ranges, ms. */
async function measureRanges(
  workspace: Workspace,
  question: string,
  params: Readonly<Record<string, string | number>>,
  table: string,
): Promise<number> {
  const analyzer = analyzers.find(({ id }) => id === question);
  if (!analyzer) return 0;
  const memo = new Memo(512 * 2 ** 20);
  const ask: Ask = {
    query: workspace,
    cancel: new AbortController().signal,
    memo: (key, make) => memo.get(key, make),
  };
  const defaults = Object.fromEntries(
    Object.entries(analyzer.params).map(([name, param]) => [
      name,
      'default' in param ? param.default : undefined,
    ]),
  );
  const values = {
    ...defaults,
    ...('buckets' in analyzer.params && { buckets }),
    ...('aligned' in analyzer.params && { aligned: true }),
    ...params,
  } as ParamValues<Params>;
  const name = [question, ...Object.values(params)].join(' ');
  const first = await timed(() => analyzer.answer(ask, values, {}));
  console.log(`${name.padEnd(34)} ${'first'.padEnd(7)} ${ms(first.took)}`);
  const all: number[] = [];
  for (const [label, span] of ranges) {
    const times: number[] = [];
    const bare: number[] = [];
    let rows = 0;
    for (let round = 0; round < rounds; round++) {
      const from = Math.floor(((length - span) * ((round * 0.618 + 0.1) % 1)) / 1) + (round % 7);
      const scope: Scope = { from: BigInt(from), to: BigInt(Math.floor(from + span)) };
      bare.push((await timed(() => workspace.columns(bareQuery(table, scope)))).took);
      const answer = await timed(() => analyzer.answer(ask, values, scope));
      times.push(answer.took);
      rows = answer.value.rows;
    }
    all.push(...times);
    for (const list of [times, bare]) list.sort((a, b) => a - b);
    console.log(
      `${''.padEnd(34)} ${label.padEnd(7)} ${ms(quantile(times, 0.5))} ${ms(quantile(times, 0.95))} ${ms(quantile(bare, 0.5))}   ${rows}`,
    );
  }
  all.sort((a, b) => a - b);
  const p95 = quantile(all, 0.95);
  console.log(
    `${''.padEnd(34)} ${'all'.padEnd(7)} ${ms(quantile(all, 0.5))} ${ms(p95)}${p95 > goal ? `   over ${goal}` : ''}`,
  );
  return p95;
}

/** SQL that counts the rows of a range by bucket. */
function bareQuery(table: string, { from = 0n, to = 0n }: Scope): string {
  const width = (to - from) / BigInt(buckets) + 1n;
  const countsOf = (from_: string) =>
    `SELECT (ts - ${from}) // ${width} AS bucket, count(*) AS n FROM ${from_} WHERE ts >= ${from} AND ts < ${to} GROUP BY 1`;
  return table === 'event'
    ? `${countsOf('event_lines')} UNION ALL ${countsOf('event_rows')}`
    : countsOf(table);
}

async function timed<T>(work: () => Promise<T>): Promise<{ took: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { took: performance.now() - start, value };
}

const ms = (time: number): string => time.toFixed(1).padStart(8);
