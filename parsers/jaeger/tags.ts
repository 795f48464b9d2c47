/** Tags: `[{ key, type, value }]`, of spans, of their logs (`fields`) and of processes. */
import { type Json, listOf, numberOf, objectOf } from '../kit/json-values.ts';
import type { Attributes } from '../otlp/values.ts';

/** The first of equal keys counts. */
export function tagsOf(list: Json | undefined): Attributes {
  const tags = new Map<string, number | string>();
  for (const each of listOf(list)) {
    const { key, type, value } = objectOf(each);
    const tag = tagValue(type, value);
    if (typeof key === 'string' && key !== '' && tag !== null && !tags.has(key))
      tags.set(key.slice(0, 256), tag);
  }
  return tags;
}

/** A number if a double represents it, else a text; null if there is none. Jaeger quotes integers beyond 2^53. */
function tagValue(type: Json | undefined, value: Json | undefined): number | string | null {
  if (value === undefined || value === null) return null;
  const isNumber = typeof value === 'number' || type === 'int64' || type === 'float64';
  const number = isNumber ? numberOf(value) : Number.NaN;
  const isExact = type === 'float64' ? !Number.isNaN(number) : Number.isSafeInteger(number);
  if (isNumber && (isExact || (typeof value === 'number' && !Number.isNaN(number)))) return number;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
