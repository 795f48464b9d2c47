/** Attributes and numbers in OTLP's JSON. */
import { type Json, listOf, numberOf, objectOf, parsed, textOf } from '../kit/json-values.ts';

/** Integers that a double cannot represent: OTLP quotes 64-bit numbers, some writers do not. */
const longNumber = /"([\w.]{1,64})"\s*:\s*(-?\d{16,})/g;
const mayHoldLong = /:\s*-?\d{16}/;

/** null if the text is not JSON. Numbers of 16 and more digits become texts. */
export const parseJson = (text: string): Json | null =>
  parsed(mayHoldLong.test(text) ? text.replace(longNumber, '"$1":"$2"') : text);

/** A value of an attribute: a number if a double represents it, else a text; null if there is none. */
export function attributeValue(value: Json | undefined): number | string | null {
  const of = objectOf(value);
  if (of.stringValue !== undefined) return textOf(of.stringValue);
  if (of.intValue !== undefined) {
    const number = numberOf(of.intValue);
    return Number.isSafeInteger(number) ? number : String(of.intValue);
  }
  if (of.doubleValue !== undefined) return numberOf(of.doubleValue);
  if (of.boolValue !== undefined) return String(of.boolValue);
  if (of.arrayValue !== undefined || of.kvlistValue !== undefined) return JSON.stringify(plain(value));
  if (of.bytesValue !== undefined) return textOf(of.bytesValue);
  return null;
}

/** Lists and maps without OTLP's type wrappers. */
function plain(value: Json | undefined, depth = 0): Json {
  const of = objectOf(value);
  if (depth > 32) return null;
  if (of.arrayValue !== undefined)
    return listOf(objectOf(of.arrayValue).values).map(each => plain(each, depth + 1));
  if (of.kvlistValue !== undefined)
    return Object.fromEntries(
      listOf(objectOf(of.kvlistValue).values).map(each => [
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
    const of = attributeValue(value);
    if (typeof key === 'string' && key !== '' && of !== null && !attributes.has(key))
      attributes.set(key.slice(0, 256), of);
  }
  return attributes;
}
