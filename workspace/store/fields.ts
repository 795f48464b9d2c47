/**
 * Finds where the values of event fields are stored, by `field_schema.keys`: texts and whole numbers below 2^30 in `event.values`, other
 * numbers in `event.numbers`; some texts are a part of the message. DuckDB takes four times as long to store a DOUBLE as an
 * INTEGER, and most numbers in logs and tracepoints are small and whole.
 */
import type { FieldType } from '../../parsers/contract.ts';

/**
 * Storage of a field's value: the nth element (from 1) of a list, or the nth word of the message; 0 for a field with `inside`, whose
 * value is between two characters of a word.
 */
export interface FieldSlot {
  readonly field: FieldType;
  readonly in: 'values' | 'numbers' | 'message';
  readonly index: number;
}

/** Slots of the fields of a field schema, in their order. */
export function slotsOf(fields: readonly FieldType[]): FieldSlot[] {
  let values = 0;
  let numbers = 0;
  return fields.map(field => {
    const { type, word, inside, whole } = field;
    if (word !== undefined) return { field, in: 'message', index: word };
    if (inside !== undefined) return { field, in: 'message', index: 0 };
    if (type === 'text' || whole) return { field, in: 'values', index: ++values };
    return { field, in: 'numbers', index: ++numbers };
  });
}

/** True if the field's values are numbers, whatever their storage. */
export const isNumeric = ({ type, display }: FieldType): boolean => type === 'number' || display === 'hex';

/** SQL of the number of a text of a field with {@link FieldType.display} `hex`. */
export const hexNumber = (text: string): string => `TRY_CAST(${text} AS UBIGINT)`;

/** SQL of a field's value for an event; for a text in `event.values`, its id. */
export function valueSql({ field, in: where, index }: FieldSlot, event: string): string {
  if (where === 'numbers') return `${event}.numbers[${index}]`;
  if (where === 'values') return `nullif(${event}."values"[${index}], -1)`;
  const [open, close] = field.inside ?? '';
  if (open !== undefined)
    return `nullif(regexp_extract(${event}.message, '(?s)[${open}](.*)[${close}]', 1), '')`;
  return `nullif(nullif(split_part(${event}.message, ' ', ${index}), '-'), '')`;
}
