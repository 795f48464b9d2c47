/**
 * Fields in the text of messages: `key=value`, `key="a text"`, `key: 12.5 ms`.
 *
 * A numeric value becomes a number, with the unit after it if there is one; any other value becomes a text.
 * `a == b`, URL queries and code are not pairs.
 */

import type { BulkOutput } from '../bulk.ts';
import { decode, isDigit, parseDecimal } from '../kit/bytes.ts';
import type { FieldSchemas } from './field-schemas.ts';
import type { KeyTree } from './keys.ts';
import { unitOf } from './units.ts';

/** Longer values are not made fields, bytes. */
const maxValue = 256;
/** Bytes of a message that are searched for pairs. */
const maxScan = 16384;

const keyByte = byteTable(/[A-Za-z0-9_.@/-]/);
const keyStart = byteTable(/[A-Za-z_@]/);
/** Bytes that may precede a key. */
const before = byteTable(/[\s([{,;<|"'>]/);
/** Bytes that end an unquoted value. */
const valueEnd = byteTable(/[\s,;)\]}>"']/);
const openers = byteTable(/[[({<]/);
const closers = byteTable(/[\])}>]/);
const letter = byteTable(/[A-Za-z%]/);

function byteTable(characters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    byte < 0x80 && characters.test(String.fromCharCode(byte)) ? 1 : 0,
  );
}

export class Pairs {
  constructor(
    private readonly out: BulkOutput,
    private readonly schemas: FieldSchemas,
    private readonly keys: KeyTree,
  ) {}

  /** Adds the pairs of `bytes[start, end)` to the fields of the event. */
  scan(bytes: Uint8Array, start: number, end: number): void {
    const stop = Math.min(end, start + maxScan);
    for (let at = start + 1; at + 1 < stop; at++) {
      const byte = bytes[at]!;
      if (byte === 0x3d) at = this.equals(bytes, start, at, stop) - 1;
      else if (byte === 0x3a && bytes[at + 1] === 0x20 && isDigit(bytes[at + 2]))
        this.colon(bytes, start, at, stop);
    }
  }

  /** Takes the pair whose `=` is at `at`; returns the position to continue from. */
  private equals(bytes: Uint8Array, start: number, at: number, end: number): number {
    const from = keyFrom(bytes, start, at);
    const next = bytes[at + 1]!;
    if (from < 0 || next === 0x3d || next === 0x3e || next === 0x7e) return at + 2;
    const key = this.keys.top.of(bytes, from, at);
    if (key === null) return at + 1;
    if (next === 0x22 || next === 0x27) {
      const close = closing(bytes, at + 2, end, next);
      if (close < 0) return at + 1;
      this.quoted(key.textField(this.schemas), bytes, at + 2, close);
      return close + 1;
    }
    const to = bareEnd(bytes, at + 1, end);
    // A full stop that ends the sentence is not part of the value.
    let last = to;
    while (last > at + 1 && (bytes[last - 1] === 0x2e || bytes[last - 1] === 0x3a)) last--;
    if (last === at + 1) return at + 1;
    const digits = key.isId ? -1 : numberEnd(bytes, at + 1, last);
    if (digits < 0) {
      this.text(key.textField(this.schemas), bytes, at + 1, last);
      return to;
    }
    const value = parseDecimal(bytes, at + 1, digits);
    if (digits === last) {
      const unit = separateUnit(bytes, last, end);
      if (unit === null) this.schemas.add(key.numberField(this.schemas), value);
      else this.schemas.add(key.numberFieldIn(this.schemas, unit), value);
      return to;
    }
    const unit = last - digits <= 12 ? unitOf(decode(bytes, digits, last)) : null;
    if (unit === null) this.text(key.textField(this.schemas), bytes, at + 1, last);
    else this.schemas.add(key.numberFieldIn(this.schemas, unit), value);
    return to;
  }

  /** `key: 12.5 ms`: only with a unit, because any text may hold a colon and a number. */
  private colon(bytes: Uint8Array, start: number, at: number, end: number): void {
    const digits = numberEnd(bytes, at + 2, end);
    if (digits < 0) return;
    const from = keyFrom(bytes, start, at);
    if (from < 0) return;
    const unit = attachedUnit(bytes, digits, end) ?? separateUnit(bytes, digits, end);
    if (unit === null) return;
    const key = this.keys.top.of(bytes, from, at);
    if (key !== null)
      this.schemas.add(key.numberFieldIn(this.schemas, unit), parseDecimal(bytes, at + 2, digits));
  }

  /** Removes the escapes that quotes and RFC 5424 require; a path such as `C:\dir` keeps its backslash. */
  private quoted(field: number, bytes: Uint8Array, start: number, end: number): void {
    if (end - start > maxValue) return;
    let at = start;
    while (at < end && bytes[at] !== 0x5c) at++;
    if (at === end) this.text(field, bytes, start, end);
    else this.schemas.add(field, this.out.string(decode(bytes, start, end).replace(/\\(["'\\\]])/g, '$1')));
  }

  private text(field: number, bytes: Uint8Array, start: number, end: number): void {
    if (end > start && end - start <= maxValue)
      this.schemas.add(field, this.out.fieldValue(bytes, start, end, field));
  }
}

/** Start of the key that ends at `at`, or -1. */
function keyFrom(bytes: Uint8Array, start: number, at: number): number {
  let from = at;
  while (from > start && keyByte[bytes[from - 1]!] === 1) from--;
  if (from === at || at - from > 64 || keyStart[bytes[from]!] === 0) return -1;
  return from === start || before[bytes[from - 1]!] === 1 ? from : -1;
}

/**
 * End of an unquoted value. It includes a closing bracket whose opening bracket is in the value, as in
 * `host=[local]`.
 */
function bareEnd(bytes: Uint8Array, start: number, end: number): number {
  let opened = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (openers[byte] === 1) opened++;
    else if (closers[byte] === 1 && opened > 0) opened--;
    else if (valueEnd[byte] === 1) return at;
  }
  return end;
}

function closing(bytes: Uint8Array, start: number, end: number, quote: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] === 0x5c) at++;
    else if (bytes[at] === quote) return at;
  }
  return -1;
}

/** End of the decimal number at `start`, or -1. */
export function numberEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (at < end && (bytes[at] === 0x2d || bytes[at] === 0x2b)) at++;
  const from = at;
  while (at < end && isDigit(bytes[at])) at++;
  if (at === from || at - from > 15) return -1;
  // Leading zeros: an identifier, not a number.
  if (bytes[from] === 0x30 && at - from > 1) return -1;
  if (at + 1 < end && bytes[at] === 0x2e && isDigit(bytes[at + 1])) {
    at++;
    while (at < end && isDigit(bytes[at])) at++;
    // Two decimal points: an address or a version.
    if (at < end && bytes[at] === 0x2e && isDigit(bytes[at + 1])) return -1;
  }
  return at;
}

function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && at - start < 13 && (letter[bytes[at]!] === 1 || bytes[at]! >= 0x80)) at++;
  return at;
}

function attachedUnit(bytes: Uint8Array, at: number, end: number): string | null {
  const stop = wordEnd(bytes, at, end);
  return stop === at ? null : unitOf(decode(bytes, at, stop));
}

/** The unit after the blank at `at`, if it is a separate word; else null. */
function separateUnit(bytes: Uint8Array, at: number, end: number): string | null {
  if (at >= end || bytes[at] !== 0x20) return null;
  const stop = wordEnd(bytes, at + 1, end);
  const length = stop - at - 1;
  // A single letter is more often a word than a unit, except `s` and `%`.
  if (length === 0 || (length === 1 && bytes[at + 1] !== 0x73 && bytes[at + 1] !== 0x25)) return null;
  return unitOf(decode(bytes, at + 1, stop));
}
