/** Splits a `printf` pattern into fixed texts and printers of the values between them. */
import { hexText } from '../kit/hex.ts';
import type { PrintBuffer } from './print-buffer.ts';
import { bytesText } from './print-bytes.ts';
import {
  type Expression,
  type NumberPlace,
  type Piece,
  type Place,
  type Plain,
  type Printer,
  type RawRecord,
  spanOf,
  Unprintable,
  type Value,
} from './print-values.ts';
import type { FormatField, PrintContext } from './tracing-data.ts';

const conversion =
  /%([-#0+ ]*)(\*|\d{1,3})?(?:\.(\*|\d{1,3}))?(hh|h|ll|l|L|z|Z|j)?([diuxXcspo%])([A-Za-z0-9]*)/g;

/** Letters that may follow `%p`. */
const pointerKinds = /^(?:[SsfF][Rr]?|[Ii](?:4[hnbl]?|6c?|S[hnblpcfs]*)|[Mm][FR]?|U[bBlL]?|h[CDN]?|b|x|e)/;

/** A value to be printed. */
export interface Argument {
  readonly value: Expression;
  /** The field, if the value is that of a field without any operation. */
  readonly place: Place | null;
  /** The numbers in the record that the value is computed from; null if it also depends on something else. */
  readonly numbers: readonly NumberPlace[] | null;
}

export function formatted(pattern: string, args: readonly Argument[], data: PrintContext): readonly Piece[] {
  const parts: Piece[] = [];
  let last = 0;
  let next = 0;
  for (const match of pattern.matchAll(conversion)) {
    const [whole, flags = '', width, precision, length = '', kind = '', after = ''] = match;
    parts.push(pattern.slice(last, match.index));
    const kept = kind === 'p' ? (pointerKinds.exec(after)?.[0].length ?? 0) : 0;
    last = match.index + whole.length - after.length + kept;
    if (kind === '%') {
      parts.push('%');
      continue;
    }
    const first = next;
    const widthOf = width === '*' ? args[next++]?.value : width === undefined ? null : () => Number(width);
    const precisionOf =
      precision === '*' ? args[next++]?.value : precision === undefined ? null : () => Number(precision);
    const argument = args[next++];
    if (argument === undefined) throw new Unprintable();
    const { value, place } = argument;
    if (kept > 0 && place !== null && place.kind !== 'number' && /^[IiMmUh]/.test(after)) {
      parts.push(bytesOf(place.field, after.slice(0, kept), widthOf));
      continue;
    }
    const plain = valuesOf(args.slice(first, next));
    // The C library prints a null pointer so.
    const isPointer = kind === 'p' && kept === 0;
    const isFunction = kind === 'p' && /^[SsFf]/.test(after);
    const textOf = (value: Value) =>
      isPointer && isNull(value)
        ? '(nil)'
        : isFunction
          ? functionText(after, value, data)
          : converted(kind, length, flags, value, data);
    if (widthOf === null && precisionOf === null) {
      parts.push(plainly({ kind, bits: bitsOf(length), flags }, argument, plain, textOf));
      continue;
    }
    const padded = asText(isDecimal(kind), record => {
      const text = textOf(value(record));
      const most = precisionOf ? Number(precisionOf(record)) : -1;
      const exact =
        kind === 's' && most >= 0
          ? text.slice(0, most)
          : kind !== 's' && most > text.length
            ? text.padStart(Math.min(most, 64), '0')
            : text;
      const room = widthOf ? Math.min(256, Math.abs(Number(widthOf(record)))) : 0;
      if (exact.length >= room) return exact;
      if (flags.includes('-')) return exact.padEnd(room);
      if (!flags.includes('0') || kind === 's') return exact.padStart(room);
      const sign = exact.startsWith('-') ? '-' : exact.startsWith('0x') ? '0x' : '';
      return sign + exact.slice(sign.length).padStart(room - sign.length, '0');
    });
    const isCounter = kind === 'd' && flags === '0' && precisionOf === null && /^[1-9]$/.test(width ?? '');
    parts.push(isCounter ? withZeros(value, Number(width), padded, place, plain) : described(padded, plain));
  }
  parts.push(pattern.slice(last).replace(/\n$/, ''));
  return parts;
}

/** Describes a printer whose text depends only on numbers of the record. */
function valuesOf(args: readonly Argument[]): Plain | null {
  const places = new Map<string, NumberPlace>();
  for (const { numbers } of args) {
    if (numbers === null) return null;
    for (const each of numbers) places.set(`${each.offset} ${each.size}`, each);
  }
  return { kind: 'values', places: [...places.values()] };
}

const described = (printer: Printer, plain: Plain | null): Printer => Object.assign(printer, { plain });

const isNull = (value: Value): boolean => value === 0 || value === 0n;

const bitsOf = (length: string): number =>
  length === '' ? 32 : length === 'h' ? 16 : length === 'hh' ? 8 : 64;

const isDecimal = (kind: string): boolean => kind === 'd' || kind === 'i' || kind === 'u';

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text));

function asText(isNumber: boolean, textOf: (record: RawRecord) => string): Printer {
  return (record, to) => {
    const text = textOf(record);
    to.text(text);
    return isNumber ? numberOf(text) : Number.NaN;
  };
}

function bytesOf(field: FormatField, kind: string, length: Expression | null | undefined): Printer {
  return (record, to) => {
    const { start, end } = spanOf(field, record);
    const { bytes, little } = record.view;
    const stated = length ? Math.max(0, Number(length(record))) : undefined;
    to.text(bytesText(kind, bytes.subarray(start, end), little, stated) ?? '');
    return Number.NaN;
  };
}

/** `%03d`, used for numbers of CPUs. */
function withZeros(
  value: Expression,
  digits: number,
  otherwise: Printer,
  place: Place | null,
  plain: Plain | null,
): Printer {
  const limit = 10 ** digits;
  const printer: Printer = (record, to) => {
    const number = value(record);
    if (typeof number !== 'number' || number < 0 || number >= limit) return otherwise(record, to);
    to.decimal(number, digits);
    return number;
  };
  return described(
    printer,
    place?.kind === 'number' ? { kind: 'decimal', place, digits, min: 0, limit } : plain,
  );
}

/** A conversion without width or precision. The most frequent kinds are written directly, all others as strings. */
function plainly(
  { kind, bits, flags }: { readonly kind: string; readonly bits: number; readonly flags: string },
  { value, place }: Argument,
  plain: Plain | null,
  textOf: (value: Value) => string,
): Printer {
  const rarely = (value: Value, to: PrintBuffer): number => {
    const text = textOf(value);
    to.text(text);
    return isDecimal(kind) ? numberOf(text) : Number.NaN;
  };
  if (kind === 's') {
    if (place?.kind === 'text') return textAt(place.field);
    const text: Printer = (record, to) => {
      const printed = value(record);
      to.text(typeof printed === 'string' ? printed : textOf(printed));
      return Number.NaN;
    };
    return described(text, plain);
  }
  const all: Printer = (record, to) => rarely(value(record), to);
  if (flags !== '') return described(all, plain);
  const isSigned = kind === 'd' || kind === 'i';
  const limit = bits === 64 ? Number.POSITIVE_INFINITY : 2 ** (isSigned ? bits - 1 : bits);
  const min = isSigned ? -limit : 0;
  const numberPlace = place?.kind === 'number' ? place : null;
  if (isDecimal(kind)) {
    const decimal: Printer = (record, to) => {
      const number = value(record);
      if (typeof number !== 'number' || number < min || number >= limit) return rarely(number, to);
      to.decimal(number);
      return number;
    };
    return described(
      decimal,
      numberPlace ? { kind: 'decimal', place: numberPlace, digits: 1, min, limit } : plain,
    );
  }
  if (kind !== 'x') return described(all, plain);
  if (bits === 64 && numberPlace?.size === 8) return hexAt(numberPlace);
  const hex: Printer = (record, to) => {
    const number = value(record);
    if (typeof number !== 'number' || number < 0 || number >= limit) return rarely(number, to);
    to.hex(Math.floor(number / 2 ** 32), number >>> 0);
    return Number.NaN;
  };
  return described(hex, numberPlace ? { kind: 'hex', place: numberPlace, min: 0, limit } : plain);
}

/** 64 bits of the record, unconverted; 0 if the record ends before them. */
function hexAt(place: NumberPlace): Printer {
  const { offset } = place;
  const printer: Printer = ({ view, start, end }, to) => {
    const at = start + offset;
    if (at + 8 > end) to.hex(0, 0);
    else to.hex(view.high(at), view.low(at));
    return Number.NaN;
  };
  const infinite = Number.POSITIVE_INFINITY;
  return described(printer, { kind: 'hex', place, min: -infinite, limit: infinite });
}

/** Text up to the first NUL. */
function textAt(field: FormatField): Printer {
  const printer: Printer = (record, to) => {
    const { bytes } = record.view;
    const { start, end } = spanOf(field, record);
    const most = Math.min(end, bytes.length);
    let stop = start;
    while (stop < most && bytes[stop] !== 0) stop++;
    to.copy(bytes, start, stop);
    return Number.NaN;
  };
  return described(printer, { kind: 'text', field });
}

function converted(kind: string, length: string, flags: string, value: Value, data: PrintContext): string {
  if (kind === 's')
    return typeof value === 'string'
      ? value
      : (data.texts.get(BigInt.asUintN(64, BigInt(value))) ?? hex(value));
  if (typeof value === 'string') return value;
  if (kind === 'c') return String.fromCharCode(Number(BigInt.asUintN(8, BigInt(value))));
  if (kind === 'p') return hex(value);
  const bits = bitsOf(length);
  if (kind === 'd' || kind === 'i') {
    if (typeof value === 'number' && (bits === 64 || (bits === 32 && value === (value | 0))))
      return plus(String(value), flags);
    return plus(String(BigInt.asIntN(bits, BigInt(value))), flags);
  }
  const isExact = typeof value === 'number' && value >= 0 && (bits === 64 || value < 2 ** bits);
  const unsigned = isExact ? value : BigInt.asUintN(bits, BigInt(value));
  if (kind === 'u') return String(unsigned);
  if (kind === 'o') return unsigned.toString(8);
  const digits = unsigned.toString(16);
  const prefix = flags.includes('#') && unsigned !== 0n && unsigned !== 0 ? '0x' : '';
  return prefix + (kind === 'X' ? digits.toUpperCase() : digits);
}

/** `%pS` and `%pF` print the distance from the start of the function, too; `%ps` and `%pf` do not. */
function functionText(kind: string, value: Value, { functionAt }: PrintContext): string {
  if (typeof value === 'string') return value;
  const found = functionAt(BigInt.asUintN(64, BigInt(value)));
  if (found === null) return hex(value);
  return /^[SF]/.test(kind) ? `${found.name}+0x${found.distance.toString(16)}` : found.name;
}

const plus = (text: string, flags: string): string =>
  flags.includes('+') && !text.startsWith('-') ? `+${text}` : text;
const hex = (value: number | bigint): string =>
  `0x${typeof value === 'number' && value >= 0 ? hexText(value) : BigInt.asUintN(64, BigInt(value)).toString(16)}`;
