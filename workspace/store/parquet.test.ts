import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonToParquet } from './parquet.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('keeps types, nanoseconds and nulls', async () => {
  const [json, parquet] = [join(folder, "it's.json"), join(folder, 'rows.parquet')];
  writeFileSync(
    json,
    '[{"name":"a","n":1.5,"count":"9007199254740993","at":"2026-05-01T12:00:00.123456789Z"},{"name":null,"n":null,"count":null,"at":null}]',
  );
  const columns = [
    { name: 'name', type: 'VARCHAR' },
    { name: 'n', type: 'DOUBLE' },
    { name: 'count', type: 'BIGINT' },
    { name: 'at', type: 'TIMESTAMP_NS' },
  ] as const;
  await jsonToParquet(json, columns, parquet);

  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  const rows = await connection.runAndReadAll(
    `SELECT name, n, count::VARCHAR, epoch_ns("at")::VARCHAR FROM '${parquet}'`,
  );
  expect(rows.getRows()).toEqual([
    ['a', 1.5, '9007199254740993', '1777636800123456789'],
    [null, null, null, null],
  ]);
  connection.closeSync();
  database.closeSync();
});
