/** Workspaces of versions without findings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { expect, it } from 'vitest';
import { Workspace } from '../workspace.ts';
import { readRows } from './records.ts';

it('tables of findings are created on opening, even if a kind of event has a view of the same name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-tables-'));
  const path = join(folder, 'older.aftertrace');
  await (await Workspace.open(path)).close();
  const database = await duckdb.open(path);
  const connection = await duckdb.connect(database);
  await duckdb.query(
    connection,
    'DROP TABLE finding; DROP TABLE evidence; DROP TABLE finding_change; CREATE VIEW evidence AS SELECT 1 AS id;',
  );
  duckdb.disconnect_sync(connection);
  duckdb.close_sync(database);
  const workspace = await Workspace.open(path);
  for (const table of ['finding', 'evidence', 'finding_change'] as const)
    expect(await readRows(workspace, table, ['id'])).toEqual([]);
  await workspace.close();
  rmSync(folder, { recursive: true, force: true });
});
