/**
 * A drift: the times of a capture are stretched or squeezed about the capture's zero.
 *
 * Rows hold whole nanoseconds, and squeezing maps two of them to one, which cannot be reverted. So the rows as read
 * stay in the schema `as_read` as long as a capture has a drift, and every drift is computed from these. Rows are
 * copied whole, because updating seven million of them in place takes DuckDB three times as long.
 */

import { WorkspaceError } from '../errors.ts';
import type { CaptureRecord } from '../store/captures.ts';
import {
  hasCaptureInFront,
  name,
  ofCapture,
  type SqlTableName,
  sqlColumns,
  tableOf,
} from '../store/schema.ts';
import { type TimeColumn, timeColumns, updateSpan } from '../store/spans.ts';

/** ppb (ns per second). No clock is so wrong: a larger deviation is not a drift. */
const maxDrift = 100_000_000;

/**
 * Statements that apply a drift to the rows of a capture (`ppb`: ns per second, against the times as read; 0: as
 * read). The caller updates the capture's own row.
 */
export function driftRows(capture: CaptureRecord, ppb: number): string[] {
  if (!Number.isInteger(ppb) || Math.abs(ppb) > maxDrift)
    throw new WorkspaceError('bad-clock', `A clock drifts by at most ${maxDrift / 1000} ppm.`);
  const { id, clock, rows } = capture;
  const { drift } = clock.facts;
  if (drift === ppb) return [];
  const columns = timeColumns.filter(({ table }) => rows[tableOf(table)]);
  return [
    ...(drift === 0 ? [...columns.flatMap(({ table }) => keep(table, id)), ...commitSoFar] : []),
    ...columns.flatMap(column => [
      `DELETE FROM ${name(column.table)} WHERE ${ofCapture(column.table, id)}`,
      drifted(column, id, ppb),
      ...(ppb === 0 ? [`DELETE FROM ${asRead(column.table)} WHERE ${ofCapture(column.table, id)}`] : []),
    ]),
    updateSpan(id),
  ];
}

/**
 * The copies are committed before rows are rewritten from them: uncommitted they stay in memory, and four million
 * events take 900 MB. If the change is interrupted here, no row has changed.
 */
const commitSoFar = ['COMMIT', 'BEGIN TRANSACTION'];

/** The drift that results from two, applied one after the other. */
export const bothDrifts = (first: number, second: number): number =>
  first + second + Math.round((first * second) / 1e9);

/** Statements that delete the rows as read of removed captures. `present`: tables of the schema `as_read`. */
export const forgetOrphans = (present: ReadonlySet<string>): string[] =>
  timeColumns
    .filter(({ table }) => present.has(table))
    .map(({ table }) =>
      hasCaptureInFront(table)
        ? `DELETE FROM ${asRead(table)} WHERE capture NOT IN (SELECT id FROM capture)`
        : `DELETE FROM ${asRead(table)} WHERE "class" NOT IN (SELECT id FROM event_class)`,
    );

/** Statements that delete the rows as read of captures without a drift, which an interrupted change leaves. */
export const forgetUnused = (present: ReadonlySet<string>, captures: readonly CaptureRecord[]): string[] =>
  captures
    .filter(({ clock }) => clock.facts.drift === 0)
    .flatMap(({ id }) =>
      timeColumns
        .filter(({ table }) => present.has(table))
        .map(({ table }) => `DELETE FROM ${asRead(table)} WHERE ${ofCapture(table, id)}`),
    );

const asRead = (table: SqlTableName): string => `as_read.${name(table)}`;

const columnsOf = (table: SqlTableName): readonly string[] =>
  sqlColumns(table).map(column => name(column.name));

function keep(table: SqlTableName, capture: number): string[] {
  const columns = columnsOf(table).join(', ');
  const select = `SELECT ${columns} FROM ${name(table)}`;
  return [
    'CREATE SCHEMA IF NOT EXISTS as_read',
    `CREATE TABLE IF NOT EXISTS ${asRead(table)} AS ${select} LIMIT 0`,
    // Left behind by an interrupted change.
    `DELETE FROM ${asRead(table)} WHERE ${ofCapture(table, capture)}`,
    `INSERT INTO ${asRead(table)} (${columns}) ${select} WHERE ${ofCapture(table, capture)}`,
  ];
}

function drifted({ table, column, isList, duration }: TimeColumn, capture: number, ppb: number): string {
  const ts = name(column);
  const moved = (time: string): string =>
    ppb === 0
      ? time
      : `${time} + ${time} // 1000000000 * ${ppb} + ${time} % 1000000000 * ${ppb} // 1000000000`;
  const lasts = duration === undefined ? '' : name(duration);
  const select = columnsOf(table).map(each => {
    if (each === ts) return isList ? `list_transform(${ts}, lambda x: ${moved('x')})` : moved(ts);
    return each === lasts && ppb !== 0 ? `(${moved(`(${ts} + ${lasts})`)}) - (${moved(ts)})` : each;
  });
  return `INSERT INTO ${name(table)} (${columnsOf(table).join(', ')})
    SELECT ${select.join(', ')} FROM ${asRead(table)} WHERE ${ofCapture(table, capture)}`;
}
