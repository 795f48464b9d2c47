/** The scanner's way of masking messages, for messages that are not in its input. */

import { newInstance } from './scanner.ts';
import { LOOKED_AT } from './shared/limits.ts';

export class Masker {
  /** A mask takes up to three times what it stands for. */
  static readonly longest = 3 * LOOKED_AT;
  /** The last message, masked. */
  readonly masked: Uint8Array;
  private readonly message: Uint8Array;
  private readonly exports: ReturnType<typeof newInstance>;

  private constructor() {
    const nothing = () => 0;
    this.exports = newInstance({
      readTime: nothing,
      readLevel: nothing,
      templateOf: nothing,
      classOf: nothing,
    });
    const { memory, message, masked } = this.exports;
    this.message = new Uint8Array(memory.buffer, message.value, LOOKED_AT + 1);
    this.masked = new Uint8Array(memory.buffer, masked.value, Masker.longest);
  }

  /** It remembers nothing, so one is enough. */
  static one(): Masker {
    only ??= new Masker();
    return only;
  }

  /** Length of the masked message of `bytes[start, end)`. */
  mask(bytes: Uint8Array, start: number, end: number): number {
    // One byte more tells that it goes on.
    const length = Math.min(end - start, LOOKED_AT + 1);
    this.message.set(bytes.subarray(start, start + length));
    const at = this.exports.message.value;
    return this.exports.mask(at, at + length);
  }
}

let only: Masker | null = null;
