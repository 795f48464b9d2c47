/** Finds a time without being told how it is spelled. */
import { type ReadTime, Spelling } from './time.ts';

/** What logs are seen to use. Longer ones stand before those that are a beginning of theirs. */
const dated = [
  'yyyy-MM-ddTHH:mm:ssfz',
  'yyyy-MM-dd HH:mm:ssfz',
  'yyyy-MM-dd, HH:mm:ssfz',
  'yyyy/MM/dd HH:mm:ssfz',
  'yyyy/MM/ddTHH:mm:ssfz',
  'yyyy.MM.dd HH:mm:ssfz',
  'yyyy-DDDTHH:mm:ssfz',
  'yyyy-MM-dd-HH.mm.ssfz',
  'yyyy-MM-dd-HH:mm:ssfz',
  'yyyy-MM-dd_HH:mm:ssfz',
  'yyyyMMdd-HH:mm:ssf',
  'yyyyMMddTHHmmssfz',
  'yyyyMMdd HH:mm:ssfz',
  'yyyyMMdd HHmmssf',
  'yyMMdd HH:mm:ssf',
  'yyMMdd H:mm:ss',
  'yyMMdd HHmmssf',
  'yy/MM/dd HH:mm:ssfz',
  'yy-MM-dd HH:mm:ssfz',
  'EEE MMM d HH:mm:ssf Z yyyy',
  'EEE MMM d HH:mm:ssf yyyyz',
  'EEE, d MMM yyyy HH:mm:ssfz',
  'EEE d MMM yyyy HH:mm:ssfz',
  'dd/MMM/yyyy:HH:mm:ssfz',
  'dd/MMM/yyyy HH:mm:ssfz',
  'dd-MMM-yyyy HH:mm:ssfz',
  'dd-MMM-yy HH:mm:ssfz',
  'd MMM yyyy HH:mm:ssfz',
  'd-MMM-yyyy HH:mm:ssfz',
  'd.M.yyyy HH:mm:ssfz',
  'd.M.yyyy, HH:mm:ssfz',
  'MMM d, yyyy h:mm:ssf az',
  'MMM d, yyyy, h:mm:ssf az',
  'MMM d, yyyy HH:mm:ssfz',
  'MMM d yyyy HH:mm:ssfz',
  'MMM-d-yyyy HH:mm:ssfz',
  'M/d/yyyy h:mm:ssf az',
  'M/d/yyyy, h:mm:ssf az',
  'M/d/yyyy H:mm:ssfz',
  'M/d/yy h:mm:ssf az',
  'M-d-yyyy H:mm:ssfz',
  'yyyy-MM-dd HH:mm',
  'yyyy-MM-ddTHH:mmz',
  'N',
];
const undated = [
  'MMM d HH:mm:ssfz',
  'd MMM HH:mm:ssfz',
  'EEE d MMM HH:mm:ssfz',
  'MM-dd HH:mm:ssf',
  'MM/dd HH:mm:ssf',
];

export interface TimeFinder {
  /** Position after the time that stands at `start`, or -1. */
  read(bytes: Uint8Array, start: number, end: number, into: ReadTime): number;
}

const spellings = (texts: readonly string[]): Spelling[] => texts.map(text => new Spelling(text));

/** A finder that remembers what matched last: lines of one file are alike. */
export function anyTime(): TimeFinder {
  return new Finder(false);
}

let shared: readonly Spelling[] | null = null;

class Finder implements TimeFinder {
  private last: Spelling | null = null;

  /** @param whole whether the time must take all of the range */
  constructor(private readonly whole: boolean) {}

  read(bytes: Uint8Array, start: number, end: number, into: ReadTime): number {
    if (start >= end) return -1;
    shared ??= [...spellings(dated), ...spellings(undated)];
    if (this.last !== null) {
      const after = this.last.read(bytes, start, end, into);
      if (this.accepts(bytes, after, end)) return after;
    }
    for (const spelling of shared) {
      const after = spelling.read(bytes, start, end, into);
      if (!this.accepts(bytes, after, end)) continue;
      this.last = spelling;
      return after;
    }
    return -1;
  }

  private accepts(bytes: Uint8Array, after: number, end: number): boolean {
    return after >= 0 && (this.whole ? after === end : ends(bytes, after, end));
  }
}

/** A time does not go on in digits or letters, nor in a colon and digits. */
function ends(bytes: Uint8Array, at: number, end: number): boolean {
  if (at >= end) return true;
  let byte = bytes[at]!;
  if (byte === 0x3a && at + 1 < end) byte = bytes[at + 1]! <= 0x39 ? bytes[at + 1]! : byte;
  const lower = byte | 0x20;
  return !((byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x7a));
}

/** A time given as a whole text, such as a JSON value; false if it is none. */
export class WholeTime {
  private readonly finder = new Finder(true);

  read(bytes: Uint8Array, start: number, end: number, into: ReadTime): boolean {
    return this.finder.read(bytes, start, end, into) >= 0;
  }
}
