/** Which events have a meaning, and where in them what they say is: from the roles of their fields (`event-meanings.ts`). */
import type { FieldType } from '../parsers/contract.ts';
import type { EventMeaning, FieldRole } from '../parsers/event-meanings.ts';
import { type FieldSlot, slotsOf, valueSql } from './fields.ts';

/** Events of one field schema that have a meaning. */
export interface Meaningful {
  /** Of the field schema, or of the class of events that has it. */
  readonly id: number;
  readonly meaning: EventMeaning;
  readonly fields: ReadonlyMap<FieldRole, FieldSlot>;
}

/** SQL that finds the field schemas that {@link meaningful} has to look at: a condition over `keys`. */
export const hasRoles = (keys: string): string => `contains(${keys}, '"role":"')`;

/** Those that mean one of these. `keys`: as `field_schema.keys` has it. */
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
 * SQL of a field with one of these roles, for the rows of an event table; null where none of `among` has one. A text is its id, or,
 * where it is a word of the message, itself.
 *
 * @param alias of the event table
 * @param id SQL of what `Meaningful.id` is
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
