/** The parts of a line: who, when, what. Bytes, not strings: these captures have millions of lines. */
import {
  ascii,
  isBlank,
  isDigit,
  parseSeconds,
  parseUnsigned,
  skipBlanks,
  startsWith,
} from '../kit/bytes.ts';

/** How a line tells the time. */
export type TimeKind = 'none' | 'day' | 'epoch' | 'relative';

/** The beginning of a line; one object that is filled again. */
export class Prefix {
  /** -1 where the line names no thread. */
  tid = -1;
  /** Name of the thread (`-Y`): a range of the line; empty without one. */
  nameStart = 0;
  nameEnd = 0;
  time: TimeKind = 'none';
  /** Of the day, since 1970, or since the line before. */
  seconds = 0;
  nanos = 0;
  /** Of the last digit, ns. */
  precision = 1e9;
  /** Where the rest of the line begins. */
  body = 0;

  read(bytes: Uint8Array, start: number, end: number): void {
    this.tid = -1;
    this.nameEnd = this.nameStart = start;
    this.time = 'none';
    let at = this.thread(bytes, start, end);
    at = this.moment(bytes, at, end);
    // `-r` beside `-t`: how long since the line before, which the times say, too.
    if (bytes[at] === 0x28 && bytes[at + 1] === 0x2b) {
      const close = bytes.indexOf(0x29, at);
      if (close > 0 && close < end) at = skipBlanks(bytes, close + 1, end);
    }
    this.body = at;
  }

  /** `[pid  718] `, `718 `, `718<postgres> ` */
  private thread(bytes: Uint8Array, start: number, end: number): number {
    const bracket = startsWith(bytes, start, end, pid);
    const from = bracket ? skipBlanks(bytes, start + pid.length, end) : start;
    let at = from;
    while (at < end && isDigit(bytes[at])) at++;
    if (at === from || at - from > 9) return start;
    const tid = parseUnsigned(bytes, from, at);
    let [nameStart, nameEnd] = [start, start];
    if (bytes[at] === 0x3c) {
      nameStart = at + 1;
      nameEnd = bytes.indexOf(0x3e, nameStart);
      if (nameEnd < 0 || nameEnd >= end) return start;
      at = nameEnd + 1;
    }
    if (bracket && bytes[at++] !== 0x5d) return start;
    if (!isBlank(bytes[at])) return start;
    this.tid = tid;
    this.nameStart = nameStart;
    this.nameEnd = nameEnd;
    // `-r` pads its seconds, a pid its column: blanks before a time are nobody's.
    return skipBlanks(bytes, at, end);
  }

  /** `04:22:10.123456 `, `1795375106.950808 `, `     0.000123 ` */
  private moment(bytes: Uint8Array, start: number, end: number): number {
    const from = skipBlanks(bytes, start, end);
    let at = from;
    while (at < end && isDigit(bytes[at])) at++;
    const digits = at - from;
    if (digits === 0) return start;
    let kind: TimeKind;
    let whole: number;
    if (bytes[at] === 0x3a && digits === 2 && isTimeOfDay(bytes, from, end)) {
      kind = 'day';
      whole =
        parseUnsigned(bytes, from, from + 2) * 3600 +
        parseUnsigned(bytes, from + 3, from + 5) * 60 +
        parseUnsigned(bytes, from + 6, from + 8);
      at = from + 8;
    } else if (bytes[at] === 0x2e || isBlank(bytes[at])) {
      kind = digits >= 9 ? 'epoch' : 'relative';
      whole = parseUnsigned(bytes, from, at);
      if (kind === 'relative' && bytes[at] !== 0x2e) return start;
    } else return start;
    let nanos = 0;
    let precision = 1e9;
    if (bytes[at] === 0x2e) {
      for (at++; at < end && isDigit(bytes[at]); at++) {
        precision /= 10;
        if (precision >= 1) nanos += (bytes[at]! - 0x30) * precision;
      }
    }
    if (!isBlank(bytes[at])) return start;
    this.time = kind;
    this.seconds = whole;
    this.nanos = nanos;
    this.precision = Math.max(precision, 1);
    return skipBlanks(bytes, at, end);
  }
}

const pid = ascii('[pid ');

function isTimeOfDay(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 9 || bytes[at + 2] !== 0x3a || bytes[at + 5] !== 0x3a) return false;
  return [3, 4, 6, 7].every(place => isDigit(bytes[at + place]));
}

export function endsWith(bytes: Uint8Array, start: number, end: number, what: Uint8Array): boolean {
  return end - start >= what.length && startsWith(bytes, end - what.length, end, what);
}

/** End of the name of a call, which is where its parenthesis opens; -1 where the text is no call. */
export function callEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isNameByte(bytes[at]!)) at++;
  return at > start && bytes[at] === 0x28 ? at : -1;
}

const isNameByte = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;

/** What stands behind the arguments; one object that is filled again. */
export class Result {
  /** Of the text without the duration. */
  end = 0;
  /** ns; NaN where the line does not tell (`-T`). */
  duration = Number.NaN;
  /** The value: a range, and the number where it is one. */
  start = 0;
  stop = 0;
  number = Number.NaN;
  /** `ENOENT`: a range, empty where the call succeeded. */
  errorStart = 0;
  errorEnd = 0;

  /** Reads `…) = -1 ENOENT (No such file or directory) <0.000012>`; false where there is no result. */
  read(bytes: Uint8Array, start: number, lineEnd: number): boolean {
    this.time(bytes, start, lineEnd);
    const at = equals(bytes, start, this.end);
    if (at < 0) return false;
    this.start = skipBlanks(bytes, at + 1, this.end);
    let stop = this.start;
    while (stop < this.end && !isBlank(bytes[stop]) && bytes[stop] !== 0x3c) stop++;
    this.stop = stop;
    const negative = bytes[this.start] === 0x2d;
    const value = parseUnsigned(bytes, negative ? this.start + 1 : this.start, stop);
    this.number = Number.isSafeInteger(value) ? (negative ? -value : value) : Number.NaN;
    this.errorStart = skipBlanks(bytes, stop, this.end);
    this.errorEnd = this.errorStart;
    const failed = (negative && value === 1) || bytes[this.start] === 0x3f;
    if (failed && bytes[this.errorStart] === 0x45) {
      while (this.errorEnd < this.end && !isBlank(bytes[this.errorEnd])) this.errorEnd++;
    }
    return true;
  }

  /** `<0.000012>` at the end. */
  private time(bytes: Uint8Array, start: number, end: number): void {
    this.end = end;
    this.duration = Number.NaN;
    if (bytes[end - 1] !== 0x3e) return;
    let open = end - 2;
    while (open > start && (isDigit(bytes[open]) || bytes[open] === 0x2e)) open--;
    if (bytes[open] !== 0x3c || open + 2 >= end || !isBlank(bytes[open - 1])) return;
    this.duration = parseSeconds(bytes, open + 1, end - 1);
    if (Number.isNaN(this.duration)) return;
    this.end = open;
    while (this.end > start && isBlank(bytes[this.end - 1])) this.end--;
  }
}

/** Place of the `=` behind the parenthesis that closes the arguments; the last, because arguments may hold it. -1: none. */
function equals(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 2; at > start; at--) {
    if (bytes[at] !== 0x3d || bytes[at + 1] !== 0x20 || bytes[at - 1] !== 0x20) continue;
    let before = at - 1;
    while (before > start && isBlank(bytes[before])) before--;
    if (bytes[before] === 0x29) return at;
  }
  return -1;
}
