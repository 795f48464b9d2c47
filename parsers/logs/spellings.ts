/** Finds a time whose spelling is not given. */
import { isDigit } from '../kit/bytes.ts';
import { isNameByte } from './month.ts';
import { halfDay, halfDayLength, type ReadTime, Spelling } from './time.ts';

/** Spellings that occur in logs. A longer spelling comes before those that it begins with. */
const dated = [
  'yyyy-MM-ddTHH:mm:ssfz',
  'yyyy-MM-dd HH:mm:ssfz',
  'yyyy-MM-dd, HH:mm:ssfz',
  'yyyy/MM/dd HH:mm:ssfz',
  'yyyy/MM/ddTHH:mm:ssfz',
  'yyyy.MM.dd HH:mm:ssfz',
  'yyyy/M/d H:mm:ssfz',
  'yyyy-M-d H:mm:ssfz',
  'yyyy/M/d a h:mm:ssfz',
  'yyyy. M. d. H:mm:ssfz',
  'yyyy. M. d. a h:mm:ssfz',
  "yyyy'年'M'月'd'日' H:mm:ssfz",
  "yyyy'年'M'月'd'日' a h:mm:ssfz",
  "yyyy'년' M'월' d'일' a h:mm:ssfz",
  'yyyy-MM-dd|HH:mm:ssfz',
  'yyyy-MM-dd;HH:mm:ssfz',
  'yyyy-DDDTHH:mm:ssfz',
  'yyyy-DDD HH:mm:ssfz',
  'HH:mm:ssf yyyy-MM-dd',
  'HH:mm:ssf yyyy/MM/dd',
  'HH:mm:ssf d.M.yyyy',
  'HH:mm:ssf d/MMM/yyyy',
  'HH:mm:ssf d-MMM-yyyy',
  'HH:mm:ssf d MMM yyyy',
  'HH:mm:ssf M/d/yyyy',
  'HH:mm:ssf d/M/yyyy',
  'yyyy-MM-dd-HH.mm.ssfz',
  'yyyy-MM-dd-HH:mm:ssfz',
  'yyyy-MM-dd_HH:mm:ssfz',
  'yyyyMMdd-HH:mm:ssf',
  'yyyyMMddTHHmmssfz',
  'yyyyMMdd HH:mm:ssfz',
  'yyyyMMdd HHmmssf',
  'yyyyMMddHHmmssf',
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
  'd. MMM yyyy HH:mm:ssfz',
  "d 'de' MMM 'de' yyyy HH:mm:ssfz",
  'd MMM yyyy, HH:mm:ssfz',
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
  'd/M/yyyy h:mm:ssf az',
  'd/M/yyyy, h:mm:ssf az',
  'd/M/yyyy H:mm:ssfz',
  'd/M/yyyy, H:mm:ssfz',
  'd/M/yy h:mm:ssf az',
  'd-M-yyyy H:mm:ssfz',
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
  /** Position after the time at `start`, or -1. */
  read(bytes: Uint8Array, start: number, end: number, into: ReadTime): number;
}

const spellings = (texts: readonly string[]): Spelling[] => texts.map(text => new Spelling(text));

/** A finder that tries the spelling that matched last first: lines of one file are alike. */
export function anyTime(): TimeFinder {
  return new Finder(false);
}

/** Spellings by the beginning of their times: a name, or a number of consecutive digits. */
interface Index {
  readonly named: readonly Spelling[];
  readonly byDigits: readonly (readonly Spelling[])[];
}

/** Nanoseconds since 1970 have the most digits. */
const maxDigits = 19;

let shared: Index | null = null;

function index(): Index {
  const all = [...spellings(dated), ...spellings(undated)];
  const lengths = all.map(({ text }) => leadingDigits(text));
  return {
    named: all.filter((_, at) => lengths[at]!.includes(0)),
    byDigits: Array.from({ length: maxDigits + 1 }, (_, digits) =>
      all.filter((_, at) => digits > 0 && lengths[at]!.includes(digits)),
    ),
  };
}

const widths: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^yyyy/, [4]],
  [/^(?:MMM|EEE)/, []],
  [/^DDD/, [3]],
  [/^(?:yy|MM|dd|HH|hh|mm|ss)/, [2]],
  [/^[MdHh]/, [1, 2]],
  [/^N/, [10, 13, 16, 19]],
];

/** Possible numbers of consecutive digits at the beginning of a time so spelled; 0: it begins with a name. */
function leadingDigits(text: string): number[] {
  let sums = [0];
  for (let rest = text; ; ) {
    const found = widths.find(([letters]) => letters.test(rest));
    if (!found || found[1].length === 0) return [...new Set(sums)];
    sums = sums.flatMap(sum => found[1].map(width => sum + width));
    rest = rest.replace(found[0], '');
  }
}

/** Bytes within which a time that begins with a name must have its first digit: `Wednesday, September 3`. */
const nameRoom = 40;

/** Spellings that the time at `start` may have. */
function candidates(bytes: Uint8Array, start: number, end: number): readonly Spelling[] {
  shared ??= index();
  let digits = 0;
  while (start + digits < end && digits <= maxDigits && isDigit(bytes[start + digits])) digits++;
  if (digits > 0) {
    // `1月 12`: a month's name may begin with digits.
    const name = digits <= 2 && bytes[start + digits]! >= 0x80;
    return name ? [...shared.byDigits[digits]!, ...shared.named] : (shared.byDigits[digits] ?? none);
  }
  // A one-digit day may be preceded by a blank.
  if (bytes[start] === 0x20) return shared.byDigits[1]!;
  if (!isNameByte(bytes[start]!)) return none;
  const stop = Math.min(end, start + nameRoom);
  for (let at = start; at < stop; at++) if (isDigit(bytes[at])) return shared.named;
  return none;
}

const none: readonly Spelling[] = [];

class Finder implements TimeFinder {
  private last: Spelling | null = null;
  /** True once a line has shown whether day or month comes first. */
  private ordered = false;

  /** @param whole true if the time must take up the whole range */
  constructor(private readonly whole: boolean) {}

  read(bytes: Uint8Array, start: number, end: number, into: ReadTime): number {
    if (start >= end) return -1;
    if (this.last !== null) {
      const after = this.with(this.last, bytes, start, end, into);
      if (after >= 0) return after;
    }
    for (const spelling of candidates(bytes, start, end)) {
      const after = this.with(spelling, bytes, start, end, into);
      if (after < 0) continue;
      this.last = spelling;
      return after;
    }
    return -1;
  }

  private with(spelling: Spelling, bytes: Uint8Array, start: number, end: number, into: ReadTime): number {
    let after = spelling.read(bytes, start, end, into);
    if (after < 0) return -1;
    if (!spelling.halved) after = halved(bytes, after, end, into);
    if (!this.accepts(bytes, after, end)) return -1;
    if (spelling.slashed) {
      if (into.day > 12) this.ordered = true;
      into.ambiguous = !this.ordered;
    }
    return after;
  }

  private accepts(bytes: Uint8Array, after: number, end: number): boolean {
    return after >= 0 && (this.whole ? after === end : ends(bytes, after, end));
  }
}

/** `01:14:15 PM`: AM or PM may follow any time. */
function halved(bytes: Uint8Array, at: number, end: number, into: ReadTime): number {
  const from = bytes[at] === 0x20 ? at + 1 : at;
  const half = into.absolute ? -1 : halfDay(bytes, from, end);
  if (half < 0 || !ends(bytes, from + halfDayLength(bytes, from), end)) return at;
  const hour = Math.floor(into.seconds / 3600);
  if (hour >= 1 && hour <= 12) into.seconds += 3600 * ((hour % 12) + half * 12 - hour);
  return from + halfDayLength(bytes, from);
}

/** True if a time may end here: digits, letters, or a colon and digits must not follow. */
function ends(bytes: Uint8Array, at: number, end: number): boolean {
  if (at >= end) return true;
  let byte = bytes[at]!;
  if (byte === 0x3a && at + 1 < end) byte = bytes[at + 1]! <= 0x39 ? bytes[at + 1]! : byte;
  const lower = byte | 0x20;
  return !((byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x7a));
}

/** Reads a time that is a whole text, such as a JSON value; false if the text is no time. */
export class WholeTime {
  private readonly finder = new Finder(true);

  read(bytes: Uint8Array, start: number, end: number, into: ReadTime): boolean {
    return this.finder.read(bytes, start, end, into) >= 0;
  }
}
