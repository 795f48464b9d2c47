/**
 * The parts of a line: thread, time, call, result. Works on bytes, not strings, because these captures have
 * millions of lines.
 */

import { isCount } from '../../kit/bounds.ts';
import {
  ascii,
  isBlank,
  isDigit,
  parseSeconds,
  parseUnsigned,
  skipBlanks,
  startsWith,
} from '../../kit/bytes.ts';
import { LineTime } from '../../kit/line-time.ts';

/** The beginning of a line; one object is reused for all lines. */
export class Prefix {
  /** -1 if the line names no thread. */
  tid = -1;
  /** Name of the thread (`-Y`): a range of the line; empty without one. */
  nameStart = 0;
  nameEnd = 0;
  readonly time = new LineTime();
  /** Start of the rest of the line. */
  body = 0;

  read(bytes: Uint8Array, start: number, end: number): void {
    this.tid = -1;
    this.nameEnd = this.nameStart = start;
    this.time.clear();
    let at = this.thread(bytes, start, end);
    at = this.time.read(bytes, at, end);
    // `-r` beside `-t`: time since the line before, which also follows from the times.
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
    if (at >= end || !isBlank(bytes[at])) return start;
    this.tid = tid;
    this.nameStart = nameStart;
    this.nameEnd = nameEnd;
    // `-r` pads its seconds and strace pads the pid, so any number of blanks may come before a time.
    return skipBlanks(bytes, at, end);
  }
}

const pid = ascii('[pid ');

export function endsWith(bytes: Uint8Array, start: number, end: number, suffix: Uint8Array): boolean {
  return end - start >= suffix.length && startsWith(bytes, end - suffix.length, end, suffix);
}

/** The text after the arguments; one object is reused for all lines. */
export class Result {
  /** End of the text without the duration. */
  end = 0;
  /** ns; NaN if the line has none (`-T` prints it). */
  duration = Number.NaN;
  /** The value: its range, and the number if it is one. */
  start = 0;
  stop = 0;
  number = Number.NaN;
  /** Error such as `ENOENT`: a range, empty if the call succeeded. */
  errorStart = 0;
  errorEnd = 0;

  /** Reads `…) = -1 ENOENT (No such file or directory) <0.000012>`; false if there is no result. */
  read(bytes: Uint8Array, start: number, lineEnd: number): boolean {
    this.time(bytes, start, lineEnd);
    const at = findEquals(bytes, start, this.end);
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

  /** Reads `<0.000012>` at the end. */
  private time(bytes: Uint8Array, start: number, end: number): void {
    this.end = end;
    this.duration = Number.NaN;
    if (bytes[end - 1] !== 0x3e) return;
    let open = end - 2;
    while (open > start && (isDigit(bytes[open]) || bytes[open] === 0x2e)) open--;
    if (bytes[open] !== 0x3c || open + 2 >= end || !isBlank(bytes[open - 1])) return;
    const duration = parseSeconds(bytes, open + 1, end - 1);
    if (!isCount(duration)) return;
    this.duration = duration;
    this.end = open;
    while (this.end > start && isBlank(bytes[this.end - 1])) this.end--;
  }
}

/**
 * Position of the `=` after the parenthesis that closes the arguments, or -1. It is the last such `=`,
 * because arguments may contain others.
 */
function findEquals(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 2; at > start; at--) {
    if (bytes[at] !== 0x3d || bytes[at + 1] !== 0x20 || bytes[at - 1] !== 0x20) continue;
    let before = at - 1;
    while (before > start && isBlank(bytes[before])) before--;
    if (bytes[before] === 0x29) return at;
  }
  return -1;
}
