/**
 * Splits pushed chunks into lines.
 *
 * A line ends in LF or at the end of the input. LF and CRLF are removed, and a UTF-8 BOM at the start of the
 * file. Chunks may be split anywhere: the lines are the same however the bytes arrive.
 *
 * Memory is bounded: a line over the limit is never held. It is reported once, with its length, where it
 * ends.
 */

/** Longest line that is held, bytes. */
export const maxLineLength = 16 << 20;

/** Number of bytes of an over-long line that are kept as an example. */
const maxExample = 200;

export interface LineSink {
  /**
   * One line: `bytes[start, end)` without its terminator, valid during the call.
   * `number` counts from 1; `offset` is where the line starts, in bytes from the first byte pushed.
   */
  line(bytes: Uint8Array, start: number, end: number, number: number, offset: number): void;
  /** A line of `length` bytes before its LF, over the limit; `bytes[start, end)` is how it begins. It counts as a line. */
  tooLong(
    bytes: Uint8Array,
    start: number,
    end: number,
    length: number,
    number: number,
    offset: number,
  ): void;
}

export class LineSplitter {
  /** Number of lines passed to the sink so far. */
  count = 0;
  /** The open line: `carry[0, held)`, or only its beginning while `skipping`. */
  private carry = new Uint8Array(4096);
  private carryLength = 0;
  /** Length of the open line while it is over the limit and no longer held, else 0. */
  private skipping = 0;
  /** Offset at which the open line starts. */
  private offset = 0;
  private readonly exampleLength: number;

  /**
   * @param fileStart true if the first byte pushed is the first of the file, which may be a BOM
   * @param limit longest line in bytes, terminator not counted
   */
  constructor(
    private readonly sink: LineSink,
    private readonly fileStart: boolean,
    private readonly limit = maxLineLength,
  ) {
    this.exampleLength = Math.min(limit, maxExample);
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    if (this.carryLength > 0 || this.skipping > 0) {
      const newline = indexOfNewline(chunk, 0);
      const end = newline < 0 ? chunk.length : newline;
      this.append(chunk, 0, end);
      if (newline < 0) return;
      this.endOpenLine(1);
      start = newline + 1;
    }
    for (;;) {
      const newline = indexOfNewline(chunk, start);
      if (newline < 0) break;
      this.emit(chunk, start, newline);
      this.offset += newline + 1 - start;
      start = newline + 1;
    }
    this.append(chunk, start, chunk.length);
  }

  end(): void {
    if (this.carryLength > 0 || this.skipping > 0) this.endOpenLine(0);
  }

  private append(chunk: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.skipping > 0) {
      this.skipping += length;
      return;
    }
    const total = this.carryLength + length;
    if (total > this.limit) {
      if (this.exampleLength > this.carryLength)
        this.hold(chunk, start, start + this.exampleLength - this.carryLength);
      this.carryLength = this.exampleLength;
      this.skipping = total;
      return;
    }
    this.hold(chunk, start, end);
  }

  private hold(chunk: Uint8Array, start: number, end: number): void {
    const total = this.carryLength + end - start;
    if (total > this.carry.length) {
      const grown = new Uint8Array(Math.max(total, this.carry.length * 2));
      grown.set(this.carry.subarray(0, this.carryLength));
      this.carry = grown;
    }
    this.carry.set(chunk.subarray(start, end), this.carryLength);
    this.carryLength = total;
  }

  private endOpenLine(terminator: number): void {
    const { carryLength: held, skipping } = this;
    this.carryLength = 0;
    this.skipping = 0;
    if (skipping > 0) this.sink.tooLong(this.carry, 0, held, skipping, ++this.count, this.offset);
    else this.emit(this.carry, 0, held);
    this.offset += (skipping || held) + terminator;
  }

  private emit(bytes: Uint8Array, from: number, to: number): void {
    let start = from;
    let end = to;
    if (end - start > this.limit) {
      this.sink.tooLong(bytes, start, start + this.exampleLength, end - start, ++this.count, this.offset);
      return;
    }
    if (end > start && bytes[end - 1] === 0x0d) end--;
    if (this.count === 0 && this.fileStart && hasBom(bytes, start, end)) start += 3;
    this.sink.line(bytes, start, end, ++this.count, this.offset + start - from);
  }
}

/** True if there is a UTF-8 byte order mark at `start`. */
export function hasBom(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}

/** Number of lines in `bytes`, as {@link LineSplitter} counts them. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x0a) count++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== 0x0a ? count + 1 : count;
}

/** A loop, not `indexOf`: on lines of some ten bytes its call costs more than the search. */
function indexOfNewline(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === 0x0a) return at;
  return -1;
}
