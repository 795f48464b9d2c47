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

/** Names that perf gives a value by itself, where the kernel left them in a list (libtraceevent's `flags`). */
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

/** A constant in a list that only has its name: -1, as in perf, so that no value is taken for it. */
export const namedConstant = (name: string): bigint => knownNames[name] ?? -1n;

/** Bits of a mask as perf prints them: hexadecimal, with a comma after every 32 bits, the lowest last. */
export function maskText({ view, start, end }: RawRecord): string {
  const bytes = Array.from(view.bytes.subarray(start, end), byte => byte.toString(16).padStart(2, '0'));
  // Words of 64 bits have the byte order of the machine.
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

/** Names of the bits that are set: none of 0, as in the kernel. */
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

/**
 * Combines two values; `&&` and `||` evaluate the second only where they must. As in C, values are of 64 bits
 * without a sign if one of them is.
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
