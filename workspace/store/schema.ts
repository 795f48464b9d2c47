/**
 * The SQL schema, derived from `parsers/tables.ts` and `packed.ts`: one table (or view, where rows are packed) per entry,
 * under the same names.
 *
 * Interned tables have `id` in front, row tables `capture`. Nothing is indexed: ids are dense and scans are faster than
 * keeping an index up to date during an import. The about texts become SQL comments, so that `DESCRIBE` and any DuckDB
 * client explain the file.
 */
import { type RowTable, rowTables, type Table, type TableName, tables } from '../../parsers/tables.ts';
import { type PackedTableName, packedTables, type StoredColumn } from './packed.ts';

/** Raised whenever the schema changes, with a step in `upgrade.ts`: tables and columns are not added otherwise. */
export const schemaVersion = 8;

const types: Readonly<Record<StoredColumn['type'], string>> = {
  time: 'BIGINT',
  duration: 'BIGINT',
  line: 'BIGINT',
  offset: 'BIGINT',
  integer: 'BIGINT',
  wide: 'BIGINT',
  number: 'DOUBLE',
  numbers: 'DOUBLE[]',
  values: 'INTEGER[]',
  times: 'BIGINT[]',
  smalls: 'INTEGER[]',
  flag: 'BOOLEAN',
  address: 'UBIGINT',
  bytes: 'VARCHAR',
  string: 'VARCHAR',
  small: 'INTEGER',
  // Ids.
  text: 'INTEGER',
  frame: 'INTEGER',
  stack: 'INTEGER',
  thread: 'INTEGER',
  series: 'INTEGER',
  field_schema: 'INTEGER',
  class: 'INTEGER',
};

/** The DuckDB type that stores a column. */
export const sqlType = (type: StoredColumn['type']): string => types[type];

export interface SqlColumn {
  readonly name: string;
  readonly type: string;
  readonly about: string;
  /** A former name under which it can still be read. */
  readonly formerly?: string | undefined;
}

/** All tables and views in SQL: the row tables and those in which they are stored. */
export type SqlTableName = TableName | PackedTableName;

const isPacked = (name: SqlTableName): name is PackedTableName => name in packedTables;

/** Declared columns of a table, in order, without those that the workspace adds in front. */
export function declaredColumns(name: SqlTableName): Readonly<Record<string, StoredColumn>> {
  return isPacked(name) ? packedTables[name].columns : tables[name].columns;
}

/** Adds the unit of a column to its description: times are ns since the zero of their capture, durations ns. */
function withUnit({ about, unit, type }: StoredColumn): string {
  const shownUnit = unit ?? (type === 'time' || type === 'duration' ? 'ns' : null);
  return shownUnit === null ? about : `${about} Unit: ${shownUnit}.`;
}

/** Columns of a table in the order they are stored. */
export function sqlColumns(name: SqlTableName): readonly SqlColumn[] {
  const columns: SqlColumn[] = Object.entries(declaredColumns(name)).map(([column, declaration]) => ({
    name: column,
    type: sqlType(declaration.type),
    about: withUnit(declaration),
    formerly: declaration.formerly,
  }));
  if (!isPacked(name) && tables[name].kind === 'interned')
    columns.unshift({ name: 'id', type: 'INTEGER', about: 'Dense, from 0.' });
  if (hasCaptureInFront(name))
    columns.unshift({ name: 'capture', type: 'INTEGER', about: 'The capture it came from.' });
  return columns;
}

const tableNames = Object.keys(tables) as TableName[];
const packedNames = Object.keys(packedTables) as PackedTableName[];
/** Row tables that are views over stored tables. */
export const packedRowTables: readonly RowTable[] = rowTables.filter(table =>
  packedNames.some(name => packedTables[name].table === table),
);
export const isView = (name: SqlTableName): boolean => packedRowTables.some(table => table === name);

export const sqlTableNames: readonly SqlTableName[] = [...tableNames, ...packedNames];
/** Tables that hold rows, not views. */
export const storedTables = sqlTableNames.filter(name => !isView(name));

/** The row table whose rows it stores: itself, unless that is a view. */
export const tableOf = (name: RowTable | PackedTableName): RowTable =>
  name in packedTables ? packedTables[name as PackedTableName].table : (name as RowTable);

/** True if the capture of a row is found through its `class`. */
const isOfClass = (name: SqlTableName): boolean => 'class' in declaredColumns(name);

/** True if the workspace fills in a first column `capture`. */
export function hasCaptureInFront(name: SqlTableName): boolean {
  if (isOfClass(name) || 'capture' in declaredColumns(name)) return false;
  return isPacked(name) || tables[name].kind === 'row';
}

/** SQL condition for rows of a capture. */
export function ofCapture(table: SqlTableName, capture: number): string {
  if (!isOfClass(table)) return `capture = ${capture}`;
  return `"class" IN (SELECT id FROM event_class WHERE capture = ${capture})`;
}

/** Tables with rows that belong to one capture, in the order in which they can be deleted. */
export const capturedTables: readonly SqlTableName[] = storedTables
  .filter(name => isOfClass(name) || hasCaptureInFront(name) || 'capture' in declaredColumns(name))
  // A row's capture is found through its class, so classes are deleted later.
  .sort((a, b) => Number(isOfClass(b)) - Number(isOfClass(a)));

/** Quotes an identifier. DuckDB reads SQL up to the first NUL. */
export function name(identifier: string): string {
  return `"${identifier.replaceAll('\0', '\ufffd').replaceAll('"', '""')}"`;
}

/** Quotes a text. */
export function text(value: string): string {
  const pieces = value.split('\0').map(piece => `'${piece.replaceAll("'", "''")}'`);
  return pieces.length === 1 ? (pieces[0] as string) : `(${pieces.join(' || chr(0) || ')})`;
}

/** Statements that create an empty workspace. */
export function createSchema(): string {
  return [...storedTables.map(createTable), createMeta(), createOwed].join('\n');
}

/** Single texts are looked up by id: uncompressed, that takes half the time, and so does writing them. */
const packings: Readonly<Record<string, string>> = { 'text.value': 'uncompressed' };

export function createTable(table: SqlTableName): string {
  const columns = sqlColumns(table).map(column => {
    const packing = packings[`${table}.${column.name}`];
    return `${name(column.name)} ${column.type}${packing ? ` USING COMPRESSION ${packing}` : ''}`;
  });
  // Virtual: computed when read, and ignored by INSERT.
  const aliases = renamedColumns(table).map(
    ([formerly, now]) => `${name(formerly)} GENERATED ALWAYS AS (${name(now)}) VIRTUAL`,
  );
  return [`CREATE TABLE ${name(table)} (${[...columns, ...aliases].join(', ')});`, comments(table)].join(
    '\n',
  );
}

/** Former names of tables, under which they can still be read, with their current names. */
export const renamedTables: ReadonlyMap<string, TableName> = new Map(
  tableNames.flatMap(table => {
    const { formerly }: Table = tables[table];
    return formerly === undefined ? [] : [[formerly, table] as const];
  }),
);

/** Columns that can also be read under a former name: that name, and the current one. */
export function renamedColumns(table: SqlTableName): readonly (readonly [formerly: string, now: string])[] {
  return sqlColumns(table).flatMap(column =>
    column.formerly === undefined ? [] : [[column.formerly, column.name] as const],
  );
}

/** Statements that explain a table or view and its columns. */
export function comments(table: SqlTableName): string {
  const { about } = isPacked(table) ? packedTables[table] : tables[table];
  return [
    `COMMENT ON ${isView(table) ? 'VIEW' : 'TABLE'} ${name(table)} IS ${text(about)};`,
    ...sqlColumns(table).map(c => commentColumn(table, c)),
  ].join('\n');
}

export function commentColumn(table: SqlTableName, column: SqlColumn): string {
  return `COMMENT ON COLUMN ${name(table)}.${name(column.name)} IS ${text(column.about)};`;
}

/** Gives a workspace its id, by which the second copy of its findings is found. */
export const nameWorkspace = "INSERT INTO workspace VALUES ('id', 'aftertrace-' || gen_random_uuid());";

/** See `owed.ts`. */
export const createOwed = `CREATE TABLE owed (capture INTEGER, pass VARCHAR, detail VARCHAR);
  COMMENT ON TABLE owed IS 'Work that an import has not done yet for a capture; done when the workspace is opened again.';`;

function createMeta(): string {
  return [
    'CREATE TABLE workspace (key VARCHAR, value VARCHAR);',
    "COMMENT ON TABLE workspace IS 'What makes this file an Aftertrace workspace.';",
    `INSERT INTO workspace VALUES ('schema_version', '${schemaVersion}');`,
    nameWorkspace,
  ].join('\n');
}
