/**
 * Creates a workspace in an empty file, and upgrades an older one, version by version.
 *
 * A copy of the file is kept until the upgraded file is whole without its write-ahead log: DuckDB cannot replay every
 * change of a table from that log.
 */
import { constants, copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { rowTables, tables } from '../parsers/tables.ts';
import { causeOf } from './causes.ts';
import { mustOnlyRead } from './database/allowed-functions.ts';
import { DatabaseFile, newer, raiseStorage, type StoreSettings } from './database/database-file.ts';
import { renameSynced, sync } from './database/durable.ts';
import { headersSize, isDatabase } from './database/headers.ts';
import { readColumns } from './database/results.ts';
import { messageOf, WorkspaceError } from './errors.ts';
import { faultPoints } from './fault-points.ts';
import { prepareAppending } from './store/append.ts';
import { createFindingTables } from './store/finding-tables.ts';
import { forgetRemoved } from './store/removed.ts';
import {
  createOwed,
  createSchema,
  name,
  nameWorkspace,
  schemaVersion,
  sqlColumns,
  sqlTableNames,
  storedTables,
} from './store/schema.ts';
import { createKindViews, createViews } from './store/views.ts';

/** From one version of the schema to the next. Runs in the transaction of the whole upgrade. */
export interface Upgrade {
  readonly from: number;
  run(connection: Connection): Promise<unknown>;
}

/** The first is from the baseline: older files are drafts, from before the first release. */
export const upgrades: readonly Upgrade[] = [
  { from: 6, run: connection => duckdb.query(connection, `${createOwed} ${nameWorkspace}`) },
  {
    from: 7,
    run: connection =>
      duckdb.query(
        connection,
        'ALTER TABLE event_class ADD COLUMN IF NOT EXISTS zone_differs BOOLEAN DEFAULT false;',
      ),
  },
];

/** What questions read; a file from elsewhere may have a view under any of these names. */
const relations: readonly string[] = [...sqlTableNames, ...rowTables.map(table => tables[table].view)];

const baseline = upgrades[0]?.from ?? schemaVersion;

/** Returns the store to use from now on: an upgrade closes the one it was given. */
export async function ensureSchema(
  store: DatabaseFile,
  isNew: boolean,
  settings: StoreSettings,
): Promise<DatabaseFile> {
  if (isNew || (await store.use(isEmpty))) {
    await store.run(`BEGIN; ${createSchema()} ${createFindingTables().join('\n')} ${createViews()} COMMIT;`);
    return store;
  }
  const version = await store.use(connection => readVersion(connection, store.path));
  if (version > schemaVersion) throw newer(store.path);
  if (version < baseline) throw draft(store.path);
  await store.use(connection => mustOnlyRead(connection, store.path, relations));
  // Left by a killed process.
  await store.run(forgetRemoved.join(';'));
  if (version < schemaVersion) return upgrade(store, version, settings);
  const copy = copyBefore(store.path);
  if (copy !== null) {
    await store.run('CHECKPOINT');
    removeCopy(copy);
  }
  return store;
}

/** A file that may only be read cannot be upgraded. */
export async function mustBeCurrent(store: DatabaseFile): Promise<DatabaseFile> {
  const version = await store.use(connection => readVersion(connection, store.path));
  if (version > schemaVersion) throw newer(store.path);
  await store.use(connection => mustOnlyRead(connection, store.path, relations));
  if (version === schemaVersion) return store;
  throw new WorkspaceError(
    'unreadable',
    `${store.path} was made by an earlier version of Aftertrace, and may only be read here: copy it to where it can be changed, and open the copy.`,
  );
}

/**
 * Opens a file. If it is one that a killed upgrade left and DuckDB cannot open it, it is set aside, and the copy from
 * before the upgrade takes its place.
 */
export async function openStore(path: string, settings: StoreSettings): Promise<DatabaseFile> {
  try {
    return await DatabaseFile.open(path, settings);
  } catch (error) {
    const copy = copyBefore(path);
    if (copy === null || !(error instanceof WorkspaceError) || error.code !== 'corrupt') throw error;
    for (const suffix of ['.wal', ''])
      if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.damaged${suffix}`);
    renameSync(copy, path);
    return DatabaseFile.open(path, settings);
  }
}

/**
 * True if there is no file. Removes one that holds nothing: an empty one, and one whose creation was killed while its
 * headers were written.
 */
export function isUncreated(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return !stat;
  if (stat.size >= headersSize || (stat.size > 0 && !isDatabase(readFileSync(path)))) return false;
  rmSync(path);
  return true;
}

/** The copy that an upgrade of a file has made and not removed. */
function copyBefore(path: string): string | null {
  const copies = upgrades.map(({ from }) => `${path}.v${from}`);
  return copies.find(copy => existsSync(copy)) ?? null;
}

/** If it cannot be removed now, the next opening does. */
function removeCopy(copy: string): void {
  try {
    rmSync(copy, { force: true });
  } catch {
    // The workspace is whole without it.
  }
}

const draft = (path: string): WorkspaceError =>
  new WorkspaceError(
    'draft',
    `${path} was made by a draft of Aftertrace, from before its first release, and cannot be opened: aftertrace rescue takes its findings out, and its captures can be imported again.`,
  );

/** True of a file whose creation was killed before its first transaction. */
async function isEmpty(connection: Connection): Promise<boolean> {
  const result = await readColumns(connection, 'SELECT count(*)::INTEGER AS n FROM duckdb_tables()');
  return result.ints('n')[0] === 0;
}

async function readVersion(connection: Connection, path: string): Promise<number> {
  const result = await readColumns(
    connection,
    "SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE schema_name = 'main' AND table_name IN ('workspace', 'capture')",
  );
  if (result.ints('n')[0] !== 2)
    throw new WorkspaceError(
      'not-a-workspace',
      `${path} is a DuckDB database, but not an Aftertrace workspace: choose another file.`,
    );
  const rows = await readColumns(connection, "SELECT value AS v FROM workspace WHERE key = 'schema_version'");
  const version = Number(rows.texts('v')[0]);
  if (!Number.isInteger(version))
    throw new WorkspaceError(
      'corrupt',
      `${path} does not state its version: aftertrace rescue takes its findings out.`,
    );
  return version;
}

async function upgrade(store: DatabaseFile, version: number, settings: StoreSettings): Promise<DatabaseFile> {
  const { path } = store;
  const copy = `${path}.v${version}`;
  store.close();
  copyWhole(path, copy);
  faultPoints.reached('upgrade copied');
  let upgraded: DatabaseFile | null = null;
  try {
    await raiseStorage(path);
    upgraded = await DatabaseFile.open(path, settings);
    await upgraded.use(async connection => {
      prepareAppending(connection);
      await duckdb.query(connection, 'BEGIN');
      for (const step of upgrades) {
        if (step.from < version) continue;
        await step.run(connection);
        faultPoints.reached(`upgrade from ${step.from}`);
      }
      if (await lacksColumns(connection)) throw draft(path);
      await duckdb.query(
        connection,
        `${createViews()} UPDATE workspace SET value = '${schemaVersion}' WHERE key = 'schema_version';`,
      );
      const query = { columns: (sql: string) => readColumns(connection, sql) };
      await duckdb.query(connection, `${await createKindViews(query)} COMMIT;`);
    });
    faultPoints.reached('upgrade committed');
    await upgraded.run('CHECKPOINT');
    faultPoints.reached('upgrade checkpointed');
  } catch (error) {
    upgraded?.close();
    rmSync(`${path}.wal`, { force: true });
    renameSync(copy, path);
    if (error instanceof WorkspaceError) throw error;
    throw new WorkspaceError(
      'unwritable',
      `${path} is of version ${version} and could not be upgraded (${causeOf(error)?.why ?? messageOf(error)}): it was not changed.`,
      { cause: error },
    );
  }
  removeCopy(copy);
  return upgraded;
}

/** A copy that exists under its name only when it is whole. */
function copyWhole(from: string, to: string): void {
  const part = `${to}.part`;
  try {
    copyFileSync(from, part, constants.COPYFILE_FICLONE);
    sync(part);
    renameSynced(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** True if a declared column is missing: drafts of the baseline lack some. */
async function lacksColumns(connection: Connection): Promise<boolean> {
  const rows = await readColumns(
    connection,
    "SELECT table_name AS t, column_name AS c FROM duckdb_columns() WHERE schema_name = 'main' AND NOT internal",
  );
  const columns = rows.texts('c');
  const present = new Set(rows.texts('t').map((table, row) => name(`${table}.${columns[row]}`)));
  return storedTables.some(table =>
    sqlColumns(table).some(column => !present.has(name(`${table}.${column.name}`))),
  );
}
