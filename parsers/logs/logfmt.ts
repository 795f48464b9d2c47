/** Reads records that are `key=value key="a text" …`. */
import type { LogFormat } from './definition.ts';
import type { Match } from './match.ts';
import { PairLines } from './pair-lines.ts';
import type { Draft } from './record.ts';
import { Unescaped } from './unescape.ts';

export class LogfmtReader extends PairLines {
  private readonly unescaped = new Unescaped();

  constructor(format: LogFormat) {
    super(format.pairs!, format);
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    const at = keyEnd(bytes, start, end);
    return at > start && at + 1 < end && bytes[at] === 0x3d && bytes[at + 1] !== 0x3d;
  }

  protected parse(bytes: Uint8Array, start: number, end: number, draft: Draft): number {
    const { columns, unescaped } = this;
    unescaped.clear();
    columns.begin(draft);
    let pairs = 0;
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
      pairs++;
    }
    columns.finish(draft);
    return pairs;
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
