/** Values of JSON as `JSON.parse` gives them. All of it may be missing or of another type: captures are hostile. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
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

/** null where the text is no JSON. */
export function parsed(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
