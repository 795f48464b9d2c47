/** Reads compressed data that comes in chunks. */
import { DamagedInputError } from '../damaged-input.ts';

export class ChunkReader {
  private readonly chunks: Iterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array(0);
  private at = 0;
  /** Total bytes of the previous chunks. */
  private bytesBefore = 0;

  /** @param name the compression, for messages */
  constructor(
    chunks: Iterable<Uint8Array>,
    private readonly name: string,
  ) {
    this.chunks = chunks[Symbol.iterator]();
  }

  /** Bytes read so far. */
  get position(): number {
    return this.bytesBefore + this.at;
  }

  hasMore(): boolean {
    return this.at < this.chunk.length || this.nextChunk();
  }

  byte(): number {
    if (this.at === this.chunk.length && !this.nextChunk()) throw this.early();
    return this.chunk[this.at++] as number;
  }

  /** Fills `target` with the next bytes. */
  fill(target: Uint8Array): void {
    for (let filled = 0; filled < target.length; ) {
      if (!this.hasMore()) throw this.early();
      const piece = this.chunk.subarray(this.at, this.at + target.length - filled);
      target.set(piece, filled);
      filled += piece.length;
      this.at += piece.length;
    }
  }

  /** Some of the next bytes, at least one. */
  some(): Uint8Array {
    if (!this.hasMore()) throw this.early();
    const piece = this.chunk.subarray(this.at);
    this.at = this.chunk.length;
    return piece;
  }

  early(): DamagedInputError {
    return new DamagedInputError(`The ${this.name} data ends early, at byte ${this.position}.`);
  }

  damaged(why: string): DamagedInputError {
    return new DamagedInputError(
      `The ${this.name} data is damaged at or before byte ${this.position} (${why}): the data before it was read.`,
    );
  }

  private nextChunk(): boolean {
    while (this.at === this.chunk.length) {
      const { done, value } = this.chunks.next();
      if (done) return false;
      this.bytesBefore += this.chunk.length;
      this.chunk = value;
      this.at = 0;
    }
    return true;
  }
}
