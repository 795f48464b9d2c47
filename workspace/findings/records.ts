/** Findings, evidence and changes as records, read back from their tables, and the statements that write them. */
import type { Query } from '../query.ts';
import { type FindingTableName, findingTables } from '../store/finding-tables.ts';
import { name, text } from '../store/schema.ts';

/** A row: every value as text, which is also how it is bound when written. */
type Row<T extends FindingTableName> = {
  readonly [K in keyof (typeof findingTables)[T]['columns']]: string | null;
};
export type FindingRow = Row<'finding'>;
export type EvidenceRow = Row<'evidence'>;
export type ChangeRow = Row<'finding_change'>;

/** Rows of a table in the order of the columns `order`; columns that are not among `only` are null. */
export async function readRows<T extends FindingTableName>(
  query: Query,
  table: T,
  order: readonly (keyof Row<T> & string)[],
  only?: readonly (keyof Row<T>)[],
  where = 'true',
): Promise<Row<T>[]> {
  const all = Object.keys(findingTables[table].columns) as (keyof Row<T> & string)[];
  const wanted = only ?? all;
  const list = all.map(
    column => `${wanted.includes(column) ? `${name(column)}::VARCHAR` : 'NULL::VARCHAR'} AS ${name(column)}`,
  );
  // With the table's name: the bare name is the selected text, in which 10 sorts before 2.
  const by = order.map(column => `${name(table)}.${name(column)}`);
  const result = await query.columns(
    `SELECT ${list.join(', ')} FROM ${name(table)} WHERE ${where} ORDER BY ${by.join(', ')}`,
  );
  const columns = all.map(column => [column, result.texts(column)] as const);
  return Array.from(
    { length: result.length },
    (_, row) =>
      Object.fromEntries(columns.map(([column, values]) => [column, values[row] ?? null])) as Row<T>,
  );
}

export function insertRow<T extends FindingTableName>(table: T, row: Row<T>): string {
  const columns = Object.keys(findingTables[table].columns) as (keyof Row<T> & string)[];
  const values = columns.map(column => (row[column] === null ? 'NULL' : text(row[column] as string)));
  return `INSERT INTO ${name(table)} (${columns.map(name).join(', ')}) VALUES (${values.join(', ')})`;
}

export function deleteRows(table: FindingTableName, ids: readonly number[]): string[] {
  return ids.length === 0
    ? []
    : [`DELETE FROM ${name(table)} WHERE id IN (${ids.map(Math.trunc).join(', ')})`];
}

export function updateRow<T extends FindingTableName>(table: T, id: number, values: Partial<Row<T>>): string {
  const set = Object.entries<string | null | undefined>(values).map(
    ([column, value]) => `${name(column)} = ${value == null ? 'NULL' : text(value)}`,
  );
  return `UPDATE ${name(table)} SET ${set.join(', ')} WHERE id = ${Math.trunc(id)}`;
}
