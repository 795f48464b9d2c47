/**
 * Where the fields of events are: texts and whole numbers in `event.values`, other numbers in `event.numbers`, and some
 * texts are a word of the message. DuckDB takes four times as long to store a DOUBLE as an INTEGER, and most numbers in logs
 * and tracepoints are small and whole.
 */
import type { FieldType } from '../parsers/contract.ts';

/** A field of a shape, as `shape.keys` has it. */
export interface StoredField extends FieldType {
  /** A number that is never negative nor above 2^30, among the values. */
  readonly whole?: true;
}

/** Where the value of a field is: the nth (from 1) of a list, or the nth word of the message. */
export interface Place {
  readonly field: StoredField;
  readonly in: 'values' | 'numbers' | 'message';
  readonly index: number;
}

/** Places of the fields of a shape, in their order. */
export function placesOf(fields: readonly StoredField[]): Place[] {
  let texts = 0;
  let numbers = 0;
  let wholes = fields.filter(({ type, word }) => type === 'text' && word === undefined).length;
  return fields.map(field => {
    const { type, word, whole } = field;
    if (word !== undefined) return { field, in: 'message', index: word };
    if (type === 'text') return { field, in: 'values', index: ++texts };
    return whole ? { field, in: 'values', index: ++wholes } : { field, in: 'numbers', index: ++numbers };
  });
}

/** SQL of the value over an event: of a text among the values, its id. */
export function valueSql({ in: where, index }: Place, event: string): string {
  if (where !== 'message') return `${event}."${where}"[${index}]`;
  return `nullif(nullif(split_part(${event}.message, ' ', ${index}), '-'), '')`;
}
