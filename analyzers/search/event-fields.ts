/** The fields of events in the workspace by name, and where their values are stored. */
import type { FieldType } from '../../parsers/contract.ts';
import { isNumeric, slotsOf, valueSql } from '../../workspace/store/fields.ts';
import type { Ask } from '../contract.ts';

export interface FieldPlace {
  readonly name: string;
  readonly type: 'number' | 'text';
  readonly unit: string | null;
  /** True if its values are compared as numbers: also texts that show numbers in hex. */
  readonly isNumeric: boolean;
  /** SQL of the value over `event s`; for a text that is not part of the message, of its id. */
  readonly sql: string;
  readonly isId: boolean;
  readonly isInMessage: boolean;
  /** Field schemas that have the field at this place. */
  readonly schemas: readonly number[];
}

export function fieldPlaces(ask: Ask): Promise<readonly FieldPlace[]> {
  return ask.memo('search fields', async () => {
    const result = await ask.query.columns(
      `SELECT id::INTEGER AS id, keys FROM field_schema
       WHERE id IN (SELECT field_schema FROM event_class) ORDER BY id`,
      [],
      ask.cancel,
    );
    const keys = result.texts('keys');
    const places = new Map<string, FieldPlace & { schemas: number[] }>();
    for (const [row, id] of result.ints('id').entries())
      for (const slot of slotsOf(JSON.parse(keys[row] ?? '[]') as FieldType[])) {
        const { key, type, unit = null } = slot.field;
        const sql = valueSql(slot, 's');
        const label = JSON.stringify([key, type, isNumeric(slot.field), unit, sql]);
        const isInMessage = slot.in === 'message';
        const place = places.get(label) ?? {
          name: key,
          type,
          unit,
          isNumeric: isNumeric(slot.field),
          sql,
          isId: type === 'text' && !isInMessage,
          isInMessage,
          schemas: [],
        };
        place.schemas.push(id);
        places.set(label, place);
      }
    const value = [...places.values()];
    return { value, bytes: value.length * 300 };
  });
}

/** SQL of `is` for each place, evaluated only for events whose field schema has the place. */
export function inPlaces(places: readonly FieldPlace[], is: (place: FieldPlace) => string): string {
  const bySql = new Map<string, number[]>();
  for (const place of places) {
    const sql = is(place);
    if (sql !== 'false') bySql.set(sql, [...(bySql.get(sql) ?? []), ...place.schemas]);
  }
  const parts = [...bySql].map(
    ([sql, schemas]) => `(s.field_schema IN (${[...new Set(schemas)].join(', ')}) AND ${sql})`,
  );
  return parts.length > 0 ? `(${parts.join(' OR ')})` : 'false';
}
