/**
 * Creates a workspace in an empty file, and upgrades an older workspace.
 *
 * Tables, columns, views and former names that `tables.ts` declares and the file lacks are added whenever a file is
 * opened. An upgrade also converts data that is stored differently now; it runs in one transaction, and a copy of the
 * file is kept until it has succeeded.
 */
import { constants, copyFileSync, rmSync } from 'node:fs';
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { rowTables, tables } from '../parsers/tables.ts';
import { DatabaseFile, raiseStorage, type StoreSettings } from './database-file.ts';
import { messageOf, WorkspaceError } from './errors.ts';
import { createFindingTables } from './findings/tables.ts';
import { prepareAppending } from './import/append.ts';
import { forgetRemoved } from './removed.ts';
import { readColumns } from './results.ts';
import {
  commentColumn,
  createSchema,
  createTable,
  name,
  packedRowTables,
  renamedColumns,
  renamedTables,
  type SqlTableName,
  schemaVersion,
  sqlColumns,
  storedTables,
} from './schema.ts';
import { convertClocks } from './upgrade-clocks.ts';
import { partEvents } from './upgrade-events.ts';
import { addMeanings } from './upgrade-meanings.ts';
import { packMetrics, unpacked } from './upgrade-metrics.ts';
import { addTasks } from './upgrade-tasks.ts';
import { createKindViews, createViews } from './views.ts';

/** Returns the store to use from now on: an upgrade closes the one it was given. */
export async function ensureSchema(
  store: DatabaseFile,
  isNew: boolean,
  settings: StoreSettings,
): Promise<DatabaseFile> {
  if (isNew) {
    await store.run(`BEGIN; ${createSchema()} ${createFindingTables().join('\n')} ${createViews()} COMMIT;`);
    return store;
  }
  const version = await store.use(connection => readVersion(connection, store.path));
  if (version > schemaVersion)
    throw new WorkspaceError(
      'newer',
      `${store.path} was made by a newer version of Aftertrace: open it with that version.`,
    );
  // Left by a killed process.
  await store.run(forgetRemoved.join(';'));
  if (version < schemaVersion) return upgrade(store, version, settings);
  await store.use(addDeclared);
  return store;
}

/** Adds what is declared and missing in a workspace of this version. */
async function addDeclared(connection: Connection): Promise<void> {
  const present = await presentColumns(connection);
  const statements = additions(present);
  if (statements.length === 0 && hasAllViews(present)) return;
  await duckdb.query(connection, `BEGIN; ${statements.join('\n')} ${createViews()}`);
  if (lacksTasks(present)) await addTasks(connection);
  const query = { columns: (sql: string) => readColumns(connection, sql) };
  await duckdb.query(connection, `${await createKindViews(query)} COMMIT;`);
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
    throw new WorkspaceError('corrupt', `${path} does not state its version: import the captures again.`);
  return version;
}

async function upgrade(store: DatabaseFile, version: number, settings: StoreSettings): Promise<DatabaseFile> {
  const { path } = store;
  const copy = `${path}.v${version}`;
  store.close();
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  let upgraded: DatabaseFile | null = null;
  try {
    await raiseStorage(path);
    upgraded = await DatabaseFile.open(path, settings);
    await upgraded.use(async connection => {
      prepareAppending(connection);
      const before = await presentColumns(connection);
      await duckdb.query(connection, `BEGIN; ${await upgradeStatements(connection, version)}`);
      if (version < 5) await convertClocks(connection);
      await packMetrics(connection);
      await addMeanings(connection);
      if (lacksTasks(before)) await addTasks(connection);
      await duckdb.query(connection, `${createViews()} ${raiseVersion}`);
      const query = { columns: (sql: string) => readColumns(connection, sql) };
      await duckdb.query(connection, `${await createKindViews(query)} COMMIT;`);
    });
  } catch (error) {
    upgraded?.close();
    copyFileSync(copy, path, constants.COPYFILE_FICLONE);
    rmSync(copy, { force: true });
    throw new WorkspaceError(
      'corrupt',
      `${path} is of version ${version} and could not be upgraded (${messageOf(error)}): it was not changed.`,
      { cause: error },
    );
  }
  rmSync(copy, { force: true });
  return upgraded;
}

const raiseVersion = `UPDATE workspace SET value = '${schemaVersion}' WHERE key = 'schema_version';`;

/** Columns of each table and view of a file. */
type Present = Map<string, Set<string>>;

async function presentColumns(connection: Connection): Promise<Present> {
  const rows = await readColumns(
    connection,
    "SELECT table_name AS t, column_name AS c FROM duckdb_columns() WHERE schema_name = 'main' AND NOT internal",
  );
  const ofTables = rows.texts('t');
  const columns = rows.texts('c');
  const present: Present = new Map();
  for (let i = 0; i < rows.length; i++) {
    const table = ofTables[i] as string;
    present.set(table, (present.get(table) ?? new Set()).add(columns[i] as string));
  }
  return present;
}

/** True if series lack the column of the process they are about. */
const lacksTasks = (present: Present): boolean => present.get('series')?.has('thread') === false;

function hasAllViews(present: Present): boolean {
  const unpacked = packedRowTables.every(table =>
    sqlColumns(table).every(column => present.get(table)?.has(column.name)),
  );
  const names = [...renamedTables.keys(), ...rowTables.map(table => tables[table].view)];
  return unpacked && names.every(view => present.has(view));
}

async function upgradeStatements(connection: Connection, version: number): Promise<string> {
  const present = await presentColumns(connection);
  const statements = additions(present);
  if (version < 5 && present.has('frame')) statements.push(unsignedAddresses);
  const events = present.get('event');
  if (!present.has('event_rows') && events) statements.push(partEvents(events));
  if (!present.has('metric_values') && present.has('metric'))
    statements.push(`ALTER TABLE metric RENAME TO ${unpacked};`);
  return statements.join('\n');
}

/** Statements that rename and add tables and columns. */
function additions(has: Present): string[] {
  const statements: string[] = createFindingTables((table, column) => has.get(table)?.has(column) ?? false);
  for (const [formerly, now] of renamedTables) {
    const present = has.get(formerly);
    if (!present || has.has(now)) continue;
    statements.push(`ALTER TABLE ${name(formerly)} RENAME TO ${name(now)};`);
    has.set(now, present);
  }
  for (const table of storedTables) {
    const present = has.get(table);
    if (!present) {
      statements.push(createTable(table));
      continue;
    }
    if (renamedColumns(table).some(names => names.some(each => !present.has(each)))) {
      statements.push(remake(table, present));
      continue;
    }
    for (const column of sqlColumns(table).filter(c => !present.has(c.name))) {
      statements.push(`ALTER TABLE ${name(table)} ADD COLUMN ${name(column.name)} ${column.type};`);
      statements.push(commentColumn(table, column));
    }
  }
  return statements;
}

/** Before version 5, addresses of the kernel (the upper half of the address space) were stored as negative numbers. */
const unsignedAddresses = `ALTER TABLE frame ALTER COLUMN address TYPE UBIGINT
  USING (CASE WHEN address < 0 THEN address::HUGEINT + 18446744073709551616 ELSE address END)::UBIGINT;`;

/**
 * Statements that recreate a table, because a virtual column, such as a former name, can only be created with its
 * table.
 */
function remake(table: SqlTableName, present: ReadonlySet<string>): string {
  const before = name(`${table}_before`);
  const formerly = new Map(renamedColumns(table).map(([old, now]) => [now, old]));
  const values = sqlColumns(table).map(column => {
    const old = present.has(column.name) ? column.name : (formerly.get(column.name) ?? '');
    return present.has(old) ? name(old) : 'NULL';
  });
  return `ALTER TABLE ${name(table)} RENAME TO ${before};
    ${createTable(table)}
    INSERT INTO ${name(table)} SELECT ${values.join(', ')} FROM ${before} ORDER BY rowid;
    DROP TABLE ${before};`;
}
