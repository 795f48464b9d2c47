/**
 * Finds the events that have a meaning, and the fields that carry it, by the roles of their fields
 * (`event-meanings.ts`).
 */
import type { FieldType } from '../../parsers/contract.ts';
import type { EventMeaning, FieldRole } from '../../parsers/event-meanings.ts';
import { type FieldSlot, slotsOf, valueSql } from './fields.ts';

/** Events of one field schema that have a meaning. */
export interface Meaningful {
  /** Id of the field schema, or of the event class with that schema. */
  readonly id: number;
  readonly meaning: EventMeaning;
  readonly fields: ReadonlyMap<FieldRole, FieldSlot>;
}

/** SQL condition over `keys` that selects the field schemas which {@link meaningful} must examine. */
export const hasRoles = (keys: string): string => `contains(${keys}, '"role":"')`;

/** The field schemas that have one of these meanings. `keys`: as in `field_schema.keys`. */
export function meaningful(
  schemas: Iterable<{ readonly id: number; readonly keys: string }>,
  meanings: readonly EventMeaning[],
): Meaningful[] {
  const found: Meaningful[] = [];
  for (const { id, keys } of schemas) {
    const fields = new Map<FieldRole, FieldSlot>();
    for (const slot of slotsOf(JSON.parse(keys) as FieldType[]))
      if (slot.field.role !== undefined) fields.set(slot.field.role, slot);
    const [role] = fields.keys();
    const meaning = role?.slice(0, role.indexOf('.')) as EventMeaning | undefined;
    if (meaning !== undefined && meanings.includes(meaning)) found.push({ id, meaning, fields });
  }
  return found;
}

/**
 * SQL of the field with one of these roles, for rows of an event table; null if none of `among` has one. The value of
 * a text is its id, or, if it is a word of the message, the text itself.
 *
 * @param alias of the event table
 * @param id SQL of the value of `Meaningful.id`
 */
export function roleSql(
  among: readonly Meaningful[],
  roles: readonly FieldRole[],
  type: FieldType['type'],
  alias: string,
  id: string,
): string | null {
  const cases = among.flatMap(each => {
    const slot = roles.map(role => each.fields.get(role)).find(found => found?.field.type === type);
    return slot ? [`WHEN ${each.id} THEN ${valueSql(slot, alias)}`] : [];
  });
  return cases.length > 0 ? `(CASE ${id} ${cases.join(' ')} END)` : null;
}
