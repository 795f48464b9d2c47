import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { expect, it } from 'vitest';
import { Workspace } from './workspace.ts';

const rows = 300;

it('converts all metrics of an older file to runs, in any row order', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aftertrace-upgrade-')), 'metrics.aftertrace');
  await (await Workspace.open(path)).close();
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  const run = (sql: string) => duckdb.query(connection, sql);
  await run("UPDATE workspace SET value = '2'");
  for (const view of ['metrics', 'metric']) await run(`DROP VIEW ${view}`);
  for (const table of ['metric_times', 'metric_values']) await run(`DROP TABLE ${table}`);
  await run(`CREATE TABLE metric
    (capture INTEGER, series INTEGER, ts BIGINT, "value" DOUBLE, "row" INTEGER, since_boot BOOLEAN)`);
  await run(`INSERT INTO series (id, capture, cumulative) SELECT i, i // 3 + 1, false FROM range(5) t(i)`);
  // Two captures one after the other; the second has no clock, and its last series lacks some values.
  await run(
    `INSERT INTO metric SELECT 1, s, r * 5000000000 - 7, r / 3 + s, r, r = 0 FROM range(${rows}) t(r), range(3) u(s)`,
  );
  await run(`INSERT INTO metric SELECT 2, s + 3, NULL, r * s, r, false FROM range(${rows}) t(r), range(2) u(s)
    WHERE s = 0 OR r % 7 < 3`);
  await run('CREATE TABLE kept AS SELECT * FROM metric');
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);

  const upgraded = await Workspace.open(path);
  const one = async (sql: string) => (await upgraded.table(sql)).rows;
  const [[count]] = (await one('SELECT count(*) FROM kept')) as [[number]];
  expect(await one('SELECT count(*) FROM metric')).toEqual([[count]]);
  expect(await one('FROM kept EXCEPT ALL FROM metric')).toEqual([]);
  expect(await one('SELECT count(DISTINCT series), count(*) FROM metric_values')).toEqual([[5, 17]]);
  expect(await one('SELECT capture, count(*) FROM metric_times GROUP BY ALL ORDER BY ALL')).toEqual([
    [1, 4],
    [2, 5],
  ]);
  expect(await one("SELECT 1 FROM duckdb_tables() WHERE table_name = 'metric_before'")).toEqual([]);
  await upgraded.close();
});
