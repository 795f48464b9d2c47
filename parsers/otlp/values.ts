/** Attributes and numbers in OTLP's JSON. */
import { type Json, listOf, numberOf, objectOf, parsed, textOf } from '../kit/json-values.ts';

/** Unquoted integers of 16 or more digits, which JSON.parse may round. OTLP quotes 64-bit integers; some writers do not. */
const longNumber = /"([\w.]{1,64})"\s*:\s*(-?\d{16,})/g;
const mayContainLong = /:\s*-?\d{16}/;

/** null if the text is not JSON. Numbers of 16 and more digits become texts. */
export const parseJson = (text: string): Json | null =>
  parsed(mayContainLong.test(text) ? text.replace(longNumber, '"$1":"$2"') : text);

/** A value of an attribute: a number if a double represents it, else a text; null if there is none. */
export function attributeValue(value: Json | undefined): number | string | null {
  const wrapped = objectOf(value);
  if (wrapped.stringValue !== undefined) return textOf(wrapped.stringValue);
  if (wrapped.intValue !== undefined) {
    const number = numberOf(wrapped.intValue);
    return Number.isSafeInteger(number) ? number : String(wrapped.intValue);
  }
  if (wrapped.doubleValue !== undefined) return numberOf(wrapped.doubleValue);
  if (wrapped.boolValue !== undefined) return String(wrapped.boolValue);
  if (wrapped.arrayValue !== undefined || wrapped.kvlistValue !== undefined)
    return JSON.stringify(plain(value));
  if (wrapped.bytesValue !== undefined) return textOf(wrapped.bytesValue);
  return null;
}

/** Lists and maps without OTLP's type wrappers. */
function plain(value: Json | undefined, depth = 0): Json {
  const wrapped = objectOf(value);
  if (depth > 32) return null;
  if (wrapped.arrayValue !== undefined)
    return listOf(objectOf(wrapped.arrayValue).values).map(each => plain(each, depth + 1));
  if (wrapped.kvlistValue !== undefined)
    return Object.fromEntries(
      listOf(objectOf(wrapped.kvlistValue).values).map(each => [
        textOf(objectOf(each).key),
        plain(objectOf(each).value, depth + 1),
      ]),
    );
  return attributeValue(value);
}

export type Attributes = ReadonlyMap<string, number | string>;

/** `[{ key, value }]`; the first of equal keys counts. */
export function attributesOf(list: Json | undefined): Attributes {
  const attributes = new Map<string, number | string>();
  for (const each of listOf(list)) {
    const { key, value } = objectOf(each);
    const attribute = attributeValue(value);
    if (typeof key === 'string' && key !== '' && attribute !== null && !attributes.has(key))
      attributes.set(key.slice(0, 256), attribute);
  }
  return attributes;
}
