/**
 * The SQL schema, derived from `parsers/tables.ts`: one table (or view, see `events.ts` and `metrics.ts`) per entry, under the same names.
 *
 * Interned tables have `id` in front, row tables `capture`. Nothing is indexed: ids are dense and scans are faster than
 * keeping an index up to date during an import. The about texts become SQL comments, so that `DESCRIBE` and any DuckDB
 * client explain the file.
 */
import { type Column, type ColumnType, type Table, type TableName, tables } from '../parsers/tables.ts';

/** Raised whenever `tables.ts` changes what is stored; older files are upgraded when opened. */
export const schemaVersion = 5;

const plainTypes: Readonly<Partial<Record<ColumnType, string>>> = {
  time: 'BIGINT',
  duration: 'BIGINT',
  integer: 'BIGINT',
  wide: 'BIGINT',
  number: 'DOUBLE',
  numbers: 'DOUBLE[]',
  values: 'INTEGER[]',
  times: 'BIGINT[]',
  smalls: 'INTEGER[]',
  small: 'INTEGER',
  flag: 'BOOLEAN',
  bytes: 'VARCHAR',
  string: 'VARCHAR',
};

/** The DuckDB type that stores a column; a reference to an interned table is its INTEGER id. */
export function sqlType(type: ColumnType): string {
  return plainTypes[type] ?? 'INTEGER';
}

export interface SqlColumn {
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

/** Columns of a table in the order they are stored. */
export function sqlColumns(name: TableName): readonly SqlColumn[] {
  const table: Table = tables[name];
  const columns = Object.entries(table.columns).map(([column, of]: [string, Column]) => ({
    name: column,
    type: sqlType(of.type),
    about: of.unit ? `${of.about} Unit: ${of.unit}.` : of.about,
  }));
  if (table.kind === 'interned') columns.unshift({ name: 'id', type: 'INTEGER', about: 'Dense, from 0.' });
  if ((table.kind === 'row' || table.kind === 'packed') && !isOfClass(name))
    columns.unshift({ name: 'capture', type: 'INTEGER', about: 'The capture it came from.' });
  return columns;
}

export const tableNames = Object.keys(tables) as TableName[];
/** What parsers fill, and captures are counted in. */
export const rowTables = tableNames.filter(name => tables[name].kind === 'row');
export const isView = (name: TableName): boolean => (tables[name] as Table).view ?? false;
export const isPacked = (name: TableName): boolean => tables[name].kind === 'packed';
/** Whether the class of a row tells its capture. */
const isOfClass = (name: TableName): boolean => 'class' in tables[name].columns;

/** SQL that says that a row of the table is of the capture. */
export function ofCapture(table: TableName, capture: number): string {
  if (!isOfClass(table)) return `capture = ${capture}`;
  return `"class" IN (SELECT id FROM event_class WHERE capture = ${capture})`;
}

/** Tables that hold what is a capture's alone, in the order in which it can be taken out of them. */
export const capturedTables: readonly TableName[] = [
  ...rowTables.filter(name => !isView(name)),
  ...tableNames.filter(isPacked),
  'event_class',
  'series',
  'problem',
];

/** Quotes an identifier. */
export function name(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Quotes a text. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Statements that make an empty workspace. */
export function createSchema(): string {
  return [...tableNames.filter(table => !isView(table)).map(createTable), createMeta()].join('\n');
}

/** Texts are looked up by id, here and there: unpacked that takes half the time, and so does writing them. */
const packings: Readonly<Record<string, string>> = { 'text.value': 'uncompressed' };

export function createTable(table: TableName): string {
  const columns = sqlColumns(table).map(column => {
    const packing = packings[`${table}.${column.name}`];
    return `${name(column.name)} ${column.type}${packing ? ` USING COMPRESSION ${packing}` : ''}`;
  });
  return [`CREATE TABLE ${name(table)} (${columns.join(', ')});`, comments(table)].join('\n');
}

/** Statements that explain a table or view and its columns. */
export function comments(table: TableName): string {
  return [
    `COMMENT ON ${isView(table) ? 'VIEW' : 'TABLE'} ${name(table)} IS ${text(tables[table].about)};`,
    ...sqlColumns(table).map(c => commentColumn(table, c)),
  ].join('\n');
}

export function commentColumn(table: TableName, column: SqlColumn): string {
  return `COMMENT ON COLUMN ${name(table)}.${name(column.name)} IS ${text(column.about)};`;
}

function createMeta(): string {
  return [
    'CREATE TABLE workspace (key VARCHAR, value VARCHAR);',
    "COMMENT ON TABLE workspace IS 'What makes this file an Aftertrace workspace.';",
    `INSERT INTO workspace VALUES ('schema_version', '${schemaVersion}');`,
  ].join('\n');
}
