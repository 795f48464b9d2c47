/** Reads the ranges of a file that a format asks for, before the first push. */
import { type FileRanges, type Format, maxRangeBytes, maxRangeCalls, type Range } from '../contract.ts';

interface LoadedRange extends Range {
  readonly bytes: Uint8Array;
}

export class KnownRanges implements FileRanges {
  private readonly loaded: LoadedRange[];

  /** @param head the first bytes of the file */
  constructor(head: Uint8Array) {
    this.loaded = [{ start: 0, end: head.length, bytes: head }];
  }

  at(start: number, end: number): Uint8Array {
    let best: Uint8Array = nothing;
    for (const { start: from, bytes } of this.loaded) {
      if (!(from <= start)) continue;
      const available = bytes.subarray(start - from, Math.max(0, end - from));
      if (available.length > best.length) best = available;
    }
    return best;
  }

  /** True if `range` was read, or as much of it as the file has. */
  covers({ start, end }: Range): boolean {
    return this.loaded.some(range => range.start <= start && end <= range.end);
  }

  add(range: Range, bytes: Uint8Array): void {
    this.loaded.push({ ...range, bytes });
  }
}

/** True if the format asks for ranges beyond the head; the file must then be readable at any position. */
export function needsRanges(format: Format, head: Uint8Array): boolean {
  const known = new KnownRanges(head);
  return missingRanges(format, known).length > 0;
}

/** @param read returns the bytes of a range, fewer where the file ends */
export function readRanges(
  format: Format,
  head: Uint8Array,
  read: (start: number, end: number) => Uint8Array,
): FileRanges {
  const known = new KnownRanges(head);
  let room = maxRangeBytes;
  for (let step = 0; step < maxRangeCalls; step++) {
    const ranges = missingRanges(format, known);
    if (ranges.length === 0) break;
    for (const range of ranges) {
      const end = Math.min(range.end, range.start + room);
      const bytes = read(range.start, end);
      room -= bytes.length;
      known.add(range, bytes);
    }
  }
  return known;
}

function missingRanges(format: Format, known: KnownRanges): readonly Range[] {
  const ranges = format.ranges?.(known) ?? [];
  return ranges.filter(range => isRange(range) && !known.covers(range));
}

/** Checks offsets, which come from the file and may be any number. */
const isRange = ({ start, end }: Range): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start;

const nothing = new Uint8Array(0);
