/**
 * A compressed file, decompressed into memory because its format reads at several offsets and a compressed stream can
 * be read only from the start.
 */
import { WorkspaceError } from '../errors.ts';
import type { Bytes } from './bytes.ts';
import { DamagedInputError } from './damaged-input.ts';

/** Limit of decompressed bytes in memory. */
const maxBytes = 256 << 20;
const blockSize = 1 << 20;

export class DecompressedFile implements Pick<Bytes, 'read'> {
  private readonly blocks: Uint8Array[] = [];
  private size = 0;
  private cut: DamagedInputError | null = null;

  /** @throws {WorkspaceError} `packed` if the decompressed file exceeds the limit */
  static async of(chunks: AsyncIterable<Uint8Array>, path: string): Promise<DecompressedFile> {
    const held = new DecompressedFile();
    try {
      for await (const chunk of chunks) {
        if (held.size + chunk.length > maxBytes)
          throw new WorkspaceError(
            'packed',
            `${path} is compressed, must be read at several positions, and decompresses to more than ${maxBytes >> 20} MiB: decompress it first.`,
          );
        held.add(chunk);
      }
    } catch (error) {
      if (!(error instanceof DamagedInputError)) throw error;
      held.cut = error;
    }
    return held;
  }

  read(into: Uint8Array, position: number): number {
    const block = this.blocks[Math.floor(position / blockSize)];
    const start = position % blockSize;
    const room = Math.min(into.length, this.size - position, blockSize - start);
    if (!block || room <= 0) return 0;
    into.set(block.subarray(start, start + room));
    return room;
  }

  /** Yields all bytes, then rethrows the `DamagedInputError` with which a damaged file ended. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for (const [index, block] of this.blocks.entries())
      yield block.subarray(0, Math.min(blockSize, this.size - index * blockSize));
    if (this.cut) throw this.cut;
  }

  private add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const start = this.size % blockSize;
      if (start === 0) this.blocks.push(new Uint8Array(blockSize));
      const piece = chunk.subarray(at, at + blockSize - start);
      (this.blocks.at(-1) as Uint8Array).set(piece, start);
      at += piece.length;
      this.size += piece.length;
    }
  }
}
