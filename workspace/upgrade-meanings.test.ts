import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { expect, it } from 'vitest';
import { Workspace } from './workspace.ts';

it('takes the meanings of series in older files from their formats', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aftertrace-upgrade-')), 'meanings.aftertrace');
  await (await Workspace.open(path)).close();
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  const run = (sql: string) => duckdb.query(connection, sql);
  await run("UPDATE workspace SET value = '4'");
  for (const view of ['metrics', 'metric']) await run(`DROP VIEW ${view}`);
  for (const column of ['meaning', 'attributes', 'factor', 'addend'])
    await run(`ALTER TABLE series DROP COLUMN ${column}`);
  const texts = ['cpu', 'id', '%', 'queue', 'us'];
  await run(`INSERT INTO "text" VALUES ${texts.map((value, id) => `(${id}, '${value}', false)`).join(', ')}`);
  await run("INSERT INTO capture (id, name, format) VALUES (1, 'a', 'vmstat'), (2, 'b', 'of another age')");
  // cpu/id and cpu/us of vmstat, a counter that it lacks, and cpu/id of a format that no longer exists.
  await run(`INSERT INTO series (id, capture, object, counter, unit, cumulative)
    VALUES (0, 1, 0, 1, 2, false), (1, 1, 0, 4, 2, false), (2, 1, 0, 3, NULL, false), (3, 2, 0, 1, 2, false)`);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);

  const upgraded = await Workspace.open(path);
  const { rows } = await upgraded.table(
    `SELECT s.id, m.value, a.value, s.factor, s.addend FROM series s LEFT JOIN "text" m ON m.id = s.meaning
     LEFT JOIN "text" a ON a.id = s.attributes ORDER BY s.id`,
  );
  expect(rows).toEqual([
    [0, 'system.cpu.utilization', '{"cpu.mode":"idle"}', 0.01, 0],
    [1, 'system.cpu.utilization', '{"cpu.mode":"user"}', 0.01, 0],
    [2, null, null, null, null],
    [3, null, null, null, null],
  ]);
  const repeated = await upgraded.table('SELECT value FROM "text" GROUP BY value HAVING count(*) > 1');
  expect(repeated.rows).toEqual([]);
  await upgraded.close();
});
