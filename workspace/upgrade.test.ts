import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { afterAll, describe, expect, it } from 'vitest';
import { name, schemaVersion, sqlColumns, sqlTableNames } from './schema.ts';
import { Workspace } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-older-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a workspace of schema `version`, runs `sql` in it, and opens it, which upgrades it. */
async function upgraded(version: number, sql: string): Promise<Workspace> {
  const path = join(folder, `${version}.aftertrace`);
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  const schema = readFileSync(join(import.meta.dirname, 'older', `schema-${version}.sql`), 'utf8');
  await duckdb.query(connection, schema);
  await duckdb.query(connection, sql);
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
  return Workspace.open(path);
}

const rows = `
  INSERT INTO capture (id, name, status, used, blank, stepped_over, zero_ns, utc_offset_ns, facts, "rows", imported_ns)
    VALUES (1, 'app.log', 'complete', 7, 1, 3, 0, 0, '{}', '{}', 0), (2, 'b.log', 'complete', 1, 0, 0, 0, 0, '{}', '{}', 0);
  INSERT INTO "text" VALUES (0, 'log', false), (1, 'once', true);
  INSERT INTO shape VALUES (0, '[{"key":"who","type":"text"}]');
  INSERT INTO sample VALUES (1, 5, 0, NULL, 0, 1, NULL, NULL);
  INSERT INTO template VALUES (0, 'lo<*>');`;

/** By schema version. */
const insertEvents: Readonly<Record<number, string>> = {
  3: "INSERT INTO event (capture, ts, kind, message, shape, texts, numbers) VALUES (1, 10, 0, 'hello', 0, [1], [])",
  4: `INSERT INTO event_class VALUES (0, 1, 0, NULL, NULL, NULL, 0, 1);
    INSERT INTO event_lines VALUES (0, 10, 'hello', [1], [], 1, 0);`,
};

describe.each([3, 4])('a workspace of version %i', version => {
  it('is upgraded when it is opened', async () => {
    const workspace = await upgraded(version, `${rows} ${insertEvents[version]}`);
    const all = async (sql: string) => (await workspace.table(sql)).rows;
    expect(await all("SELECT value FROM workspace WHERE key = 'schema_version'")).toEqual([
      [String(schemaVersion)],
    ]);
    for (const table of sqlTableNames)
      await all(`SELECT ${sqlColumns(table).map(column => name(column.name))} FROM ${name(table)}`);
    expect(await all('SELECT capture, ts, message, "values"::VARCHAR FROM event')).toEqual([
      [1, 10, 'hello', '[1]'],
    ]);
    expect(await all('SELECT ts, who FROM log')).toEqual([[10, 'once']]);
    expect(await all('SELECT ts, kind FROM samples')).toEqual([[5, 'log']]);
    expect((await workspace.captures()).map(({ id, used, skipped }) => [id, used, skipped])).toEqual([
      [1, 7, 3],
      [2, 1, 0],
    ]);
    await workspace.close();
  });

  it('an upgraded workspace has the former table and column names as aliases', async () => {
    const workspace = await Workspace.open(join(folder, `${version}.aftertrace`));
    const all = async (sql: string) => (await workspace.table(sql)).rows;
    expect(await all('SELECT skipped, stepped_over FROM capture ORDER BY id')).toEqual([
      [3, 3],
      [0, 0],
    ]);
    expect(await all('SELECT value, not_interned, loose FROM "text" ORDER BY id')).toEqual([
      ['log', false, false],
      ['once', true, true],
    ]);
    expect(await all('SELECT masked, skeleton, template FROM template')).toEqual([[0, 0, 'lo<*>']]);
    expect(await all('SELECT keys FROM shape')).toEqual(await all('SELECT keys FROM field_schema'));
    for (const table of ['event', 'events', 'event_class'])
      expect(await all(`SELECT field_schema, shape FROM ${table}`)).toEqual([[0, 0]]);
    expect(await all("SELECT table_name FROM duckdb_tables() WHERE table_name LIKE '%before'")).toEqual([]);
    await workspace.close();
  });
});

it('a workspace of version 5 keeps its rows and gets the current version', async () => {
  const path = join(folder, '5.aftertrace');
  await (await Workspace.open(path)).close();
  const store = await duckdb.open(path);
  const connection = await duckdb.connect(store);
  await duckdb.query(
    connection,
    `UPDATE workspace SET value = '5' WHERE key = 'schema_version';
     INSERT INTO "text" VALUES (0, 'f', false), (1, '[k]', false); INSERT INTO frame (id, symbol, module, address) VALUES (0, 0, 1, 18446744071578845184)`,
  );
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(store);
  const workspace = await Workspace.open(path);
  const all = async (sql: string) => (await workspace.table(sql)).rows;
  expect(await all("SELECT value FROM workspace WHERE key = 'schema_version'")).toEqual([
    [String(schemaVersion)],
  ]);
  expect(await all('SELECT address::VARCHAR FROM frame')).toEqual([['18446744071578845184']]);
  await workspace.close();
});
