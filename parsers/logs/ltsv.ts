/** Reads records that are `key:value`, separated by tabs (http://ltsv.org); `-` stands for a value that is missing. */
import { isDigit } from '../kit/bytes.ts';
import type { LogFormat } from './definition.ts';
import type { Match } from './match.ts';
import { PairLines } from './pair-lines.ts';
import type { Draft } from './record.ts';

const [colon, dash] = [0x3a, 0x2d];

export class LtsvReader extends PairLines {
  constructor(format: LogFormat) {
    super(format.ltsv!, format);
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    const at = labelEnd(bytes, start, end);
    return at > start && bytes[at] === colon && at < end && bytes.subarray(at, end).includes(0x09);
  }

  protected parse(bytes: Uint8Array, start: number, end: number, draft: Draft): number {
    const { columns } = this;
    columns.begin(draft);
    let pairs = 0;
    let isPure = true;
    for (let at = start; at < end; ) {
      const stop = cellEnd(bytes, at, end);
      const label = labelEnd(bytes, at, stop);
      if (label > at && label < stop && bytes[label] === colon) {
        pairs++;
        const from = label + 1;
        const isMissing = from === stop || (stop - from === 1 && bytes[from] === dash);
        const key = isMissing ? null : columns.keys.top.of(bytes, at, label);
        // Apache writes its time in brackets.
        const inner = bytes[from] === 0x5b && isDigit(bytes[from + 1]) && bytes[stop - 1] === 0x5d ? 1 : 0;
        if (key !== null) columns.value(key, bytes, from + inner, stop - inner, false, draft);
      } else if (stop > at) isPure = false;
      at = stop + 1;
    }
    columns.finish(draft);
    return isPure ? pairs : 0;
  }
}

/** End of the cell at `start`. Lines below a record are not part of its last value. */
function cellEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte === 0x09 || byte === 0x0a || byte === 0x0d) break;
  }
  return at;
}

/** End of the label at `start`: letters, digits, `_`, `.` and `-`. */
function labelEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    const lower = byte | 0x20;
    const isLabel =
      (lower >= 0x61 && lower <= 0x7a) ||
      (byte >= 0x30 && byte <= 0x39) ||
      byte === 0x5f ||
      byte === 0x2e ||
      byte === dash;
    if (!isLabel) break;
  }
  return at;
}
