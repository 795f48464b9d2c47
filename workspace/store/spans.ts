/** The time range of a capture's rows over all tables, and moving their times. */
import { type Column, type RowTable, tables } from '../../parsers/tables.ts';
import { type EventTable, eventTables } from './events.ts';
import type { OffsetSpan } from './offset-spans.ts';
import type { PackedTableName } from './packed.ts';
import { capturedTables, declaredColumns, name, ofCapture } from './schema.ts';

export interface TimeColumn {
  readonly table: RowTable | PackedTableName;
  readonly column: string;
  readonly isList: boolean;
  /** Duration column of the table, if its rows have one. */
  readonly duration: string | undefined;
  /** SQL of the end of the time that a row covers. */
  readonly end: string;
}

export const timeColumns: readonly TimeColumn[] = (
  capturedTables as readonly (RowTable | PackedTableName)[]
).flatMap(table => {
  const columns = Object.entries(declaredColumns(table));
  const duration = columns.find(([, { type }]) => type === 'duration')?.[0];
  return columns.flatMap(([column, { type }]) => {
    if (type !== 'time' && type !== 'times') return [];
    const end = duration === undefined ? name(column) : `${name(column)} + coalesce(${name(duration)}, 0)`;
    return [{ table, column, isList: type === 'times', duration, end }];
  });
});

/** What to add to the rows of a capture: to events whose zone differs (`event_class.zone_differs`), and to all others. */
export interface Offsets {
  readonly differing: readonly OffsetSpan[];
  readonly others: readonly OffsetSpan[];
}

/** Statements that add the amount of each span. */
export function addOffsets(capture: number, { differing, others }: Offsets): string[] {
  return timeColumns.flatMap(column => {
    const rows = ofCapture(column.table, capture);
    const differs = `"class" IN (SELECT id FROM event_class WHERE capture = ${capture} AND zone_differs)`;
    return eventTables.includes(column.table as EventTable)
      ? [...moveRows(column, others, `${rows} AND NOT ${differs}`), ...moveRows(column, differing, differs)]
      : moveRows(column, others, rows);
  });
}

function moveRows(
  { table, column, isList }: TimeColumn,
  spans: readonly OffsetSpan[],
  rows: string,
): string[] {
  if (spans.every(({ add }) => add === 0)) return [];
  const [first, ...later] = [...spans].reverse();
  const moved = (ts: string) => {
    const cases = [first as OffsetSpan, ...later].map(
      ({ from, add }) => `WHEN ${ts} >= ${from} THEN ${ts} + ${add}`,
    );
    return `CASE ${cases.join(' ')} ELSE ${ts} END`;
  };
  const value = isList ? `list_transform(t.${name(column)}, lambda x: ${moved('x')})` : moved(name(column));
  return [`UPDATE ${table} AS t SET ${name(column)} = ${value} WHERE ${rows}`];
}

/** Minimum distance of an outlier from all other rows, ns: its year or century is wrong. */
export const farAway = 30 * 86_400 * 1e9;

/** Minimum distance of an outlier, as a multiple of the length of the range without it. */
const timesAway = 10;

/**
 * A SELECT of the range of a capture's rows: `a` and `b`, the first and last time without outliers, and of the
 * outliers their number (`n`), the first and last time (`least`, `most`) and a line (`line`). Outliers are at most
 * one in a hundred rows on either side (with fewer than a hundred rows, one in five), and so far away that an axis
 * with them would show nothing of the other rows.
 */
export function selectSpan(capture: number): string {
  const times = timeColumns.map(({ table, column, isList, end }) => {
    const line = 'line' in declaredColumns(table) ? 'line' : 'NULL::BIGINT';
    const [ts, last] = isList ? [`unnest(${name(column)})`, `unnest(${name(column)})`] : [name(column), end];
    return `SELECT ${ts} AS ts, ${last} AS until, ${line} AS line FROM ${table} WHERE ${ofCapture(table, capture)}`;
  });
  return `WITH times AS MATERIALIZED (SELECT * FROM (${times.join(' UNION ALL ')}) WHERE ts IS NOT NULL),
    ranks AS (SELECT CASE WHEN count(*) < 100 THEN quantile_disc(ts, [0.2, 0.8]) ELSE quantile_disc(ts, [0.01, 0.99]) END AS q FROM times),
    core AS (SELECT q[1]::DOUBLE AS lo, q[2]::DOUBLE AS hi, greatest(${timesAway} * (hi - lo), ${farAway}) AS far FROM ranks)
    SELECT min(ts) FILTER (NOT is_out) AS a,
      max(CASE WHEN until > hi + far THEN ts ELSE until END) FILTER (NOT is_out) AS b,
      count(*) FILTER (is_out) AS n, min(ts) FILTER (is_out) AS least, max(ts) FILTER (is_out) AS most,
      min(line) FILTER (is_out) AS line
    FROM (SELECT *, ts < lo - far OR ts > hi + far AS is_out FROM times, core)`;
}

/** Recomputes `first_ts` and `last_ts`. */
export function updateSpan(capture: number): string {
  return `UPDATE capture SET first_ts = s.a, last_ts = s.b FROM (${selectSpan(capture)}) s WHERE capture.id = ${capture}`;
}

/**
 * Widens `first_ts` and `last_ts` by derived rows, unless they are as far away as outliers. For tables that are
 * stored as declared. Much cheaper than recomputing, which reads the times of all rows of the capture.
 */
export function widenSpan(table: RowTable, capture: number): string {
  const columns = Object.entries(tables[table].columns);
  const columnOf = (type: Column['type']) => columns.find(([, column]) => column.type === type)?.[0];
  const [ts, duration] = [columnOf('time'), columnOf('duration')];
  if (ts === undefined) return 'SELECT 1';
  const end = duration === undefined ? name(ts) : `${name(ts)} + coalesce(${name(duration)}, 0)`;
  return `UPDATE capture SET
      first_ts = CASE WHEN s.a < first_ts AND first_ts - s.a < ${farAway} OR first_ts IS NULL THEN s.a ELSE first_ts END,
      last_ts = CASE WHEN s.b > last_ts AND s.b - last_ts < ${farAway} OR last_ts IS NULL THEN s.b ELSE last_ts END
    FROM (SELECT min(${name(ts)}) AS a, max(${end}) AS b FROM ${name(table)} WHERE capture = ${capture}) s WHERE capture.id = ${capture}`;
}
