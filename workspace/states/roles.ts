/** Which events of a capture say something of threads, and where in them: from the roles of their fields. */
import type { Connection } from '@duckdb/node-bindings';
import type { FieldType } from '../../parsers/contract.ts';
import type { EventMeaning, FieldRole } from '../../parsers/event-meanings.ts';
import { slotsOf, valueSql } from '../fields.ts';
import { readColumns } from '../results.ts';

/** Events of one class that have a meaning, and SQL over `r` of their fields by role. */
export interface MeaningfulClass {
  readonly class: number;
  readonly meaning: EventMeaning;
  readonly fields: ReadonlyMap<FieldRole, RoleField>;
}

export interface RoleField {
  /** A text is its id. */
  readonly sql: string;
  readonly type: FieldType['type'];
}

/** Classes of a capture whose events mean one of these. */
export async function meaningfulClasses(
  connection: Connection,
  capture: number,
  meanings: readonly EventMeaning[],
): Promise<readonly MeaningfulClass[]> {
  const found = await readColumns(
    connection,
    `SELECT c.id::INTEGER AS class, f.keys FROM event_class c JOIN field_schema f ON f.id = c.field_schema
     WHERE c.capture = ${capture} AND contains(f.keys, '"role":"') ORDER BY c.id`,
  );
  const keys = found.texts('keys');
  return Array.from(found.ints('class'), (id, row) => classOf(id, keys[row] ?? '[]')).filter(
    (each): each is MeaningfulClass => each !== null && meanings.includes(each.meaning),
  );
}

function classOf(id: number, keys: string): MeaningfulClass | null {
  const fields = new Map<FieldRole, RoleField>();
  let meaning: EventMeaning | null = null;
  for (const slot of slotsOf(JSON.parse(keys) as FieldType[])) {
    const { role, type } = slot.field;
    if (role === undefined) continue;
    meaning ??= role.slice(0, role.indexOf('.')) as EventMeaning;
    fields.set(role, { sql: valueSql(slot, 'r'), type });
  }
  return meaning && { class: id, meaning, fields };
}

/** SQL that is, for a row of each class, one of its fields with these roles; null where none of them has one. */
export function fieldSql(
  classes: readonly MeaningfulClass[],
  roles: readonly FieldRole[],
  type: FieldType['type'],
): string | null {
  const cases = classes.flatMap(({ class: id, fields }) => {
    const field = roles.map(role => fields.get(role)).find(each => each?.type === type);
    return field ? [`WHEN ${id} THEN ${field.sql}`] : [];
  });
  return cases.length > 0 ? `(CASE r."class" ${cases.join(' ')} END)` : null;
}
