/** Masks messages that are not in the scanner's input, with the scanner's code. */

import { newInstance } from './scanner.ts';
import { LOOKED_AT } from './shared/limits.ts';

export class Masker {
  /** A mask is up to three times as long as the text it replaces. */
  static readonly longest = 3 * LOOKED_AT;
  /** The last masked message. */
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

  /** The only instance: it keeps no state between calls. */
  static one(): Masker {
    only ??= new Masker();
    return only;
  }

  /** Length of the masked message of `bytes[start, end)`. */
  mask(bytes: Uint8Array, start: number, end: number): number {
    // One byte more shows that the message continues.
    const length = Math.min(end - start, LOOKED_AT + 1);
    this.message.set(bytes.subarray(start, start + length));
    const at = this.exports.message.value;
    return this.exports.mask(at, at + length);
  }
}

let only: Masker | null = null;
