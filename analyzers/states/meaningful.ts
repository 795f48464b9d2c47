/** SQL of events by their meaning and of their fields by role (`parsers/event-meanings.ts`). */
import type { EventMeaning, FieldRole } from '../../parsers/event-meanings.ts';
import { hasRoles, type Meaningful, meaningful, roleSql } from '../../workspace/store/roles.ts';
import type { Ask } from '../contract.ts';

export interface MeaningfulEvents {
  readonly schemas: readonly Meaningful[];
  /** Condition over `event s`: it has one of these meanings. */
  where(...meanings: EventMeaning[]): string;
  /** SQL over `event s` of the first of these roles that it has: for a text, its id; NULL if it has none. */
  id(...roles: FieldRole[]): string;
  number(...roles: FieldRole[]): string;
}

/** The events of these meanings; null if the workspace has none. */
export async function meaningfulEvents(
  ask: Ask,
  meanings: readonly EventMeaning[],
): Promise<MeaningfulEvents | null> {
  const result = await ask.query.columns(
    `SELECT id::INTEGER AS id, keys FROM field_schema WHERE ${hasRoles('keys')} ORDER BY id`,
    [],
    ask.cancel,
  );
  const keys = result.texts('keys');
  const schemas = meaningful(
    Array.from(result.ints('id'), (id, row) => ({ id, keys: keys[row] ?? '[]' })),
    meanings,
  );
  if (schemas.length === 0) return null;
  const sql = (type: 'text' | 'number', roles: readonly FieldRole[]) =>
    roleSql(schemas, roles, type, 's', 's.field_schema') ?? 'NULL';
  return {
    schemas,
    where: (...meanings) => {
      const ids = schemas.filter(({ meaning }) => meanings.includes(meaning)).map(({ id }) => id);
      return ids.length > 0 ? `s.field_schema IN (${ids.join(', ')})` : 'false';
    },
    id: (...roles) => `${sql('text', roles)}::INTEGER`,
    number: (...roles) => `${sql('number', roles)}::DOUBLE`,
  };
}
