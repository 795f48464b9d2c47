import { lineFeedsIn } from '../../parsers/kit/block/scanner/block.ts';

/** Counts lines, including a last line without a newline. */
export class LineCounter {
  private newlines = 0;
  private open = false;

  get count(): number {
    return this.newlines + (this.open ? 1 : 0);
  }

  /**
   * For bytes outside the memory of the counting scanner: `indexOf`, which is `memchr`, counts 2.3 GB/s at 60 bytes a
   * line, against 1.6 for four bytes at a time in JavaScript.
   */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.open = bytes[bytes.length - 1] !== 0x0a;
    const counted = lineFeedsIn(bytes);
    if (counted !== null) {
      this.newlines += counted;
      return;
    }
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = buffer.indexOf(0x0a); at >= 0; at = buffer.indexOf(0x0a, at + 1)) this.newlines++;
  }
}
