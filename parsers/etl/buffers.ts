/**
 * A trace is a sequence of buffers, each filled by one CPU: a header of 72 bytes, then records. There is no
 * index: each buffer begins at the end of the previous one.
 */
import { Block } from './bytes.ts';
import { unpackXpress } from './xpress.ts';

export const headerSize = 72;
/** Windows allows 16 MB. */
const maxBufferSize = 16 << 20;
/** The first buffer, with the header of the trace. */
const headerType = 4;
const maxType = 7;

const eventsLost = 2;
const bufferLost = 4;
const hasIndex = 0x20;
const isPacked = 0x40;
const knownFlags = 0x7f;

/** Bytes quoted with a problem. */
const maxExampleLength = 64;

/** Receives a trace buffer by buffer. Arguments are valid during the call only. */
export interface BufferSink {
  /** `block`: header and records, unpacked, up to the filled length. */
  buffer(buffer: TraceBuffer): void;
  /** Bytes between buffers, or after the last one, that belong to no buffer. */
  notBuffers(bytes: Uint8Array, offset: number, length: number, isEmpty: boolean): void;
}

export interface TraceBuffer {
  readonly block: Block;
  readonly cpu: number;
  readonly isHeader: boolean;
  /** Events or buffers lost since the previous buffer. */
  readonly lost: 'events' | 'buffers' | null;
  /** Offset and size in the file. */
  readonly offset: number;
  readonly size: number;
  readonly isPacked: boolean;
  /** Bytes of records that its header promises and that are not in the file, or could not be unpacked. */
  readonly missing: number;
  /** True if the file ends before the buffer does, be it behind its last record. */
  readonly isCut: boolean;
}

/**
 * True if a buffer may begin at `at`. After bytes that are not a buffer (`isExpected` is false) the flags and the type
 * must also be known ones.
 */
export function looksLikeBuffer(block: Block, at: number, isExpected = false): boolean {
  const size = block.u32(at);
  if (size < headerSize || size > maxBufferSize) return false;
  const isKnown = block.u16(at + 0x36) <= maxType && (block.u16(at + 0x34) & ~knownFlags) === 0;
  if (!isKnown && !isExpected) return false;
  return filledOf(block, at) >= headerSize && block.u32(at + 4) <= maxBufferSize;
}

/**
 * Filled bytes of a buffer, decompressed, with the header. The first of two fields counts, because the second is too
 * large in the first buffer of a merged trace.
 */
function filledOf(block: Block, at: number): number {
  return block.u32(at + 4) || block.u32(at + 0x30);
}

/** Splits the bytes of a file into buffers. */
export class BufferSplitter {
  private pending = new Uint8Array(0);
  private length = 0;
  /** Offset in the file of the first held byte. */
  private offset = 0;
  private unpacked = new Uint8Array(0);
  /** Bytes that are not a buffer, counted until a buffer begins. */
  private lostAt = 0;
  private lostLength = 0;
  private lostExample: number[] = [];
  /** True while all of them are zeros: space reserved for buffers that were never written. */
  private lostIsEmpty = true;

  constructor(private readonly sink: BufferSink) {}

  push(chunk: Uint8Array): void {
    if (this.length === 0) {
      const used = this.read(chunk, false);
      this.hold(chunk, used);
      this.offset += used;
      return;
    }
    this.hold(chunk, 0);
    const all = this.pending.subarray(0, this.length);
    const used = this.read(all, false);
    this.pending.copyWithin(0, used, this.length);
    this.length -= used;
    this.offset += used;
  }

  end(): void {
    const rest = this.pending.subarray(0, this.length);
    const used = this.read(rest, true);
    this.addLost(rest, used, rest.length, this.offset);
    this.reportLost();
    this.length = 0;
  }

  private hold(chunk: Uint8Array, from: number): void {
    const more = chunk.length - from;
    const needed = this.length + more;
    if (needed > this.pending.length) {
      const grown = new Uint8Array(
        Math.max(needed, Math.min(this.pending.length * 2, maxBufferSize + (1 << 20)), 1 << 16),
      );
      grown.set(this.pending.subarray(0, this.length));
      this.pending = grown;
    }
    this.pending.set(chunk.subarray(from), this.length);
    this.length = needed;
  }

  /** Returns the number of bytes consumed. */
  private read(bytes: Uint8Array, isLast: boolean): number {
    const block = new Block(bytes);
    let at = 0;
    while (bytes.length - at >= headerSize) {
      if (!looksLikeBuffer(block, at, this.lostLength === 0)) {
        const from = at;
        do at++;
        while (bytes.length - at >= headerSize && !looksLikeBuffer(block, at));
        this.addLost(bytes, from, at, this.offset + from);
        continue;
      }
      const size = block.u32(at);
      if (at + size > bytes.length && !isLast) break;
      this.reportLost();
      // The last buffer is truncated if the recorder died.
      const end = Math.min(at + size, bytes.length);
      this.emit(block, at, end);
      at = end;
    }
    return at;
  }

  private emit(file: Block, at: number, end: number): void {
    const flags = file.u16(at + 0x34);
    const filled = filledOf(file, at);
    const index = file.u16(at + 0x28);
    const packed = (flags & isPacked) !== 0;
    const block = packed
      ? this.unpack(file.bytes, at, end, filled)
      : file.bytes.subarray(at, Math.min(at + filled, end));
    this.sink.buffer({
      block: new Block(block),
      cpu: (flags & hasIndex) !== 0 ? index : index & 0xff,
      isHeader: file.u16(at + 0x36) === headerType,
      lost: (flags & bufferLost) !== 0 ? 'buffers' : (flags & eventsLost) !== 0 ? 'events' : null,
      offset: this.offset + at,
      size: end - at,
      isPacked: packed,
      missing: packed || filled <= file.u32(at) ? filled - block.length : 0,
      isCut: end - at < file.u32(at),
    });
  }

  private unpack(bytes: Uint8Array, at: number, end: number, filled: number): Uint8Array {
    if (this.unpacked.length < filled) this.unpacked = new Uint8Array(filled);
    const to = this.unpacked;
    to.set(bytes.subarray(at, at + headerSize));
    const body = to.subarray(headerSize, filled);
    const length = unpackXpress(bytes, at + headerSize, end, body, body.length);
    return to.subarray(0, headerSize + length);
  }

  private addLost(bytes: Uint8Array, from: number, to: number, offset: number): void {
    if (to <= from) return;
    if (this.lostLength === 0) {
      this.lostAt = offset;
      this.lostExample = [];
      this.lostIsEmpty = true;
    }
    for (let at = from; at < to && this.lostIsEmpty; at++) this.lostIsEmpty = bytes[at] === 0;
    const shown = Math.min(to, from + maxExampleLength - this.lostExample.length);
    this.lostExample.push(...bytes.subarray(from, Math.max(from, shown)));
    this.lostLength += to - from;
  }

  private reportLost(): void {
    if (this.lostLength === 0) return;
    this.sink.notBuffers(Uint8Array.from(this.lostExample), this.lostAt, this.lostLength, this.lostIsEmpty);
    this.lostLength = 0;
  }
}
