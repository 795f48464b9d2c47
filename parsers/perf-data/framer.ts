/** Cuts chunks of any length into records. */
import { ParseError } from '../contract.ts';
import { grown } from '../kit/intern.ts';

export interface FramedRecord {
  /**
   * A whole record, `offset` bytes into what is framed; valid during the call.
   *
   * @returns how many bytes follow it that are part of it, beside the size it states
   */
  record(bytes: Uint8Array, start: number, end: number, offset: number): number;
  /**
   * Takes whole records together, up to the first that {@link record} must take.
   *
   * @returns where that one begins
   */
  run(bytes: Uint8Array, start: number, end: number, offset: number): number;
  /** Some of the bytes that follow a record. */
  payload(bytes: Uint8Array, start: number, end: number): void;
}

const headerSize = 8;

export class Framer {
  /** Number of bytes consumed. */
  offset = 0;
  private held = new Uint8Array(256);
  private heldLength = 0;
  private payload = 0;

  constructor(
    private readonly to: FramedRecord,
    private readonly little: boolean,
    /** Offset in the file at which the framed bytes begin. */
    private readonly base: number,
  ) {}

  /** Bytes held of an incomplete record. */
  get open(): number {
    return this.heldLength;
  }

  /** True if bytes of the current record are still missing. */
  get isInside(): boolean {
    return this.heldLength > 0 || this.payload > 0;
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
      } else if (this.heldLength > 0) at = this.hold(bytes, at, end);
      else {
        const stop = this.to.run(bytes, at, end, this.base + this.offset);
        this.offset += stop - at;
        at = stop;
        if (at === end) return;
        const left = end - at;
        const size = left < headerSize ? headerSize : this.sizeAt(bytes, at);
        if (left < size) at = this.hold(bytes, at, end);
        else {
          this.payload = this.to.record(bytes, at, at + size, this.base + this.offset);
          this.offset += size;
          at += size;
        }
      }
    }
  }

  /** Holds bytes of an incomplete record, and passes it on when it is complete. */
  private hold(bytes: Uint8Array, start: number, end: number): number {
    let at = this.fill(bytes, start, end, headerSize);
    if (this.heldLength < headerSize) return at;
    const size = this.sizeAt(this.held, 0);
    at = this.fill(bytes, at, end, size);
    if (this.heldLength < size) return at;
    this.heldLength = 0;
    this.payload = this.to.record(this.held, 0, size, this.base + this.offset);
    this.offset += size;
    return at;
  }

  private fill(bytes: Uint8Array, start: number, end: number, length: number): number {
    const stop = Math.min(end, start + Math.max(0, length - this.heldLength));
    if (length > this.held.length) this.held = grown(this.held, length);
    this.held.set(bytes.subarray(start, stop), this.heldLength);
    this.heldLength += stop - start;
    return stop;
  }

  private sizeAt(bytes: Uint8Array, at: number): number {
    const [first, second] = [bytes[at + 6]!, bytes[at + 7]!];
    const size = this.little ? first | (second << 8) : (first << 8) | second;
    if (size < headerSize)
      throw new ParseError(
        'bad-record',
        'A record states a size that no record has: nothing behind it can be found.',
        this.base + this.offset,
        -1,
      );
    return size;
  }
}
