/**
 * How `event` is stored: what differs from event to event in `event_rows` and `event_lines`, and what many have in common
 * (capture, kind, level, component, template, field schema) once for all of them in `event_class`. Every column costs DuckDB as much as any
 * other, with or without values: half of those of a log line say the same in all lines of one template, and four say nothing in most
 * logs.
 */
import { type Packing, pageRows } from './packing.ts';
import { renamedColumns, type SqlTableName, sqlColumns } from './schema.ts';

export const eventTables = ['event_rows', 'event_lines'] as const;
export type EventTable = (typeof eventTables)[number];

const columnsOf = (table: SqlTableName): ReadonlySet<string> =>
  new Set(sqlColumns(table).map(column => column.name));

/** What only `event_rows` has a column for. */
export const onlyInRows = [...columnsOf('event_rows')].filter(name => !columnsOf('event_lines').has(name));

/** SQL of the id of a row `r`: both tables count their own. */
const idOf = (table: EventTable): string => `2 * r.rowid + ${eventTables.indexOf(table)}`;

/**
 * A SELECT of the events in one of the tables, with the columns of `event` in order and then `more`. `rest` goes on after FROM: SQL
 * over `r` (the table) and `c` (event_class).
 */
export function eventsIn(table: EventTable, rest = '', more = ''): string {
  const [own, ofClass] = [columnsOf(table), columnsOf('event_class')];
  const columns = sqlColumns('event').map(({ name, type }) => {
    if (name === 'id') return `${idOf(table)} AS id`;
    if (own.has(name)) return `r."${name}"`;
    return ofClass.has(name) ? `c."${name}"` : `NULL::${type} AS "${name}"`;
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

/** A SELECT of those with the ids of `picked`, SQL of a table of `id` and `n`, with `n` besides. */
export function eventsAt(picked: string): string {
  const from = (table: EventTable) =>
    `JOIN (SELECT id // 2 AS place, n FROM ${picked} WHERE id % 2 = ${eventTables.indexOf(table)}) i ON i.place = r.rowid`;
  return eventTables.map(table => eventsIn(table, from(table), ', i.n')).join(' UNION ALL ');
}

/** SQL of a table of the classes that have events, with how many: `class` and `n`. */
export const classCounts = (): string => {
  const counts = eventTables.map(table => `SELECT "class", count(*) AS n FROM ${table} GROUP BY "class"`);
  return `(SELECT "class", sum(n) AS n FROM (${counts.join(' UNION ALL ')}) GROUP BY "class")`;
};
