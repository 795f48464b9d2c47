/** OTLP's JSON as `JSON.parse` gives it. All of it may be missing or of another type: captures are hostile. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Whole numbers that a double cannot hold: OTLP quotes 64-bit numbers, some writers do not. */
const longNumber = /"([\w.]{1,64})"\s*:\s*(-?\d{16,})/g;
const mayHoldLong = /:\s*-?\d{16}/;

/** null where the text is no JSON. Numbers of 16 and more digits are texts. */
export function parseJson(text: string): Json | null {
  try {
    const quoted = mayHoldLong.test(text) ? text.replace(longNumber, '"$1":"$2"') : text;
    return JSON.parse(quoted) as Json;
  } catch {
    return null;
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Of a number, or its text; NaN where there is none. */
export function numberOf(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
}

/** A value of an attribute: numbers stay numbers, where a double holds them; all else is text. null: there is none. */
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

/** Lists and maps without OTLP's types. */
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
