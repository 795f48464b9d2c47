/**
 * Values of JSON as `JSON.parse` gives them. Any of them may be missing or of another type: captures are
 * untrusted.
 */

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

/** The value of a number, or of its text; NaN if it is missing or infinite. */
export function numberOf(value: Json | undefined): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : Number.NaN;
}

/** Parses a text; null if it is not JSON. */
export function parsed(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
