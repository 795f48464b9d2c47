/**
 * Removed captures, which can be restored until the workspace is closed: their rows are moved to tables of the same
 * names in another schema. They are moved in SQL, so that no file is read again and nothing set by hand is lost.
 */
import { capturedTables, name, ofCapture, type SqlTableName, sqlColumns, text } from './schema.ts';

const schema = 'removed';

/**
 * Tables with ids that are assigned per capture, never reusing one of a removed capture: a restored capture keeps its
 * ids.
 */
const numbered = ['capture', 'series', 'event_class'] as const;

/** Tables in the order in which rows can be moved. */
const movedTables: readonly SqlTableName[] = [...capturedTables, 'capture'];

const rowsOf = (table: SqlTableName, capture: number): string =>
  table === 'capture' ? `id = ${capture}` : ofCapture(table, capture);

const columnsOf = (table: SqlTableName): string =>
  sqlColumns(table)
    .map(column => name(column.name))
    .join(', ');

const inRemoved = (table: string): string => `${schema}.${name(table)}`;

const reserved = (table: string): string => text(`reserved ${table}`);

/** SQL of the next free id of a table, at least `first`, beyond the ids of removed captures. */
export function nextFreeId(table: string, first: number): string {
  return `greatest((SELECT coalesce(max(id) + 1, ${first}) FROM ${name(table)}),
    (SELECT coalesce(max(value::INTEGER) + 1, ${first}) FROM workspace WHERE key = ${reserved(table)}))::INTEGER`;
}

/** Statements that delete all rows of a capture. */
export function removal(capture: number): readonly string[] {
  return [
    ...movedTables.map(table => `DELETE FROM ${name(table)} WHERE ${rowsOf(table, capture)}`),
    `DELETE FROM owed WHERE capture = ${capture}`,
  ];
}

/** Statements, to be run before those of {@link removal}, that copy all rows of a capture to the schema `removed`. */
export function setAside(capture: number): readonly string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    `CREATE TABLE IF NOT EXISTS ${inRemoved('dependent')} ("on" INTEGER, capture INTEGER, "column" VARCHAR)`,
    ...references.map(
      by =>
        `INSERT INTO ${inRemoved('dependent')} SELECT ${capture}, id, ${text(by)} FROM capture WHERE ${by} = ${capture}`,
    ),
    ...movedTables.flatMap(table => [
      `CREATE TABLE IF NOT EXISTS ${inRemoved(table)} AS SELECT ${columnsOf(table)} FROM ${name(table)} LIMIT 0`,
      `INSERT INTO ${inRemoved(table)} SELECT ${columnsOf(table)} FROM ${name(table)} WHERE ${rowsOf(table, capture)}`,
    ]),
    ...numbered.map(
      table =>
        `INSERT INTO workspace SELECT ${reserved(table)}, max(id)::VARCHAR FROM ${inRemoved(table)} HAVING count(*) > 0`,
    ),
  ];
}

/** Statements that restore a capture, under a free name. */
export function bringBack(capture: number, freeName: string): readonly string[] {
  // Classes come first, because rows of events find their capture through their class.
  const back = [...movedTables].reverse();
  return [
    ...back.map(
      table =>
        `INSERT INTO ${name(table)} (${columnsOf(table)}) SELECT ${columnsOf(table)} FROM ${inRemoved(table)}
          WHERE ${rowsOf(table, capture)}`,
    ),
    ...movedTables.map(table => `DELETE FROM ${inRemoved(table)} WHERE ${rowsOf(table, capture)}`),
    `UPDATE capture SET name = ${text(freeName)} WHERE id = ${capture}`,
    ...references.flatMap(by => [
      // Unless the user has set that clock meanwhile.
      `UPDATE capture SET ${by} = ${capture}, ${by}_name = NULL WHERE ${by}_name IS NOT NULL AND id IN
        (SELECT capture FROM ${inRemoved('dependent')} WHERE "on" = ${capture} AND "column" = ${text(by)})`,
      // A capture that its own clock rests on may have been removed.
      `UPDATE capture SET ${by}_name = (SELECT name FROM ${inRemoved('capture')} r WHERE r.id = capture.${by}), ${by} = NULL
        WHERE id = ${capture} AND ${by} NOT IN (SELECT id FROM capture)`,
    ]),
    `DELETE FROM ${inRemoved('dependent')} WHERE "on" = ${capture}`,
  ];
}

/** Columns of a capture that name another capture. */
const references = ['zone_by', 'start_by'] as const;

/** Statements that delete removed captures for good. */
export const forgetRemoved: readonly string[] = [
  `DROP SCHEMA IF EXISTS ${schema} CASCADE`,
  `DELETE FROM workspace WHERE key IN (${numbered.map(reserved).join(', ')})`,
];
