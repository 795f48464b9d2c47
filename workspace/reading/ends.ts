/** Hashes of a file's first and last bytes, which distinguish most files. */
import { createHash } from 'node:crypto';
import type { CaptureRecord } from '../store/captures.ts';

export type Ends = Pick<CaptureRecord, 'headSha256' | 'tailSha256'>;

/** Bytes hashed at either end. */
export const endSize = 4096;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Collects both `Ends` from a stream in one pass, without keeping the bytes between them. */
export class EndsHasher {
  private readonly head = new Uint8Array(endSize);
  private tail: Uint8Array = new Uint8Array(0);
  length = 0;

  update(chunk: Uint8Array): void {
    if (this.length < endSize) this.head.set(chunk.subarray(0, endSize - this.length), this.length);
    this.length += chunk.length;
    this.tail =
      chunk.length >= endSize
        ? chunk.slice(chunk.length - endSize)
        : Buffer.concat([this.tail, chunk]).subarray(-endSize);
  }

  get ends(): Ends {
    return {
      headSha256: sha256Of(this.head.subarray(0, this.length)),
      tailSha256: sha256Of(this.tail),
    };
  }
}
