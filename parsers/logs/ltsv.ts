/** Reads records that are `key:value`, separated by tabs (http://ltsv.org); `-` stands for a value that is missing. */
import { isDigit } from '../kit/bytes.ts';
import { KeyedColumns } from './columns.ts';
import type { LogFormat } from './definition.ts';
import { Levels } from './levels.ts';
import type { Match } from './match.ts';
import type { Draft, RecordReader } from './record.ts';

const [tab, colon, dash] = [0x09, 0x3a, 0x2d];

export class LtsvReader implements RecordReader {
  private readonly columns: KeyedColumns;
  readonly heaviest: number;

  constructor(format: LogFormat) {
    this.columns = new KeyedColumns(format.ltsv!, new Levels(format.levels), format.units);
    this.heaviest = format.specificity ?? 20;
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    const at = labelEnd(bytes, start, end);
    return at > start && bytes[at] === colon && at < end && bytes.subarray(at, end).includes(tab);
  }

  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean {
    if (!this.begins(bytes, start, end, into)) return false;
    draft.clear();
    const { pairs, others } = this.parse(bytes, start, end, draft);
    return pairs >= 3 && others === 0 && draft.time !== null;
  }

  weight(): number {
    return this.heaviest;
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    this.parse(bytes, start, end, draft);
    draft.pairs = false;
    return true;
  }

  /** Returns the number of pairs, and that of cells that are none. */
  private parse(
    bytes: Uint8Array,
    start: number,
    end: number,
    draft: Draft,
  ): { pairs: number; others: number } {
    const { columns } = this;
    columns.begin(draft);
    let pairs = 0;
    let others = 0;
    for (let at = start; at < end; ) {
      const next = bytes.indexOf(tab, at);
      const stop = next < 0 || next > end ? end : next;
      const label = labelEnd(bytes, at, stop);
      if (label > at && label < stop && bytes[label] === colon) {
        pairs++;
        const from = label + 1;
        const isMissing = from === stop || (stop - from === 1 && bytes[from] === dash);
        const key = isMissing ? null : columns.keys.top.of(bytes, at, label);
        // Apache writes its time in brackets.
        const inner = bytes[from] === 0x5b && isDigit(bytes[from + 1]) && bytes[stop - 1] === 0x5d ? 1 : 0;
        if (key !== null) columns.value(key, bytes, from + inner, stop - inner, false, draft);
      } else if (stop > at) others++;
      at = stop + 1;
    }
    columns.finish(draft);
    return { pairs, others };
  }
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
