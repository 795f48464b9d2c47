/**
 * Values of the expressions of tracepoints, and what is worked out of them: as numbers where they are small, which most are,
 * else as bigints, because the kernel's are of 64 bits.
 */
import type { ByteView } from './byte-view.ts';
import type { PrintBuffer } from './print-buffer.ts';
import type { FormatField } from './tracing-data.ts';

/** The record that is printed, `start` bytes into the view. */
export interface RawRecord {
  readonly view: ByteView;
  readonly start: number;
  readonly end: number;
}

export type Value = number | bigint | string;
export type Expression = (record: RawRecord) => Value;

/** Prints a value of a record. */
export interface Printer {
  /** @returns the number that was printed as decimal digits; NaN where it was something else */
  (record: RawRecord, to: PrintBuffer): number;
  /** null where it depends on more than can be told of it. */
  readonly plain?: Plain | null;
}

/** Number that stands at the same place of every record; its offset counts from the record's beginning. */
export interface NumberPlace {
  readonly kind: 'number';
  readonly offset: number;
  readonly size: number;
  readonly signed: boolean;
}

/**
 * What a printer does, for the scanner. Numbers are from `least` up to `limit`; any other is printed as the
 * printer does.
 */
export type Plain =
  | {
      readonly kind: 'decimal';
      readonly of: NumberPlace;
      readonly digits: number;
      readonly least: number;
      readonly limit: number;
    }
  | { readonly kind: 'hex'; readonly of: NumberPlace; readonly least: number; readonly limit: number }
  | { readonly kind: 'text'; readonly field: FormatField }
  /** Depends on nothing but these numbers. */
  | { readonly kind: 'values'; readonly of: readonly NumberPlace[] };

/** A text that is always the same, or what prints a value. */
export type Piece = string | Printer;

/** The field that a value is, where nothing is done to it. `offset`: from the beginning of the record. */
export type Place = NumberPlace | { readonly kind: 'text'; readonly field: FormatField };

/** What of a format cannot be printed as perf does. */
export class Unprintable extends Error {}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes of a field stand. */
export function spanOf(field: FormatField, { view, start, end }: RawRecord): Span {
  const at = start + field.offset;
  if (field.location === 'here') return { start: at, end: Math.min(end, at + field.size) };
  if (at + 4 > end) return { start: end, end };
  const place = view.u32(at);
  const from = (field.location === 'record' ? start : at + 4) + (place & 0xffff);
  return { start: Math.min(from, end), end: Math.min(from + (place >>> 16), end) };
}

export interface Choice {
  readonly value: bigint;
  readonly text: string;
}

export function flagsOf(of: Expression, choices: readonly Choice[], delimiter: string): Expression {
  // What is larger cannot be among the bits of a small value.
  const small = choices
    .filter(({ value }) => value <= 0x7fff_ffffn)
    .map(({ value, text }) => ({ value: Number(value), text }));
  return record => {
    const value = of(record);
    return isSmall(value) && value >= 0
      ? smallFlags(value, small, delimiter)
      : wideFlags(BigInt.asUintN(64, big(value)), choices, delimiter);
  };
}

function smallFlags(
  value: number,
  choices: readonly { readonly value: number; readonly text: string }[],
  delimiter: string,
): string {
  let rest = value;
  let names = '';
  for (const choice of choices) {
    if (rest === 0) {
      if (choice.value === 0 && names === '') return choice.text;
      continue;
    }
    if (choice.value === 0 || (rest & choice.value) !== choice.value) continue;
    names += names === '' ? choice.text : delimiter + choice.text;
    rest &= ~choice.value;
  }
  if (rest === 0) return names;
  return `${names}${names === '' ? '' : delimiter}0x${rest.toString(16)}`;
}

function wideFlags(value: bigint, choices: readonly Choice[], delimiter: string): string {
  let rest = value;
  const names: string[] = [];
  for (const choice of choices) {
    if (rest === 0n && choice.value === 0n && names.length === 0) return choice.text;
    if (choice.value !== 0n && (rest & choice.value) === choice.value) {
      names.push(choice.text);
      rest &= ~choice.value;
    }
  }
  if (rest !== 0n) names.push(`0x${rest.toString(16)}`);
  return names.join(delimiter);
}

/** For expressions that are the same for every record. */
export const noRecord: RawRecord = { view: null as never, start: 0, end: 0 };

export const isSmall = (value: Value): value is number => typeof value === 'number' && value === (value | 0);

export const big = (value: Value): bigint => (typeof value === 'string' ? 0n : BigInt(value));
export const isTrue = (value: Value): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'number' ? value !== 0 : value !== 0n;

export function cut(value: Value, [bits, signed]: readonly [number, boolean]): Value {
  if (typeof value === 'string') return value;
  return Number(signed ? BigInt.asIntN(bits, BigInt(value)) : BigInt.asUintN(bits, BigInt(value)));
}

/** Of whole numbers of 32 bits; what is not exact there is worked out with bigints. */
const ofSmallValues: Readonly<Record<string, (a: number, b: number) => number>> = {
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '==': (a, b) => (a === b ? 1 : 0),
  '!=': (a, b) => (a !== b ? 1 : 0),
  '<': (a, b) => (a < b ? 1 : 0),
  '>': (a, b) => (a > b ? 1 : 0),
  '<=': (a, b) => (a <= b ? 1 : 0),
  '>=': (a, b) => (a >= b ? 1 : 0),
  '>>': (a, b) => (b >= 0 && b < 64 ? a >> Math.min(b, 31) : 0),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
};

/** Of two values; `&&` and `||` look at the second only where they must. */
export function combined(operator: string, left: Expression, right: Expression): Expression {
  if (operator === '&&') return record => (isTrue(left(record)) && isTrue(right(record)) ? 1 : 0);
  if (operator === '||') return record => (isTrue(left(record)) || isTrue(right(record)) ? 1 : 0);
  const ofSmall = ofSmallValues[operator];
  return record => {
    const a = left(record);
    const b = right(record);
    return ofSmall && isSmall(a) && isSmall(b) ? ofSmall(a, b) : operate(operator, big(a), big(b));
  };
}

function operate(operator: string, a: bigint, b: bigint): Value {
  switch (operator) {
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '==':
      return a === b ? 1 : 0;
    case '!=':
      return a !== b ? 1 : 0;
    case '<':
      return a < b ? 1 : 0;
    case '>':
      return a > b ? 1 : 0;
    case '<=':
      return a <= b ? 1 : 0;
    case '>=':
      return a >= b ? 1 : 0;
    case '<<':
      return b >= 0n && b < 64n ? BigInt.asUintN(64, a << b) : 0n;
    case '>>':
      return b >= 0n && b < 64n ? a >> b : 0n;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return BigInt.asIntN(128, a * b);
    case '/':
      return b === 0n ? 0n : a / b;
    default:
      return b === 0n ? 0n : a % b;
  }
}
