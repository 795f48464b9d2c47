/**
 * Exports named rows of a workspace to a new file. Ids stay, because stored answers and scopes name captures by them;
 * a text that nothing refers to keeps its id and loses its value.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { FieldType } from '../../parsers/contract.ts';
import { readColumns } from '../database/results.ts';
import type { CaptureRecord } from '../store/captures.ts';
import { slotsOf } from '../store/fields.ts';
import {
  capturedTables,
  declaredColumns,
  name,
  ofCapture,
  type SqlTableName,
  sqlColumns,
  storedTables,
  tableOf,
  text,
} from '../store/schema.ts';
import { timeColumns } from '../store/spans.ts';
import { iso } from '../time.ts';

/**
 * The part of a capture that is exported: all of it, or rows that reach into a range of its own times (ns since its zero, `to`
 * exclusive).
 */
export interface KeptCapture {
  readonly capture: CaptureRecord;
  readonly range: { readonly from: bigint; readonly to: bigint } | null;
}

const from = (table: string): string => `source.main.${name(table)}`;
const to = (table: string): string => `target.main.${name(table)}`;

/**
 * Copies the rows named by `kept`.
 *
 * @param source a closed workspace
 * @param target a closed, empty workspace of this version
 * @param memory limit for DuckDB, bytes
 */
export async function copyKept(
  source: string,
  target: string,
  kept: readonly KeptCapture[],
  memory: number,
): Promise<void> {
  const config = duckdb.create_config();
  duckdb.set_config(config, 'memory_limit', `${Math.floor(memory / 1e6)}MB`);
  const database = await duckdb.open(':memory:', config);
  const connection = await duckdb.connect(database);
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await duckdb.query(connection, statement);
  };
  try {
    // No transaction around all statements: it would hold all rows in memory, and an incomplete target is deleted
    // anyway.
    await run([`ATTACH ${text(source)} AS source (READ_ONLY)`, `ATTACH ${text(target)} AS target`]);
    await run(copyRows(kept));
    await run(await copyAsRead(connection, kept));
    await run(await copyInterned(connection));
    await run([...copyFindings, ...copyFacts(kept), ...kept.flatMap(countRows), 'DETACH target']);
  } finally {
    duckdb.disconnect_sync(connection);
    duckdb.close_sync(database);
  }
}

const columnsOf = (table: SqlTableName): string =>
  sqlColumns(table)
    .map(column => name(column.name))
    .join(', ');

const copy = (table: SqlTableName, where: string): string =>
  `INSERT INTO ${to(table)} (${columnsOf(table)}) SELECT ${columnsOf(table)} FROM ${from(table)} WHERE ${where}`;

/** Rows of captures, and the captures themselves. */
function copyRows(kept: readonly KeptCapture[]): string[] {
  const ids = kept.map(({ capture }) => capture.id);
  const all = ids.join(', ') || 'NULL';
  // Tables that others refer to come first: event classes, and lists of times.
  const order = [...capturedTables].sort((a, b) => rank(a) - rank(b));
  return [
    copy('capture', `id IN (${all})`),
    ...order.flatMap(table => kept.map(each => copy(table, rowsOf(table, each)))),
    `DELETE FROM ${to('event_class')} WHERE id NOT IN (
       SELECT "class" FROM ${to('event_rows')} UNION SELECT "class" FROM ${to('event_lines')})`,
  ];
}

const rank = (table: SqlTableName): number => (table === 'event_class' || table === 'metric_times' ? 0 : 1);

function rowsOf(table: SqlTableName, each: KeptCapture): string {
  const { capture, range } = each;
  const { id } = capture;
  const ofIt = ofCapture(table, id).replace('FROM event_class', `FROM ${from('event_class')}`);
  // With a drift, the rows as read are exported as well, and a range would select different ones.
  if (!range || capture.clock.facts.drift !== 0) return ofIt;
  if (table === 'metric_values')
    return `${ofIt} AND "times" IN (SELECT id FROM ${to('metric_times')} WHERE capture = ${id})`;
  const time = timeColumns.find(each => each.table === table);
  if (!time) return ofIt;
  const column = name(time.column);
  const [first, last] = time.isList ? [`list_min(${column})`, `list_max(${column})`] : [column, time.end];
  return `${ofIt} AND ${first} < ${range.to} AND ${last} >= ${range.from}`;
}

/** Rows as read of captures with a drift: see `drift.ts`. */
async function copyAsRead(connection: Connection, kept: readonly KeptCapture[]): Promise<string[]> {
  const result = await readColumns(
    connection,
    "SELECT table_name AS t FROM duckdb_tables() WHERE database_name = 'source' AND schema_name = 'as_read'",
  );
  const present = new Set(result.texts('t'));
  const drifting = kept.filter(({ capture }) => capture.clock.facts.drift !== 0);
  if (drifting.length === 0) return [];
  const tables = capturedTables.filter(table => present.has(table));
  return [
    'CREATE SCHEMA target.as_read',
    ...tables.map(table => {
      const rows = drifting.map(each => rowsOf(table, { ...each, range: null }));
      return `CREATE TABLE target.as_read.${name(table)} AS FROM source.as_read.${name(table)} WHERE ${rows.join(' OR ')}`;
    }),
  ];
}

/** Interned tables: all ids, but texts only if copied rows use them. */
async function copyInterned(connection: Connection): Promise<string[]> {
  const columnsOfType = (type: string) =>
    storedTables.flatMap(table =>
      Object.entries(declaredColumns(table)).flatMap(([column, declaration]) =>
        declaration.type === type ? [{ table, column: name(column) }] : [],
      ),
    );
  const interned: readonly SqlTableName[] = ['frame', 'stack', 'thread', 'template', 'text'];
  const idsIn = (type: string) =>
    columnsOfType(type)
      .filter(({ table }) => !interned.includes(table))
      .map(({ table, column }) => `SELECT ${column} AS id FROM ${to(table)} WHERE ${column} IS NOT NULL`);
  const union = (selects: readonly string[]) => selects.join(' UNION ') || 'SELECT NULL::INTEGER AS id';
  const textsOf = (table: SqlTableName, used: string) =>
    columnsOfType('text')
      .filter(each => each.table === table)
      .map(
        ({ column }) =>
          `SELECT ${column} AS id FROM ${from(table)} WHERE id IN (FROM ${used}) AND ${column} IS NOT NULL`,
      );
  await duckdb.query(
    connection,
    `INSERT INTO ${to('field_schema')} (${columnsOf('field_schema')}) SELECT ${columnsOf('field_schema')} FROM ${from('field_schema')}`,
  );
  const values = await textsOfFields(connection);
  const texts = [
    ...idsIn('text'),
    ...textsOf('frame', 'used_frame'),
    ...textsOf('thread', 'used_thread'),
    ...values,
  ];
  return [
    `CREATE TEMP TABLE used_stack AS WITH RECURSIVE used AS (
       SELECT id FROM (${union(idsIn('stack'))})
       UNION SELECT parent FROM ${from('stack')} s JOIN used u ON s.id = u.id WHERE parent IS NOT NULL) FROM used`,
    `CREATE TEMP TABLE used_frame AS ${union([`SELECT frame AS id FROM ${from('stack')} WHERE id IN (FROM used_stack)`, ...idsIn('frame')])}`,
    `CREATE TEMP TABLE used_thread AS ${union(idsIn('thread'))}`,
    `CREATE TEMP TABLE used_text AS ${union(texts)}`,
    ...(['frame', 'stack', 'thread'] as const).map(table => copy(table, 'true')),
    copy('template', `masked IN (SELECT template FROM ${to('event_class')})`),
    `INSERT INTO ${to('text')} (id, value, not_interned)
       SELECT t.id, CASE WHEN u.id IS NULL THEN '' ELSE t.value END, CASE WHEN u.id IS NULL THEN true ELSE t.not_interned END
       FROM ${from('text')} t LEFT JOIN used_text u ON u.id = t.id ORDER BY t.id`,
  ];
}

/** SELECTs of the texts among the values of events' fields. */
async function textsOfFields(connection: Connection): Promise<string[]> {
  const schemas = await readColumns(
    connection,
    `SELECT id, keys::VARCHAR AS keys FROM ${from('field_schema')}
     WHERE id IN (SELECT field_schema FROM ${to('event_class')})`,
  );
  const places = new Map<number, number[]>();
  schemas.texts('keys').forEach((keys, row) => {
    for (const { field, in: where, index } of slotsOf(JSON.parse(keys ?? '[]') as FieldType[]))
      if (where === 'values' && field.type === 'text')
        places.set(index, [...(places.get(index) ?? []), schemas.ints('id')[row]!]);
  });
  return [...places].flatMap(([index, ids]) =>
    (['event_rows', 'event_lines'] as const).map(
      table =>
        `SELECT r."values"[${index}] AS id FROM ${to(table)} r JOIN ${to('event_class')} c ON c.id = r."class"
         WHERE c.field_schema IN (${ids.join(', ')}) AND r."values"[${index}] >= 0`,
    ),
  );
}

/** Findings without the undo history, which may contain what was removed. */
const copyFindings: readonly string[] = [
  `INSERT INTO ${to('finding')} FROM ${from('finding')}`,
  `INSERT INTO ${to('evidence')} FROM ${from('evidence')} e
   WHERE e.id IN (SELECT unnest(json_extract(evidence, '$[*]'))::INTEGER FROM ${from('finding')})`,
];

/** Facts of the workspace, and references to captures that are not exported. */
function copyFacts(kept: readonly KeptCapture[]): string[] {
  const facts = ['findings summary', 'last finding', 'last evidence'].map(text);
  const ids = kept.map(({ capture }) => capture.id).join(', ') || 'NULL';
  const derivedKeys = kept.map(({ capture }) => text(`${capture.id} of ${capture.imported}`));
  return [
    `INSERT INTO ${to('workspace')} FROM ${from('workspace')} WHERE key IN (${facts.join(', ')})`,
    ...(derivedKeys.length === 0
      ? []
      : [
          `INSERT INTO ${to('workspace')} FROM ${from('workspace')}
           WHERE starts_with(key, 'made ') AND (${derivedKeys.map(each => `ends_with(key, ' ' || ${each})`).join(' OR ')})`,
        ]),
    // A reference of a clock to a capture that is not exported becomes its name.
    ...['zone_by', 'start_by'].map(
      by =>
        `UPDATE ${to('capture')} t SET ${by}_name = (SELECT name FROM ${from('capture')} s WHERE s.id = t.${by}), ${by} = NULL
         WHERE ${by} NOT IN (${ids})`,
    ),
  ];
}

/** Counts the rows that were copied. Span and ledger remain as read. */
function countRows({ capture, range }: KeptCapture): string[] {
  if (!range || capture.clock.facts.drift !== 0) return [];
  const counted = Object.keys(capture.rows).map(table => {
    const packed = capturedTables.filter(each => tableOfRows(each) === table && each !== 'event_class');
    const counts = packed.map(each =>
      each === 'metric_values'
        ? `(SELECT coalesce(sum(len("values")), 0) FROM ${to(each)} WHERE capture = ${capture.id})`
        : each === 'metric_times'
          ? '0'
          : `(SELECT count(*) FROM ${to(each)} WHERE ${ofCapture(each, capture.id).replace('FROM event_class', `FROM ${to('event_class')}`)})`,
    );
    return `${text(table)}, (${counts.join(' + ') || '0'})::BIGINT`;
  });
  const { clock } = capture;
  const at = (ts: bigint) => iso(clock.zero + (clock.utcOffset ?? 0n) + ts);
  const reason = [
    ...(capture.reason ? [capture.reason] : []),
    `cut down to what findings need: rows from ${at(range.from)} to ${at(range.to)}`,
  ].join('; ');
  return [
    `UPDATE ${to('capture')} SET "rows" = json_object(${counted.join(', ')})::VARCHAR, status = 'partial', reason = ${text(reason)}
     WHERE id = ${capture.id}`,
  ];
}

function tableOfRows(table: SqlTableName): string {
  return tableOf(table as Parameters<typeof tableOf>[0]);
}
