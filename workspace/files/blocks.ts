/** A file as blocks of one size; the last is shorter, and blocks past the end are empty. */
import { DamagedInputError, OddInputError } from './damaged-input.ts';
import type { RawFile } from './files.ts';

/**
 * Blocks must be requested in ascending order; the last one may be requested again. A block is valid until the next
 * is requested.
 */
export interface Blocks {
  at(index: number): Uint8Array | Promise<Uint8Array>;
}

/** Blocks of an uncompressed file. Blocks may be left out. */
export class FileBlocks implements Blocks {
  private index = -1;
  private length = 0;

  /**
   * @param buffer of the size of a block
   * @param end size of the file; what is appended later is ignored
   */
  constructor(
    private readonly file: RawFile,
    private readonly buffer: Uint8Array,
    private readonly end: number,
  ) {}

  at(index: number): Uint8Array {
    if (index !== this.index) this.read(index);
    return this.buffer.subarray(0, this.length);
  }

  private read(index: number): void {
    const { length: size } = this.buffer;
    const start = index * size;
    const room = Math.min(size, this.end - start);
    this.index = index;
    this.length = 0;
    while (this.length < room) {
      const read = this.file.readInto(this.buffer.subarray(this.length, room), start + this.length);
      if (read === 0) return;
      this.length += read;
    }
  }
}

/** Blocks of a file that is decompressed while it is read. Every block must be requested. */
export class StreamBlocks implements Blocks {
  /** Sentence that says why the file could not be decompressed fully; null if it was. */
  cut: string | null = null;
  /** Sentence that says what is wrong about the compressed file although it was decompressed fully. */
  odd: string | null = null;
  private readonly blocks: AsyncGenerator<Uint8Array>;
  private index = -1;
  private block: Uint8Array = new Uint8Array(0);

  /** @param whenCut called before the end is reported if the file cannot be decompressed fully */
  constructor(
    chunks: AsyncIterable<Uint8Array>,
    buffer: Uint8Array,
    private readonly whenCut: () => void,
  ) {
    this.blocks = this.filled(chunks, buffer);
  }

  async at(index: number): Promise<Uint8Array> {
    if (index !== this.index) {
      const { done, value } = await this.blocks.next();
      this.block = done ? new Uint8Array(0) : value;
      this.index = index;
    }
    return this.block;
  }

  private async *filled(chunks: AsyncIterable<Uint8Array>, block: Uint8Array): AsyncGenerator<Uint8Array> {
    let length = 0;
    try {
      for await (const chunk of chunks)
        for (let at = 0; at < chunk.length; ) {
          const piece = chunk.subarray(at, at + block.length - length);
          block.set(piece, length);
          at += piece.length;
          length += piece.length;
          if (length < block.length) continue;
          yield block;
          length = 0;
        }
    } catch (error) {
      if (!(error instanceof DamagedInputError)) throw error;
      if (error instanceof OddInputError) this.odd = error.message;
      else this.cut = error.message;
      this.whenCut();
    }
    yield block.subarray(0, length);
  }
}
