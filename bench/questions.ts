/**
 * Times questions on many samples against the bare DuckDB aggregation that each needs, in the same run.
 *
 * Simulates the window after a change of scope: call nodes are cached, sums of samples are not. Both sides run in turn.
 * Times are the best of all rounds and the ratio is the median of the rounds' ratios, so that other load hardly affects
 * them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzers } from '../analyzers/analyzers.ts';
import type { Ask, Params, ParamValues, Scope } from '../analyzers/contract.ts';
import { Workspace } from '../workspace/workspace.ts';
import { generate, type Size } from './questions/generate.ts';

const size: Size = { samples: 10_000_000, leaves: 200_000, depth: 40, functions: 20_000 };
/** Minimum number of rounds, and minimum duration of all rounds in ms. */
const minRounds = 9;
const minDuration = 4000;
/** Maximum ratio of the time of a question to that of its aggregation. */
const maxRatio = 1.5;

/** Thread 0 is the idle task, which questions exclude. */
const busy = 'SELECT * FROM sample WHERE thread <> 0';
const byStack = `SELECT stack, count(*) FROM (${busy}) GROUP BY stack`;
const byThread = `SELECT thread, count(*) FROM (${busy}) GROUP BY thread`;
const byTime = (key: string, from: string) =>
  `SELECT (ts // 333333333) AS bucket, ${key}, count(*) FROM ${from} GROUP BY ALL`;
const withModule = `(${busy}) sample JOIN stack ON stack.id = sample.stack JOIN frame ON frame.id = stack.frame`;
const half: Scope = { from: 0n, to: BigInt(size.samples) * 5_000n };
const inHalf = `ts >= ${half.from} AND ts < ${half.to}`;

/** Question, parameters, scope, and the least aggregation that can answer it. */
const cases: readonly [string, Readonly<Record<string, string | number>>, Scope, string][] = [
  ['functions', {}, {}, byStack],
  ['modules', {}, {}, byStack],
  ['call-tree', { depth: 5 }, {}, byStack],
  ['call-tree', { 'min-percent': 0.01 }, {}, byStack],
  ['inverted-tree', { depth: 1 }, {}, byStack],
  ['inverted-tree', { depth: 3, 'min-percent': 0.01 }, {}, byStack],
  ['caller-callee', { function: 'function_1000' }, {}, byStack],
  ['module-callers', { module: 'module-7.so' }, {}, byStack],
  ['functions', {}, half, `${byStack.replace(' GROUP', ` WHERE ${inHalf} GROUP`)}`],
  ['functions', {}, { cpus: [3] }, `${byStack.replace(' GROUP', ' WHERE cpu = 3 GROUP')}`],
  ['processes', {}, {}, byThread],
  ['threads', {}, {}, byThread],
  ['timeline', { by: 'process' }, {}, byTime('thread', `(${busy})`)],
  ['timeline', { by: 'module' }, {}, byTime('module', withModule)],
  ['heat', {}, {}, `SELECT (ts // 20000000) AS cell, count(*) FROM (${busy}) GROUP BY ALL`],
  // These answers have hundreds of thousands of rows.
  ['call-tree', {}, {}, byStack],
  ['inverted-tree', { depth: 2 }, {}, byStack],
];

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
  try {
    const path = join(folder, 'questions.aftertrace');
    const started = performance.now();
    await generate(path, size);
    console.log(
      `${size.samples} samples of ${size.leaves} stacks, generated in ${seconds(performance.now() - started)}`,
    );
    const workspace = await Workspace.open(path, { memory: 4e9 });
    const cache = new Map<string, Promise<unknown>>();
    const first = await timed(async () => void (await ask(workspace, cache, 'functions', {}, {})));
    console.log(`first question, which loads the stacks: ${seconds(first)}`);
    const slow = await compare(workspace, cache);
    process.exitCode = slow > 0 ? 1 : 0;
    await workspace.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints a line per question; resolves to the number of questions that exceed `maxRatio`. */
async function compare(workspace: Workspace, cache: Map<string, Promise<unknown>>): Promise<number> {
  let slow = 0;
  for (const [question, params, scope, bare] of cases) {
    const bareTimes: number[] = [];
    const ourTimes: number[] = [];
    let rows = 0;
    const started = performance.now();
    for (let round = 0; round < minRounds || performance.now() - started < minDuration; round++) {
      bareTimes.push(await timed(async () => void (await workspace.columns(bare))));
      ourTimes.push(
        await timed(async () => {
          rows = await ask(workspace, cache, question, params, scope);
        }),
      );
    }
    const [bareTime, ourTime] = [Math.min(...bareTimes), Math.min(...ourTimes)];
    const ratios = ourTimes.map((time, round) => time / bareTimes[round]!).sort((a, b) => a - b);
    const ratio = ratios[ratios.length >> 1]!;
    if (ratio > maxRatio) slow++;
    console.log(
      `${describe(question, params, scope).padEnd(52)} ${milliseconds(ourTime)}, bare ${milliseconds(bareTime)}, ` +
        `${ratio.toFixed(2)} ×${ratio > maxRatio ? `  (over ${maxRatio})` : ''}  ${rows} rows`,
    );
  }
  return slow;
}

/** Matches the cache keys of values that depend on the scope. */
const perScope = /^(tally|weighted|sums|roots|left-out) /;

/** Asks a question, with the cached values that do not depend on the scope; resolves to the number of rows. */
async function ask(
  workspace: Workspace,
  cache: Map<string, Promise<unknown>>,
  question: string,
  params: Readonly<Record<string, string | number>>,
  scope: Scope,
): Promise<number> {
  for (const key of cache.keys()) if (perScope.test(key)) cache.delete(key);
  const analyzer = analyzers.find(({ id }) => id === question)!;
  const defaults = Object.fromEntries(
    Object.entries(analyzer.params).map(([name, param]) => [
      name,
      'default' in param ? param.default : undefined,
    ]),
  );
  const context: Ask = {
    query: workspace,
    cancel: new AbortController().signal,
    memo<T>(key: string, make: () => Promise<{ value: T; bytes: number }>): Promise<T> {
      const value = cache.get(key) ?? make().then(result => result.value);
      cache.set(key, value);
      return value as Promise<T>;
    },
  };
  const values = { ...defaults, ...params } as ParamValues<Params>;
  return (await analyzer.answer(context, values, scope)).rows;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function describe(question: string, params: object, scope: Scope): string {
  const narrowed = Object.keys(scope).length > 0 ? ' on part of the samples' : '';
  const flags = Object.entries(params).map(([name, value]) => ` --${name} ${value}`);
  return `${question}${flags.join('')}${narrowed}`;
}

function milliseconds(time: number): string {
  return `${time.toFixed(0)} ms`.padStart(8);
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(1)} s`;
}
