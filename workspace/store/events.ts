/**
 * How `event` is stored: `event_rows` and `event_lines` hold what differs from event to event, and `event_class`
 * holds once what many have in common (capture, kind, level, component, template, field schema). DuckDB spends the
 * same time on every column, with or without values: half the columns of a log line are equal in all lines of one
 * template, and four are empty in most logs.
 */
import { type Packing, pageRows } from './packing.ts';
import { renamedColumns, type SqlTableName, sqlColumns } from './schema.ts';

export const eventTables = ['event_rows', 'event_lines'] as const;
export type EventTable = (typeof eventTables)[number];

const columnsOf = (table: SqlTableName): ReadonlySet<string> =>
  new Set(sqlColumns(table).map(column => column.name));

/** Columns that `event_rows` has and `event_lines` lacks. */
export const onlyInRows = [...columnsOf('event_rows')].filter(name => !columnsOf('event_lines').has(name));

/** SQL of the event id of a row `r`: even numbers for one table, odd ones for the other. */
const idOf = (table: EventTable): string => `2 * r.rowid + ${eventTables.indexOf(table)}`;

/**
 * A SELECT of the events in one of the tables, with the columns of `event` in order, followed by `more`. `rest`: SQL
 * after FROM, over `r` (the table) and `c` (event_class).
 */
export function eventsIn(table: EventTable, rest = '', more = ''): string {
  const [rowColumns, classColumns] = [columnsOf(table), columnsOf('event_class')];
  const columns = sqlColumns('event').map(({ name, type }) => {
    if (name === 'id') return `${idOf(table)} AS id`;
    if (rowColumns.has(name)) return `r."${name}"`;
    return classColumns.has(name) ? `c."${name}"` : `NULL::${type} AS "${name}"`;
  });
  const aliases = renamedColumns('event').map(([formerly, now]) => `c."${now}" AS ${formerly}`);
  return `SELECT ${[...columns, ...aliases].join(', ')}${more} FROM ${table} r JOIN event_class c ON c.id = r."class" ${rest}`;
}

export const eventPacking: Packing = {
  table: 'event',
  all: eventTables.map(table => eventsIn(table)).join(' UNION ALL '),
  pages: eventTables.map(stored => ({
    stored,
    step: pageRows,
    rows: within => `FROM (${eventsIn(stored, `WHERE ${within('r.')}`)}) ORDER BY id`,
  })),
};

/**
 * A SELECT of the events with the ids in `picked` (SQL of a table of `id` and `n`), with `n` as an additional column.
 */
export function eventsAt(ids: string): string {
  const from = (table: EventTable) =>
    `JOIN (SELECT id // 2 AS place, n FROM ${ids} WHERE id % 2 = ${eventTables.indexOf(table)}) i ON i.place = r.rowid`;
  return eventTables.map(table => eventsIn(table, from(table), ', i.n')).join(' UNION ALL ');
}

/** SQL of a table of the classes that have events, with their number: `class` and `n`. */
export const classCounts = (): string => {
  const counts = eventTables.map(table => `SELECT "class", count(*) AS n FROM ${table} GROUP BY "class"`);
  return `(SELECT "class", sum(n) AS n FROM (${counts.join(' UNION ALL ')}) GROUP BY "class")`;
};
