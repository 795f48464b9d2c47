/** Reads records that are `key=value key="a text" …`. */
import { KeyedColumns } from './columns.ts';
import type { LogFormat } from './definition.ts';
import { Levels } from './levels.ts';
import type { Match } from './match.ts';
import type { Draft, RecordReader } from './record.ts';
import { Unescaped } from './unescape.ts';

export class LogfmtReader implements RecordReader {
  private readonly columns: KeyedColumns;
  private readonly unescaped = new Unescaped();
  readonly heaviest: number;
  /** Number of pairs found by the last parse, and whether the line was nothing but pairs. */
  private pairs = 0;

  constructor(format: LogFormat) {
    this.columns = new KeyedColumns(format.pairs!, new Levels(format.levels), format.units);
    this.heaviest = format.specificity ?? 20;
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    const at = keyEnd(bytes, start, end);
    return at > start && at + 1 < end && bytes[at] === 0x3d && bytes[at + 1] !== 0x3d;
  }

  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean {
    if (!this.begins(bytes, start, end, into)) return false;
    draft.clear();
    this.parse(bytes, start, end, draft);
    return this.pairs >= 3 && draft.time !== null;
  }

  weight(): number {
    return this.heaviest;
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    this.parse(bytes, start, end, draft);
    draft.pairs = false;
    return true;
  }

  private parse(bytes: Uint8Array, start: number, end: number, draft: Draft): void {
    const { columns, unescaped } = this;
    unescaped.clear();
    columns.begin(draft);
    this.pairs = 0;
    let at = start;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) {
        at++;
        continue;
      }
      const stop = keyEnd(bytes, at, end);
      if (stop === at || bytes[stop] !== 0x3d || stop >= end) {
        // A word without a value is not a field; the whole record then becomes the message.
        while (at < end && bytes[at] !== 0x20 && bytes[at] !== 0x0a) at++;
        continue;
      }
      const key = columns.keys.top.of(bytes, at, stop);
      const valueStart = stop + 1;
      if (bytes[valueStart] === 0x22 && valueStart < end) {
        const close = quoteEnd(bytes, valueStart + 1, end);
        if (key !== null) {
          const from = unescaped.add(bytes, valueStart + 1, close);
          columns.value(key, unescaped.bytes, from, unescaped.length, true, draft);
        }
        at = close + 1;
      } else {
        at = valueStart;
        while (at < end && bytes[at] !== 0x20 && bytes[at] !== 0x0a) at++;
        if (key !== null) columns.value(key, bytes, valueStart, at, false, draft);
      }
      this.pairs++;
    }
    columns.finish(draft);
  }
}

/** End of the key at `start`: letters, digits and the characters that join them in names. */
function keyEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    const lower = byte | 0x20;
    const named =
      (lower >= 0x61 && lower <= 0x7a) ||
      byte === 0x5f ||
      (at > start &&
        ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e || byte === 0x2d || byte === 0x2f || byte === 0x3a));
    if (!named) break;
  }
  return at;
}

function quoteEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] === 0x5c) at++;
    else if (bytes[at] === 0x22) return at;
  }
  return end;
}
