/**
 * Reads records that are JSON objects, on one line or pretty-printed over several. Values of nested objects
 * become fields named by their path (`request.method`); arrays become texts.
 */

import { KeyedColumns } from './columns.ts';
import type { LogFormat } from './definition.ts';
import type { Keys } from './keys.ts';
import { Levels } from './levels.ts';
import type { Match } from './match.ts';
import type { Draft, RecordReader } from './record.ts';
import { Unescaped } from './unescape.ts';

/** Objects nested deeper than this become texts. */
const maxDepth = 16;

export class JsonReader implements RecordReader {
  readonly whole = true;
  /** True unless records wrap lines of other formats: times in JSON are complete. */
  readonly selfContained: boolean;
  private readonly columns: KeyedColumns;
  private readonly unescaped = new Unescaped();
  readonly heaviest: number;
  private bytes: Uint8Array = new Uint8Array(0);
  private end = 0;

  constructor(format: LogFormat) {
    const wraps = format.nested !== undefined;
    this.columns = new KeyedColumns(format.json!, new Levels(format.levels), format.units, wraps);
    this.heaviest = format.specificity ?? 20;
    this.selfContained = format.nested === undefined;
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    if (bytes[start] !== 0x7b) return false;
    const next = skipSpace(bytes, start + 1, end);
    return next === end || bytes[next] === 0x22 || bytes[next] === 0x7d;
  }

  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean {
    if (!this.begins(bytes, start, end, into)) return false;
    draft.clear();
    if (!this.parse(bytes, start, end, draft)) return false;
    return this.columns.complete && draft.time !== null;
  }

  weight(): number {
    return this.heaviest;
  }

  isWhole(bytes: Uint8Array, start: number, end: number): boolean {
    return nestedEnd(bytes, start, end) >= 0;
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    const after = this.record(bytes, start, end, draft);
    const rest = after < 0 ? end : skipSpace(bytes, after, end);
    const isBroken = after < 0 || (rest < end && !holdsLineEnd(bytes, after, rest));
    // What was read of a broken record is kept; its text is the message.
    this.columns.finish(draft);
    if (isBroken) draft.hasMessage = false;
    else if (rest < end) this.append(bytes, rest, end, draft);
    if (!draft.hasMessage) draft.pairs = false;
    return !isBroken;
  }

  /** Appends lines below the object to the message: output that is no JSON, such as a stack trace. */
  private append(bytes: Uint8Array, start: number, end: number, draft: Draft): void {
    const { message, trace } = draft;
    if (trace.length === 0) trace.set(bytes, start, end);
    if (!draft.hasMessage) return;
    const whole = new Uint8Array(message.length + 1 + end - start);
    whole.set(message.bytes.subarray(message.start, message.end));
    whole[message.length] = 0x0a;
    whole.set(bytes.subarray(start, end), message.length + 1);
    message.set(whole, 0, whole.length);
  }

  private parse(bytes: Uint8Array, start: number, end: number, draft: Draft): boolean {
    const after = this.record(bytes, start, end, draft);
    if (after < 0 || skipSpace(bytes, after, end) !== end) return false;
    this.columns.finish(draft);
    return true;
  }

  /** Reads the record's object; returns the position after it, or -1. */
  private record(bytes: Uint8Array, start: number, end: number, draft: Draft): number {
    this.bytes = bytes;
    this.end = end;
    this.unescaped.clear();
    this.columns.begin(draft);
    return this.object(start, this.columns.keys.top, 0, draft);
  }

  /** Position after the object at `start`, or -1. */
  private object(start: number, keys: Keys, depth: number, draft: Draft): number {
    const { bytes, end } = this;
    let at = skipSpace(bytes, start + 1, end);
    if (bytes[at] === 0x7d && at < end) return at + 1;
    while (at < end) {
      if (bytes[at] !== 0x22) return -1;
      const keyStart = at + 1;
      const keyEnd = stringEnd(bytes, keyStart, end);
      if (keyEnd < 0) return -1;
      at = skipSpace(bytes, keyEnd + 1, end);
      if (at >= end || bytes[at] !== 0x3a) return -1;
      at = skipSpace(bytes, at + 1, end);
      if (at >= end) return -1;
      at = this.member(at, keys, keyStart, keyEnd, depth, draft);
      if (at < 0) return -1;
      at = skipSpace(bytes, at, end);
      if (at >= end) return -1;
      if (bytes[at] === 0x7d) return at + 1;
      if (bytes[at] !== 0x2c) return -1;
      at = skipSpace(bytes, at + 1, end);
    }
    return -1;
  }

  private member(
    start: number,
    keys: Keys,
    keyStart: number,
    keyEnd: number,
    depth: number,
    draft: Draft,
  ): number {
    const { bytes, end, columns } = this;
    const key = keys.of(bytes, keyStart, keyEnd);
    const first = bytes[start]!;
    if (first === 0x22) {
      const close = stringEnd(bytes, start + 1, end);
      if (close < 0) return -1;
      if (key === null) return close + 1;
      if (!hasBackslash(bytes, start + 1, close)) {
        columns.value(key, bytes, start + 1, close, true, draft);
      } else {
        const from = this.unescaped.add(bytes, start + 1, close);
        columns.value(key, this.unescaped.bytes, from, this.unescaped.length, true, draft);
      }
      return close + 1;
    }
    if (first === 0x7b && key !== null && depth < maxDepth) {
      return this.object(start, key.children, depth + 1, draft);
    }
    const after =
      first === 0x7b || first === 0x5b ? nestedEnd(bytes, start, end) : scalarEnd(bytes, start, end);
    if (after < 0 || after === start) return -1;
    const isNull = after === start + 4 && first === 0x6e;
    if (key !== null && !isNull) columns.value(key, bytes, start, after, false, draft);
    return after;
  }
}

function skipSpace(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at++;
  }
  return at;
}

/** Position of the quote that ends the string whose first byte is at `start`, or -1. */
function stringEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === 0x22) return at;
    if (byte === 0x5c) at++;
  }
  return -1;
}

function hasBackslash(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x5c) return true;
  return false;
}

/** Position after the array or object at `start`, or -1. Brackets are counted, not matched. */
function nestedEnd(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === 0x22) {
      at = stringEnd(bytes, at + 1, end);
      if (at < 0) return -1;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at + 1;
  }
  return -1;
}

function holdsLineEnd(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x0a) return true;
  return false;
}

function scalarEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x20 || byte === 0x0a || byte === 0x0d)
      break;
    at++;
  }
  return at;
}
