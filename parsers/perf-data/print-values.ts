/**
 * Values of the expressions of tracepoints, and operations on them. Small values, which most are, are numbers; others are
 * bigints, because the kernel computes with 64 bits.
 */

import type { ByteView } from '../kit/byte-view.ts';
import { hexByte } from '../kit/hex.ts';
import type { PrintBuffer } from './print-buffer.ts';
import type { FormatField } from './tracing-data.ts';

/** The record to print: `[start, end)` of the view. */
export interface RawRecord {
  readonly view: ByteView;
  readonly start: number;
  readonly end: number;
}

export type Value = number | bigint | string;
export type Expression = (record: RawRecord) => Value;

/** Prints a value of a record. */
export interface Printer {
  /** @returns the number if it was printed in decimal, else NaN */
  (record: RawRecord, to: PrintBuffer): number;
  /** Description for the scanner; null if the text depends on more than a `Plain` can describe. */
  readonly plain?: Plain | null;
}

/** A number at the same offset from the start of every record. */
export interface NumberPlace {
  readonly kind: 'number';
  readonly offset: number;
  readonly size: number;
  readonly signed: boolean;
}

/**
 * Describes to the scanner what a printer does. It applies to numbers from `min` to below `limit`; others are
 * printed by the printer.
 */
export type Plain =
  | {
      readonly kind: 'decimal';
      readonly place: NumberPlace;
      readonly digits: number;
      readonly min: number;
      readonly limit: number;
    }
  | { readonly kind: 'hex'; readonly place: NumberPlace; readonly min: number; readonly limit: number }
  | { readonly kind: 'text'; readonly field: FormatField }
  /** A text that depends only on these numbers. */
  | { readonly kind: 'values'; readonly places: readonly NumberPlace[] };

/** A fixed text, or a printer of a value. */
export type Piece = string | Printer;

/** The field whose unchanged value is printed. `offset`: from the beginning of the record. */
export type Place = NumberPlace | { readonly kind: 'text' | 'bytes'; readonly field: FormatField };

/** Thrown for a format, or a part of it, that cannot be printed as perf does. */
export class Unprintable extends Error {}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Range of the bytes of a field. */
export function spanOf(field: FormatField, { view, start, end }: RawRecord): Span {
  const at = start + field.offset;
  if (field.location === 'here') return { start: at, end: Math.min(end, at + field.size) };
  if (at + 4 > end) return { start: end, end };
  const place = view.u32(at);
  const from = (field.location === 'record' ? start : at + 4) + (place & 0xffff);
  return { start: Math.min(from, end), end: Math.min(from + (place >>> 16), end) };
}

/** Values of constants that the kernel leaves as names in lists (libtraceevent's `flags`). */
const knownNames: Readonly<Record<string, bigint>> = {
  HI_SOFTIRQ: 0n,
  TIMER_SOFTIRQ: 1n,
  NET_TX_SOFTIRQ: 2n,
  NET_RX_SOFTIRQ: 3n,
  BLOCK_SOFTIRQ: 4n,
  IRQ_POLL_SOFTIRQ: 5n,
  TASKLET_SOFTIRQ: 6n,
  SCHED_SOFTIRQ: 7n,
  HRTIMER_SOFTIRQ: 8n,
  RCU_SOFTIRQ: 9n,
  HRTIMER_NORESTART: 0n,
  HRTIMER_RESTART: 1n,
};

/** Value of a constant in a list of which only the name is known: -1, as in perf, so that no value matches it. */
export const namedConstant = (name: string): bigint => knownNames[name] ?? -1n;

/** A bit mask as perf prints it: hexadecimal, with a comma after every 32 bits, the lowest bits last. */
export function maskText({ view, start, end }: RawRecord): string {
  const bytes = Array.from(view.bytes.subarray(start, end), hexByte);
  // The 64-bit words have the byte order of the machine.
  const inOrder = view.little ? bytes.reverse() : bytes;
  const first = inOrder.length % 4;
  const groups = first > 0 ? [inOrder.slice(0, first).join('')] : [];
  for (let at = first; at < inOrder.length; at += 4) groups.push(inOrder.slice(at, at + 4).join(''));
  return groups.join(',');
}

export interface Choice {
  readonly value: bigint;
  readonly text: string;
}

/** Names of the set bits; none for 0, as in the kernel. */
export function flagsOf(flags: Expression, choices: readonly Choice[], delimiter: string): Expression {
  // A larger flag cannot be set in a small value.
  const small = choices
    .filter(({ value }) => value <= 0x7fff_ffffn)
    .map(({ value, text }) => ({ value: Number(value), text }));
  return record => {
    const value = flags(record);
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
    if (choice.value !== 0n && (rest & choice.value) === choice.value) {
      names.push(choice.text);
      rest &= ~choice.value;
    }
  }
  if (rest !== 0n) names.push(`0x${rest.toString(16)}`);
  return names.join(delimiter);
}

/** An empty record, for evaluating expressions with the same value for every record. */
export const noRecord: RawRecord = { view: null as never, start: 0, end: 0 };

export const isSmall = (value: Value): value is number => typeof value === 'number' && value === (value | 0);

export const big = (value: Value): bigint => (typeof value === 'string' ? 0n : BigInt(value));
export const isTrue = (value: Value): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'number' ? value !== 0 : value !== 0n;

export function cut(value: Value, [bits, signed]: readonly [number, boolean]): Value {
  if (typeof value === 'string') return value;
  return Number(signed ? BigInt.asIntN(bits, BigInt(value)) : BigInt.asUintN(bits, BigInt(value)));
}

/** Operations on 32-bit integers; inexact results are computed with bigints. */
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

/**
 * Applies a binary operator; `&&` and `||` evaluate the second operand only if necessary. As in C, both operands are unsigned
 * 64-bit values if one of them is.
 */
export function combined(
  operator: string,
  left: Expression,
  right: Expression,
  isUnsigned: boolean,
): Expression {
  if (operator === '&&') return record => (isTrue(left(record)) && isTrue(right(record)) ? 1 : 0);
  if (operator === '||') return record => (isTrue(left(record)) || isTrue(right(record)) ? 1 : 0);
  const ofSmall = ofSmallValues[operator];
  if (isUnsigned) {
    const positive = (value: Value) => isSmall(value) && value >= 0;
    return record => {
      const a = left(record);
      const b = right(record);
      if (ofSmall && positive(a) && positive(b)) {
        const found = ofSmall(a as number, b as number);
        if (found >= 0) return found;
      }
      return exact(operate(operator, BigInt.asUintN(64, big(a)), BigInt.asUintN(64, big(b))));
    };
  }
  return record => {
    const a = left(record);
    const b = right(record);
    return ofSmall && isSmall(a) && isSmall(b) ? ofSmall(a, b) : operate(operator, big(a), big(b));
  };
}

const exact = (value: Value): Value => (typeof value === 'bigint' ? BigInt.asUintN(64, value) : value);

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
