/**
 * Times `correlate` and `onset` over 10,000 series of one day, one value per minute: first on a new workspace, then for
 * another symptom, with the intermediate results that the workspace cached for the first question.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import type { Analyzer, Ask, Params, ParamValues } from '../analyzers/contract.ts';
import { correlate } from '../analyzers/questions/correlate/correlate.ts';
import { onset } from '../analyzers/questions/onset/onset.ts';
import { askOf } from '../fixtures/samples.ts';
import { Workspace } from '../workspace/workspace.ts';

const series = 10_000;
const minutes = 1440;
/** Values per stored block, as imports write them. */
const valuesPerBlock = 120;

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
  try {
    const path = join(folder, 'movement.aftertrace');
    await generate(path);
    const workspace = await Workspace.open(path, { memory: 4e9 });
    const ask = askOf(workspace);
    const show = async (label: string, maxSeconds: number | null, analyzer: Analyzer, params: object) => {
      const before = process.cpuUsage();
      const started = performance.now();
      const answer = await asked(ask, analyzer, params);
      const took = (performance.now() - started) / 1000;
      const { user, system } = process.cpuUsage(before);
      const busy = (user + system) / 1e6;
      if (maxSeconds !== null && took > maxSeconds) process.exitCode = 1;
      console.log(
        `${label.padEnd(44)} ${took.toFixed(2).padStart(6)} s, ${busy.toFixed(2).padStart(6)} s of processors${maxSeconds === null ? '' : `  (at most ${maxSeconds} s)`}  ${answer.rows} rows`,
      );
    };
    await show('correlate, nothing cached', null, correlate, { with: 'series/7' });
    await show('correlate, another symptom', 2, correlate, { with: 'series/500' });
    await show('correlate, up to an hour earlier or later', 2, correlate, {
      with: 'series/7',
      'max-lag': '1h',
    });
    await show('onset', 5, onset, {});
    await show('onset, asked again', 5, onset, { top: 5 });
    await workspace.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes random-walk series, one in twenty of which rises for two hours. */
async function generate(path: string): Promise<void> {
  await (await Workspace.open(path)).close();
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  const runs = minutes / valuesPerBlock;
  const ns = 60_000_000_000;
  for (const sql of [
    `INSERT INTO text (id, value) SELECT i, CASE i WHEN 0 THEN 'object' WHEN 1 THEN 'counter' ELSE 'instance-' || i END FROM range(${series + 2}) t(i)`,
    `INSERT INTO series (id, capture, object, instance, counter, cumulative) SELECT i, 1, 0, i + 2, 1, false FROM range(${series}) t(i)`,
    `INSERT INTO capture (id, name, format, status, unit, facts, clock_domain, zero_ns, utc_offset_ns, clock_source,
       clock_guess, first_ts, last_ts, "rows", imported_ns)
     VALUES (1, 'generated', 'generated', 'complete', 'lines', '{}', 'utc', 0, 0, 'row-times', false, 0, ${(minutes - 1) * ns}, '{"metric":${series * minutes}}', 0)`,
    `INSERT INTO metric_times SELECT 1, r, list_transform(range(${valuesPerBlock}), k -> (r * ${valuesPerBlock} + k) * ${ns}), list_transform(range(${valuesPerBlock}), k -> (r * ${valuesPerBlock} + k)::INTEGER), false
     FROM range(${runs}) t(r)`,
    `INSERT INTO metric_values SELECT 1, i, r, list_transform(range(${valuesPerBlock}), k ->
         100 + (hash(i * 7919 + r * ${valuesPerBlock} + k) % 1000) / 100.0 + 5 * sin((r * ${valuesPerBlock} + k) / (20.0 + i % 300))
         + CASE WHEN i % 20 = 7 AND r * ${valuesPerBlock} + k BETWEEN 700 AND 820 THEN 60 ELSE 0 END)
     FROM range(${series}) s(i), range(${runs}) t(r)`,
  ])
    await duckdb.query(connection, sql);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
}

function asked(ask: Ask, analyzer: Analyzer, params: object) {
  const defaults = Object.fromEntries(
    Object.entries(analyzer.params).map(([name, param]) => [
      name,
      'default' in param ? param.default : undefined,
    ]),
  );
  return analyzer.answer(ask, { ...defaults, ...params } as ParamValues<Params>, {});
}
