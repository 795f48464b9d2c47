import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { expect, it } from 'vitest';
import { fixture } from '../fixtures/shared.ts';
import { Workspace } from './workspace.ts';

const ofSeries = `SELECT s.id, x.value AS process, t.pid, t.tid FROM series s LEFT JOIN thread t ON t.id = s.thread
  LEFT JOIN "text" x ON x.id = t.process ORDER BY s.id`;

/** A workspace of these files as it was before series named their processes, with further changes. */
async function older(paths: readonly string[], ...changes: readonly string[]): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'aftertrace-upgrade-')), 'tasks.aftertrace');
  const made = await Workspace.open(path);
  if (paths.length > 0) await made.import({ paths, workers: 0 });
  await made.close();
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  const views = ['metrics', 'metric'].map(view => `DROP VIEW ${view}`);
  for (const sql of [...views, 'ALTER TABLE series DROP COLUMN thread', ...changes])
    await duckdb.query(connection, sql);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
  return path;
}

it('series of older files get the processes that they were read with, and everything else stays', async () => {
  const paths = [fixture('pidstat/pidstat-t.txt'), fixture('samples/cpu-hog/vmstat.txt')];
  const fresh = await Workspace.open(null);
  await fresh.import({ paths, workers: 0 });
  const expected = (await fresh.table(ofSeries)).rows;
  await fresh.close();
  expect(expected.some(([, process]) => process !== null)).toBe(true);
  expect(expected.some(([, process]) => process === null)).toBe(true);
  // Threads that only series refer to are removed as well.
  const upgraded = await Workspace.open(await older(paths, 'DELETE FROM thread'));
  expect((await upgraded.table(ofSeries)).rows).toEqual(expected);
  for (const table of ['"text"', 'thread']) {
    const columns = table === 'thread' ? 'process, pid, tid' : 'value';
    const repeated = await upgraded.table(`SELECT ${columns} FROM ${table} GROUP BY ALL HAVING count(*) > 1`);
    expect(repeated.rows).toEqual([]);
  }
  await upgraded.close();
});

it('takes a number in parentheses for a process only if the format writes processes like that', async () => {
  const path = await older(
    [],
    `INSERT INTO "text" (id, value, not_interned) VALUES (0, 'process', false), (1, 'sda (8)', false), (2, 'x (99999999999)', false), (3, 'n', false)`,
    "INSERT INTO capture (id, name, format) VALUES (1, 'a', 'perfmon'), (2, 'b', 'pidstat')",
    `INSERT INTO series (id, capture, object, "instance", counter, cumulative) VALUES (0, 1, 0, 1, 3, false), (1, 2, 0, 2, 3, false)`,
  );
  const upgraded = await Workspace.open(path);
  expect((await upgraded.table(ofSeries)).rows).toEqual([
    [0, null, null, null],
    [1, null, null, null],
  ]);
  await upgraded.close();
});
