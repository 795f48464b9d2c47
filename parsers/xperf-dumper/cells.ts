/**
 * Splits rows into cells. They are separated by a comma and padding, without escapes: C++ function names, command
 * lines and file names may contain commas.
 */
import { indexOfByte, isBlank, skipBlanks, trimEnd } from '../kit/bytes.ts';
import type { CellKind, Column } from './columns.ts';

const comma = 0x2c;
const quote = 0x22;

/** No event of Windows has as many; further text stays in the last cell. */
const maxCells = 256;

export class Cells {
  count = 0;
  readonly starts = new Int32Array(maxCells);
  readonly ends = new Int32Array(maxCells);

  /** Splits the text after the time of a row: according to its columns, and further cells at commas. */
  split(bytes: Uint8Array, start: number, end: number, columns: readonly Column[]): void {
    this.count = 0;
    let at = start;
    while (this.count < maxCells) {
      at = skipBlanks(bytes, at, end);
      const stop = this.stop(bytes, at, end, columns);
      this.starts[this.count] = at;
      this.ends[this.count++] = trimEnd(bytes, at, stop);
      if (stop >= end) return;
      at = stop + 1;
    }
    this.ends[this.count - 1] = trimEnd(bytes, this.starts[this.count - 1]!, end);
  }

  private stop(bytes: Uint8Array, at: number, end: number, columns: readonly Column[]): number {
    if (this.count === maxCells - 1) return end;
    const kind = columns[this.count]?.kind ?? 'plain';
    if (kind !== 'free') return cellEnd(bytes, at, end, kind);
    const after = columns.length - 1 - this.count;
    return cellsBefore(bytes, at, end, after);
  }
}

/** Position of the comma that ends the cell, or `end`. */
function cellEnd(bytes: Uint8Array, start: number, end: number, kind: CellKind): number {
  if (kind === 'plain' && bytes[start] === quote) {
    const closed = closingQuote(bytes, start + 1, end);
    if (closed >= 0) return closed;
  }
  if (kind === 'process') {
    for (let at = start + 1; at < end; at++) if (bytes[at] === comma && bytes[at - 1] === 0x29) return at;
  }
  if (kind === 'symbol') {
    const stop = symbolEnd(bytes, start, end);
    if (stop >= 0) return stop;
  }
  return separator(bytes, start, end);
}

/** Position after the quote that ends a cell, or -1. */
function closingQuote(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (bytes[at] !== quote) continue;
    const next = skipBlanks(bytes, at + 1, end);
    if (next === end || bytes[next] === comma) return next;
  }
  return -1;
}

/** A comma before a blank, or at the end: between template arguments it has no blank after it. */
function separator(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] === comma && (at + 1 === end || isBlank(bytes[at + 1]))) return at;
  }
  return end;
}

/** The separator outside of brackets; -1 if they do not match, as in `operator<`. */
function symbolEnd(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === 0x3c || byte === 0x28) depth++;
    else if (byte === 0x3e || byte === 0x29) depth = Math.max(0, depth - 1);
    else if (byte === comma && depth === 0 && (at + 1 === end || isBlank(bytes[at + 1]))) return at;
  }
  return depth === 0 ? end : -1;
}

/** End of the text that is followed by `after` more cells. */
function cellsBefore(bytes: Uint8Array, start: number, end: number, after: number): number {
  let stop = end;
  for (let cell = 0; cell < after; cell++) {
    let at = stop - 1;
    while (at > start && !(bytes[at] === comma && isBlank(bytes[at + 1]))) at--;
    if (at <= start) return stop;
    stop = at;
  }
  return stop;
}

/** Position of the next comma, or `end`. */
export function nextComma(bytes: Uint8Array, start: number, end: number): number {
  const at = indexOfByte(bytes, comma, start, end);
  return at < 0 ? end : at;
}
