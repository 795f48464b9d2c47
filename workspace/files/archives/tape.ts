/** Bytes that are read or skipped in order, as tar was made for. */
import { type Bytes, readFully } from '../bytes.ts';

export interface Tape {
  /** Reads the next bytes; fewer only at the end. Valid until the next call. */
  take(length: number): Promise<Uint8Array>;
  skip(length: number): Promise<void>;
  /** The next bytes as a range of the file, which skips them; null if they are decompressed while they are read. */
  range(length: number): Bytes | null;
}

export class BytesTape implements Tape {
  private at = 0;

  constructor(private readonly bytes: Bytes) {}

  async take(length: number): Promise<Uint8Array> {
    const taken = readFully(this.bytes, this.at, length);
    this.at += taken.length;
    return taken;
  }

  async skip(length: number): Promise<void> {
    this.at += length;
  }

  range(length: number): Bytes {
    const start = this.at;
    this.at += length;
    return this.bytes.slice(start, start + length);
  }
}

export class StreamTape implements Tape {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array(0);
  private at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Up to `limit` of the next bytes; none at the end. */
  async some(limit: number): Promise<Uint8Array> {
    while (this.at === this.chunk.length) {
      const { done, value } = await this.chunks.next();
      if (done) return new Uint8Array(0);
      this.chunk = value;
      this.at = 0;
    }
    const piece = this.chunk.subarray(this.at, this.at + limit);
    this.at += piece.length;
    return piece;
  }

  async take(length: number): Promise<Uint8Array> {
    const all = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const piece = await this.some(length - filled);
      if (piece.length === 0) break;
      all.set(piece, filled);
      filled += piece.length;
    }
    return all.subarray(0, filled);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      const { length: skipped } = await this.some(left);
      if (skipped === 0) return;
      left -= skipped;
    }
  }

  range(): null {
    return null;
  }
}
