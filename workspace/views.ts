/**
 * Views for people who write SQL: names instead of ids, `time` in UTC, and one view per kind of event with its fields
 * as typed columns. Nothing of ours reads them.
 */
import type { FieldType } from '../parsers/contract.ts';
import { allEvents } from './events.ts';
import { type FieldSlot, slotsOf, valueSql } from './fields.ts';
import { metricRows } from './metrics.ts';
import type { Query } from './query.ts';
import { comments, name, tableNames, text } from './schema.ts';

const time = 'make_timestamp_ns(c.zero_ns + c.utc_offset_ns + r.ts)';

/** The views that are always there: `event` and `metric`, which are stored otherwise, and three for people. */
export function createViews(): string {
  return `
CREATE OR REPLACE VIEW event AS ${allEvents()};
${comments('event')}

CREATE OR REPLACE VIEW metric AS ${metricRows()};
${comments('metric')}

CREATE OR REPLACE VIEW samples AS
SELECT ${time} AS "time", r.capture, r.ts, r.cpu, p.value AS process, t.pid, t.tid, k.value AS kind,
  r.weight, r.period, s.value AS "function", m.value AS module, r.stack
FROM sample r JOIN capture c ON c.id = r.capture LEFT JOIN thread t ON t.id = r.thread
LEFT JOIN "text" p ON p.id = t.process LEFT JOIN "text" k ON k.id = r.kind LEFT JOIN stack l ON l.id = r.stack
LEFT JOIN frame f ON f.id = l.frame LEFT JOIN "text" s ON s.id = f.symbol LEFT JOIN "text" m ON m.id = f.module;

CREATE OR REPLACE VIEW events AS
SELECT ${time} AS "time", r.capture, r.ts, r.duration, k.value AS kind, p.value AS process, t.pid, t.tid, r.cpu,
  l.value AS level, o.value AS component, r.message, coalesce(a.template, e.value) AS template, r.shape, r."values", r.numbers, r.stack, r.line, r."offset"
FROM event r JOIN capture c ON c.id = r.capture LEFT JOIN thread t ON t.id = r.thread
LEFT JOIN "text" p ON p.id = t.process LEFT JOIN "text" k ON k.id = r.kind LEFT JOIN "text" l ON l.id = r.level
LEFT JOIN "text" o ON o.id = r.component LEFT JOIN "text" e ON e.id = r.template
LEFT JOIN template a ON a.skeleton = r.template;

CREATE OR REPLACE VIEW metrics AS
SELECT ${time} AS "time", r.capture, r.ts, h.value AS host, o.value AS object, i.value AS instance,
  n.value AS counter, u.value AS unit, r.value, s.cumulative, r."row", r.since_boot,
  m.value AS meaning, a.value AS attributes, s.factor * r.value + s.addend AS canonical
FROM metric r JOIN capture c ON c.id = r.capture JOIN series s ON s.id = r.series
LEFT JOIN "text" h ON h.id = s.host LEFT JOIN "text" o ON o.id = s.object LEFT JOIN "text" i ON i.id = s.instance
LEFT JOIN "text" n ON n.id = s.counter LEFT JOIN "text" u ON u.id = s.unit LEFT JOIN "text" m ON m.id = s.meaning
LEFT JOIN "text" a ON a.id = s.attributes;
`;
}

/** More kinds than this get no view of their own: a list that long helps nobody. */
const maxKindViews = 500;

/**
 * Statements that make a view per kind of event that carries fields, and drop those of kinds that are gone.
 * A field whose name is also one of the fixed columns is called `field_…`.
 */
export async function createKindViews(query: Pick<Query, 'columns'>): Promise<string> {
  const old = await query.columns(
    `SELECT view_name AS v FROM duckdb_views() WHERE NOT internal AND comment = ${text(kindComment)}`,
  );
  const kinds = await query.columns(`
    SELECT k.value AS kind, e.kind AS id, list(e.shape ORDER BY e.shape)::VARCHAR AS shapes,
      to_json(list(s.keys ORDER BY e.shape))::VARCHAR AS keys
    FROM (SELECT DISTINCT kind, shape FROM event_class WHERE shape IS NOT NULL) e
    JOIN "text" k ON k.id = e.kind JOIN shape s ON s.id = e.shape
    GROUP BY ALL ORDER BY kind LIMIT ${maxKindViews}`);
  const taken = new Set<string>([...tableNames, 'workspace', 'samples', 'events', 'metrics']);
  const statements = old.texts('v').map(view => `DROP VIEW IF EXISTS ${name(view as string)};`);
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds.texts('kind')[i] as string;
    if (kind === '' || taken.has(kind.toLowerCase())) continue;
    taken.add(kind.toLowerCase());
    const shapes = JSON.parse(kinds.texts('shapes')[i] as string) as number[];
    const keys = (JSON.parse(kinds.texts('keys')[i] as string) as string[]).map(
      k => JSON.parse(k) as FieldType[],
    );
    statements.push(kindView(kind, kinds.ints('id')[i] as number, shapes, keys));
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

function kindView(
  kind: string,
  id: number,
  shapes: readonly number[],
  keys: readonly (readonly FieldType[])[],
): string {
  const taken = new Set(fixedColumns);
  const columns: string[] = [];
  // Joins, not subqueries per row: those take minutes on a million rows.
  const joins: string[] = [];
  for (const { key, type, places } of fieldsOf(shapes, keys)) {
    let column = key;
    while (taken.has(column.toLowerCase())) column = `field_${column}`;
    taken.add(column.toLowerCase());
    const ids = places.filter(({ place }) => type === 'text' && place.in === 'values');
    const values = [
      sqlOf(
        places.filter(each => !ids.includes(each)),
        shapes.length,
      ),
    ];
    const ofText = sqlOf(ids, shapes.length);
    if (ofText !== null) {
      const alias = `f${joins.length}`;
      // Of all texts only those of the field: a join of all takes memory for each, and a view joins once a field.
      const used = `SELECT ${ofText} FROM event r WHERE r.kind = ${id}`;
      joins.push(`LEFT JOIN (FROM "text" WHERE id IN (${used})) ${alias} ON ${alias}.id = ${ofText}`);
      values.push(`${alias}.value`);
    }
    const value = values.filter(each => each !== null);
    columns.push(`${value.length > 1 ? `coalesce(${value.join(', ')})` : value[0]} AS ${name(column)}`);
  }
  return `
CREATE OR REPLACE VIEW ${name(kind)} AS
SELECT ${time} AS "time", r.capture, r.ts, r.duration, p.value AS process, t.pid, t.tid, r.cpu,
  ${[...columns, 'l.value AS level', 'r.message'].join(', ')}
FROM event r JOIN capture c ON c.id = r.capture LEFT JOIN thread t ON t.id = r.thread
LEFT JOIN "text" p ON p.id = t.process LEFT JOIN "text" l ON l.id = r.level ${joins.join(' ')}
WHERE r.kind = ${id};
COMMENT ON VIEW ${name(kind)} IS ${text(kindComment)};`;
}

interface ViewPlace {
  readonly shape: number;
  readonly place: FieldSlot;
}

interface ViewField {
  readonly key: string;
  readonly type: FieldType['type'];
  /** Where it is in each shape that has it. */
  readonly places: ViewPlace[];
}

/** Every field of a kind, over all its shapes. */
function fieldsOf(shapes: readonly number[], keys: readonly (readonly FieldType[])[]): Iterable<ViewField> {
  const fields = new Map<string, ViewField>();
  keys.forEach((shape, s) => {
    for (const place of slotsOf(shape)) {
      const { key, type } = place.field;
      const label = `${type} ${key}`;
      const field = fields.get(label) ?? { key, type, places: [] };
      field.places.push({ shape: shapes[s] as number, place });
      fields.set(label, field);
    }
  });
  return fields.values();
}

/** SQL over `event r` of what is at these places; null without any. `shapes`: how many the kind has. */
function sqlOf(places: readonly ViewPlace[], shapes: number): string | null {
  const values = places.map(({ place }) => {
    const value = valueSql(place, 'r');
    // What people reckon with is not to overflow.
    return place.field.whole ? `${value}::BIGINT` : value;
  });
  const [first] = values;
  if (first === undefined) return null;
  if (values.length === shapes && values.every(value => value === first)) return first;
  return `CASE r.shape ${places.map(({ shape }, i) => `WHEN ${shape} THEN ${values[i]}`).join(' ')} END`;
}
