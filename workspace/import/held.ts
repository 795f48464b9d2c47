/** A packed file whose format needs ranges of it: unpacked into memory, as it can be read only from its beginning. */
import { WorkspaceError } from '../errors.ts';
import type { Bytes } from './bytes.ts';
import { CutError } from './cut.ts';

/** More is not held. */
const most = 256 << 20;
const blockSize = 1 << 20;

export class Held implements Pick<Bytes, 'read'> {
  private readonly blocks: Uint8Array[] = [];
  private size = 0;
  private cut: CutError | null = null;

  /** @throws {WorkspaceError} `packed` where it is too large */
  static async of(chunks: AsyncIterable<Uint8Array>, path: string): Promise<Held> {
    const held = new Held();
    try {
      for await (const chunk of chunks) {
        if (held.size + chunk.length > most)
          throw new WorkspaceError(
            'packed',
            `${path} is packed and unpacks to more than ${most >> 20} MiB, but must be read at several places: unpack it first.`,
          );
        held.add(chunk);
      }
    } catch (error) {
      if (!(error instanceof CutError)) throw error;
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

  /** All of it; then what was thrown where it ended early. */
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
