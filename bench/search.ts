/**
 * Searches a log of 10 M lines: time to the first hits, a count against `rg -c` on the same file in the same
 * run, time for facets, and time until a cancel takes effect.
 *
 * `AFTERTRACE_BENCH_LINES` sets another number of lines. Times are medians of three rounds, in which both programs run in turn.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzers } from '../analyzers/analyzers.ts';
import type { Ask, Params, ParamValues } from '../analyzers/contract.ts';
import { Memo } from '../app/engine/memo.ts';
import { readOnlyMemory, Workspace } from '../workspace/workspace.ts';
import { importInto, isInstalled } from './processes/run.ts';
import { writeServiceLog } from './search/service-log.ts';
import { quantile } from './window/script-times.ts';

const lines = Number(process.env.AFTERTRACE_BENCH_LINES ?? 10_000_000);
const rounds = 3;

/** A search, the arguments of ripgrep for the same, and the largest allowed ratio to ripgrep's time. */
const counts: readonly [name: string, query: string, rg: readonly string[], goal: number][] = [
  ['plain text, case counts', 'ShareLock', ['ShareLock'], 1.5],
  ['plain text, any case', 'sharelock', ['-i', 'sharelock'], 3],
  ['regular expression with a literal', '/Aid [0-9]+ in 8[0-9]+\\./', ['Aid [0-9]+ in 8[0-9]+\\.'], 3],
  ['regular expression of classes', '/session [0-9a-f]{6}ff/', ['session [0-9a-f]{6}ff'], 3],
];

/** Searches for text that is frequent, rare, and absent. */
const firsts = ['ShareLock', '"session 7ce42"', 'nowhere_at_all'];

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-search-'));
  try {
    const [log, path] = [join(folder, 'service.log'), join(folder, 'search.aftertrace')];
    writeServiceLog(log, lines);
    console.log(`${lines.toLocaleString('en-US')} lines, ${(statSync(log).size / 1e6).toFixed(0)} MB`);
    importInto(path, log);
    const workspace = await Workspace.open(path, { memory: readOnlyMemory });
    try {
      for (const query of firsts) await timeFirstHits(workspace, query);
      for (const search of counts) await compareCount(workspace, log, ...search);
      await timeFacets(workspace);
      await timeCancel(workspace);
    } finally {
      await workspace.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks with an empty memo, unless one is given. */
async function answered(
  workspace: Workspace,
  question: string,
  params: Readonly<Record<string, string>>,
  cancel: Ask['cancel'] = new AbortController().signal,
  memo = new Memo(512 * 2 ** 20),
): Promise<{ readonly took: number; readonly rows: number; readonly whole: number; readonly next: string }> {
  const analyzer = analyzers.find(({ id }) => id === question)!;
  const ask: Ask = { query: workspace, cancel, memo: (key, make) => memo.get(key, make) };
  const defaults = Object.entries(analyzer.params).map(([name, param]) => [
    name,
    'default' in param ? param.default : undefined,
  ]);
  const values = { ...Object.fromEntries(defaults), ...params } as ParamValues<Params>;
  const start = performance.now();
  const { rows, whole, notes } = await analyzer.answer(ask, values, {});
  const took = performance.now() - start;
  const next = String(notes.find(({ code }) => code === 'piece')?.data?.next ?? '');
  return { took, rows, whole: whole?.amount ?? rows, next };
}

async function timeFirstHits(workspace: Workspace, query: string): Promise<void> {
  let [took, pieces, after, rows] = [0, 0, 'start', 0];
  let longest = 0;
  const memo = new Memo(512 * 2 ** 20);
  while (after !== '' && rows === 0) {
    const piece = await answered(workspace, 'search', { query, after }, undefined, memo);
    took += piece.took;
    longest = Math.max(longest, piece.took);
    [after, rows, pieces] = [piece.next, piece.rows, pieces + 1];
  }
  console.log(
    `first hits of ${query}: ${took.toFixed(0)} ms, ${rows} hits, pieces ${pieces}, the longest ${longest.toFixed(0)} ms`,
  );
}

async function compareCount(
  workspace: Workspace,
  log: string,
  name: string,
  query: string,
  rg: readonly string[],
  goal: number,
): Promise<void> {
  const [us, them]: [number[], number[]] = [[], []];
  const hasPeer = isInstalled('rg', '--version');
  let [mine, theirs] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const answer = await answered(workspace, 'search', { query });
    us.push(answer.took);
    mine = answer.rows;
    if (!hasPeer) continue;
    const start = performance.now();
    const { stdout } = spawnSync('rg', ['-c', ...rg, log], { encoding: 'utf8' });
    them.push(performance.now() - start);
    theirs = Number(stdout);
  }
  const took = quantile(
    [...us].sort((a, b) => a - b),
    0.5,
  );
  if (!hasPeer) {
    console.log(`${name}: ${took.toFixed(0)} ms, ${mine} hits; no rg to compare with`);
    return;
  }
  const peer = quantile(
    [...them].sort((a, b) => a - b),
    0.5,
  );
  const isOver = took / peer > goal || mine !== theirs;
  if (isOver) process.exitCode = 1;
  console.log(
    `${name}: ${took.toFixed(0)} ms, rg ${peer.toFixed(0)} ms, ${(took / peer).toFixed(2)} × (goal ${goal} ×)${isOver ? ', over' : ''}; ${mine} hits, rg ${theirs}`,
  );
}

async function timeFacets(workspace: Workspace): Promise<void> {
  const count = await answered(workspace, 'search', { query: 'ShareLock' });
  const facets = await answered(workspace, 'search-facets', { query: 'ShareLock' });
  const histogram = await answered(workspace, 'search-histogram', { query: 'ShareLock' });
  console.log(
    `count ${count.took.toFixed(0)} ms, facets ${facets.took.toFixed(0)} ms, histogram ${histogram.took.toFixed(0)} ms`,
  );
}

async function timeCancel(workspace: Workspace): Promise<void> {
  const controller = new AbortController();
  const running = answered(workspace, 'search', { query: '/(a|b)*[0-9a-f]{6}fq/' }, controller.signal).then(
    () => 'the search finished before the cancel',
    () => 'the search stopped',
  );
  await new Promise(resolve => setTimeout(resolve, 300));
  const start = performance.now();
  controller.abort();
  const outcome = await running;
  console.log(`cancel: ${outcome} after ${(performance.now() - start).toFixed(0)} ms`);
}
