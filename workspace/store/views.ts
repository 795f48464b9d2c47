/**
 * Views for users who write SQL: names instead of ids, `time` in UTC, and one view per kind of event with its fields,
 * if it has any, as typed columns. The program itself does not read them.
 */
import type { FieldType } from '../../parsers/contract.ts';
import { rowTables, tables } from '../../parsers/tables.ts';
import type { Query } from '../query.ts';
import { type FieldSlot, hexNumber, isNumeric, slotsOf, valueSql } from './fields.ts';
import { findingTables } from './finding-tables.ts';
import { createNamedView, utc } from './named-views.ts';
import { packings } from './packings.ts';
import { comments, name, renamedTables, sqlTableNames, text } from './schema.ts';

/**
 * The views that always exist: row tables stored in other tables, former names of tables, and a view with names for
 * each table.
 */
export function createViews(): string {
  const packed = packings.map(
    ({ table, all }) => `CREATE OR REPLACE VIEW ${name(table)} AS ${all};\n${comments(table)}`,
  );
  const former = [...renamedTables].map(
    ([formerly, now]) => `CREATE OR REPLACE VIEW ${name(formerly)} AS FROM ${name(now)};`,
  );
  const named = rowTables.map(table => (table === 'event' ? eventsView : createNamedView(table)));
  return [...packed, ...former, ...named].join('\n\n');
}

/** With templates in place of masked messages, and fields as stored; views of kinds have them by name. */
const eventsView = `
CREATE OR REPLACE VIEW events AS
SELECT ${utc} AS "time", r.capture, r.ts, r.duration, k.value AS kind, p.value AS process, t.pid, t.tid, r.cpu,
  l.value AS level, o.value AS component, r.message, coalesce(a.template, e.value) AS template, r.field_schema, r."values", r.numbers, r.stack, r.line, r."offset",
  r.field_schema AS shape
FROM event r JOIN capture c ON c.id = r.capture LEFT JOIN thread t ON t.id = r.thread
LEFT JOIN "text" p ON p.id = t.process LEFT JOIN "text" k ON k.id = r.kind LEFT JOIN "text" l ON l.id = r.level
LEFT JOIN "text" o ON o.id = r.component LEFT JOIN "text" e ON e.id = r.template
LEFT JOIN template a ON a.masked = r.template;`;

/** Maximum number of kinds with a view, those with fields first: a longer list is of no use. */
const maxKindViews = 500;

/**
 * Statements that create a view for each kind of event, and drop those of removed kinds. A field with the
 * name of a fixed column is called `field_…`.
 */
export async function createKindViews(query: Pick<Query, 'columns'>): Promise<string> {
  const old = await query.columns(
    `SELECT view_name AS v FROM duckdb_views() WHERE NOT internal AND comment = ${text(kindComment)}`,
  );
  const kinds = await query.columns(`
    WITH chosen AS (
      SELECT k.value AS kind, e.kind AS id
      FROM (SELECT kind, bool_or(field_schema IS NOT NULL) AS has_fields FROM event_class GROUP BY kind) e
      JOIN "text" k ON k.id = e.kind
      ORDER BY NOT has_fields, k.value LIMIT ${maxKindViews})
    SELECT c.kind, c.id,
      coalesce(list(s.id ORDER BY s.id) FILTER (s.id IS NOT NULL), [])::VARCHAR AS schemas,
      to_json(coalesce(list(s.keys ORDER BY s.id) FILTER (s.id IS NOT NULL), []))::VARCHAR AS keys
    FROM chosen c JOIN (SELECT DISTINCT kind, field_schema FROM event_class) e ON e.kind = c.id
    LEFT JOIN field_schema s ON s.id = e.field_schema
    GROUP BY ALL ORDER BY c.kind`);
  const taken = new Set<string>([
    ...sqlTableNames,
    ...renamedTables.keys(),
    ...rowTables.map(table => tables[table].view),
    'workspace',
    'owed',
    ...Object.keys(findingTables),
  ]);
  const statements = old.texts('v').map(view => `DROP VIEW IF EXISTS ${name(view as string)};`);
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds.texts('kind')[i] as string;
    const view = kind.replaceAll('\0', '\ufffd').toLowerCase();
    if (view === '' || taken.has(view)) continue;
    taken.add(view);
    const schemas = JSON.parse(kinds.texts('schemas')[i] as string) as number[];
    const keys = (JSON.parse(kinds.texts('keys')[i] as string) as string[]).map(
      k => JSON.parse(k) as FieldType[],
    );
    statements.push(kindView(kind, kinds.ints('id')[i] as number, schemas, keys));
  }
  return statements.join('\n');
}

const kindComment = 'Events of one kind, with their fields as columns.';
const fixedColumns = [
  'time',
  'capture',
  'ts',
  'duration',
  'process',
  'pid',
  'tid',
  'cpu',
  'level',
  'message',
];

const lateColumns = { component: 'o.value', template: 'coalesce(a.template, e.value)' };

function kindView(
  kind: string,
  id: number,
  schemas: readonly number[],
  keys: readonly (readonly FieldType[])[],
): string {
  const fields = [...fieldsOf(schemas, keys)];
  const texts = new TextJoins(id, schemas.length, fields);
  const taken = new Set(fixedColumns);
  const columns = fields.map(field => {
    let column = field.key.replaceAll('\0', '\ufffd');
    while (taken.has(column.toLowerCase())) column = `field_${column}`;
    taken.add(column.toLowerCase());
    const others = field.places.filter(place => !isId(place));
    const value = [sqlOf(others, schemas.length), texts.valueOf(field)].filter(each => each !== null);
    return `${value.length > 1 ? `coalesce(${value.join(', ')})` : value[0]} AS ${name(column)}`;
  });
  // Columns that views did not always have give way to fields of their name.
  const late = Object.entries(lateColumns).flatMap(([column, sql]) =>
    taken.has(column) ? [] : [`${sql} AS ${column}`],
  );
  return `
CREATE OR REPLACE VIEW ${name(kind)} AS
SELECT ${utc} AS "time", r.capture, r.ts, r.duration, p.value AS process, t.pid, t.tid, r.cpu,
  ${[...columns, 'l.value AS level', 'r.message', ...late].join(', ')}
FROM event r JOIN capture c ON c.id = r.capture LEFT JOIN thread t ON t.id = r.thread
LEFT JOIN "text" p ON p.id = t.process LEFT JOIN "text" l ON l.id = r.level LEFT JOIN "text" o ON o.id = r.component
LEFT JOIN "text" e ON e.id = r.template LEFT JOIN template a ON a.masked = r.template ${texts.joins().join(' ')}
WHERE r.kind = ${id};
COMMENT ON VIEW ${name(kind)} IS ${text(kindComment)};`;
}

/** True if the slot holds the id of a text. */
const isId = ({ place }: ViewPlace): boolean => place.field.type === 'text' && place.in === 'values';

/**
 * Joins of a view with the texts of its fields. Joins, not subqueries per row: those take minutes on a million rows.
 * Fields that never occur in one event share a join, because each takes memory: a log format that every file fills
 * with fields of its own has hundreds.
 */
class TextJoins {
  /** Fields by join. */
  private readonly shared: ViewField[][] = [];
  private readonly joinOf = new Map<ViewField, number>();

  constructor(
    private readonly kind: number,
    /** Number of field schemas of the kind. */
    private readonly schemas: number,
    fields: readonly ViewField[],
  ) {
    /** Joins that the fields of a schema have taken. */
    const taken = new Map<number, Set<number>>();
    for (const field of fields) {
      const places = field.places.filter(isId);
      if (places.length === 0) continue;
      const of = places.map(({ schema }) => taken.get(schema) ?? new Set<number>());
      let join = 0;
      while (of.some(joins => joins.has(join))) join++;
      for (const [at, { schema }] of places.entries()) taken.set(schema, of[at]!.add(join));
      this.joinOf.set(field, join);
      this.shared[join] = [...(this.shared[join] ?? []), field];
    }
  }

  /** SQL of the field's text, or of the number that it shows in hex; null if its values are not ids. */
  valueOf(field: ViewField): string | null {
    const join = this.joinOf.get(field);
    if (join === undefined) return null;
    const value = field.isNumeric ? hexNumber(`f${join}.value`) : `f${join}.value`;
    if (this.shared[join]!.length === 1) return value;
    const own = field.places.filter(isId).map(({ schema }) => schema);
    return `CASE WHEN r.field_schema IN (${own.join(', ')}) THEN ${value} END`;
  }

  joins(): readonly string[] {
    return this.shared.map((fields, join) => {
      const ids = fields.flatMap(field => field.places.filter(isId));
      const ofText = sqlOf(ids, this.schemas);
      // Only texts of these fields: joining all texts takes memory for each, and there are many joins.
      const used = `SELECT ${ofText} FROM event r WHERE r.kind = ${this.kind}`;
      return `LEFT JOIN (FROM "text" WHERE id IN (${used})) f${join} ON f${join}.id = ${ofText}`;
    });
  }
}

interface ViewPlace {
  readonly schema: number;
  readonly place: FieldSlot;
}

interface ViewField {
  readonly key: string;
  readonly isNumeric: boolean;
  /** Its slot in each field schema that has it. */
  readonly places: ViewPlace[];
}

/** Every field of a kind, over all its field schemas. */
function fieldsOf(schemas: readonly number[], keys: readonly (readonly FieldType[])[]): Iterable<ViewField> {
  const fields = new Map<string, ViewField>();
  keys.forEach((schema, s) => {
    for (const place of slotsOf(schema)) {
      const { key } = place.field;
      const ofNumbers = isNumeric(place.field);
      const label = `${ofNumbers} ${key}`;
      const field = fields.get(label) ?? { key, isNumeric: ofNumbers, places: [] };
      field.places.push({ schema: schemas[s] as number, place });
      fields.set(label, field);
    }
  });
  return fields.values();
}

/** SQL over `event r` of the value in these slots; null without any. `schemas`: number of field schemas of the kind. */
function sqlOf(places: readonly ViewPlace[], schemas: number): string | null {
  const values = places.map(({ place }) => {
    const value = valueSql(place, 'r');
    // As BIGINT, so that sums do not overflow.
    return place.field.whole ? `${value}::BIGINT` : value;
  });
  const [first] = values;
  if (first === undefined) return null;
  if (values.length === schemas && values.every(value => value === first)) return first;
  return `CASE r.field_schema ${places.map(({ schema }, i) => `WHEN ${schema} THEN ${values[i]}`).join(' ')} END`;
}
