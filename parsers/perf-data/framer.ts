/** Splits chunks of any length into records. */
import { ParseError } from '../contract.ts';
import { grown } from '../kit/intern.ts';

export interface FramedRecord {
  /**
   * Called with a complete record at `offset` in the framed bytes; valid during the call.
   *
   * @returns number of bytes that follow the record and belong to it, in addition to its stated size
   */
  record(bytes: Uint8Array, start: number, end: number, offset: number): number;
  /**
   * Takes several complete records at once, up to the first one that {@link record} must take.
   *
   * @returns position of that record
   */
  run(bytes: Uint8Array, start: number, end: number, offset: number): number;
  /** Called with bytes that follow a record and belong to it. */
  payload(bytes: Uint8Array, start: number, end: number): void;
}

const headerSize = 8;

export class Framer {
  /** Number of bytes consumed. */
  offset = 0;
  private pending = new Uint8Array(256);
  private pendingLength = 0;
  private payload = 0;

  constructor(
    private readonly to: FramedRecord,
    private readonly little: boolean,
    /** Offset in the file at which the framed bytes begin. */
    private readonly base: number,
  ) {}

  /** Number of bytes kept of an incomplete record. */
  get open(): number {
    return this.pendingLength;
  }

  /** True if bytes of the current record are still missing. */
  get isInside(): boolean {
    return this.pendingLength > 0 || this.payload > 0;
  }

  push(bytes: Uint8Array, start: number, end: number): void {
    let at = start;
    while (at < end) {
      if (this.payload > 0) {
        const stop = Math.min(end, at + this.payload);
        this.to.payload(bytes, at, stop);
        this.payload -= stop - at;
        this.offset += stop - at;
        at = stop;
      } else if (this.pendingLength > 0) at = this.keep(bytes, at, end);
      else {
        const stop = this.to.run(bytes, at, end, this.base + this.offset);
        this.offset += stop - at;
        at = stop;
        if (at === end) return;
        const left = end - at;
        const size = left < headerSize ? headerSize : this.sizeAt(bytes, at);
        if (left < size) at = this.keep(bytes, at, end);
        else {
          this.payload = this.to.record(bytes, at, at + size, this.base + this.offset);
          this.offset += size;
          at += size;
        }
      }
    }
  }

  /** Keeps bytes of an incomplete record, and passes it on when it is complete. */
  private keep(bytes: Uint8Array, start: number, end: number): number {
    let at = this.fill(bytes, start, end, headerSize);
    if (this.pendingLength < headerSize) return at;
    const size = this.sizeAt(this.pending, 0);
    at = this.fill(bytes, at, end, size);
    if (this.pendingLength < size) return at;
    this.pendingLength = 0;
    this.payload = this.to.record(this.pending, 0, size, this.base + this.offset);
    this.offset += size;
    return at;
  }

  private fill(bytes: Uint8Array, start: number, end: number, length: number): number {
    const stop = Math.min(end, start + Math.max(0, length - this.pendingLength));
    if (length > this.pending.length) this.pending = grown(this.pending, length);
    this.pending.set(bytes.subarray(start, stop), this.pendingLength);
    this.pendingLength += stop - start;
    return stop;
  }

  private sizeAt(bytes: Uint8Array, at: number): number {
    const [first, second] = [bytes[at + 6]!, bytes[at + 7]!];
    const size = this.little ? first | (second << 8) : (first << 8) | second;
    if (size < headerSize)
      throw new ParseError(
        'bad-record',
        'A record states an impossible size, so the records after it cannot be found.',
        this.base + this.offset,
        -1,
      );
    return size;
  }
}
