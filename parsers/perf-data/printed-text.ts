/** A record printed by the pieces of its format: its text, and where each piece stands in it. */
import { ascii, decode } from '../kit/bytes.ts';
import type { PrintBuffer } from './print-buffer.ts';
import type { Piece, Printer, RawRecord } from './print-values.ts';

export class PrintedText {
  /** Where each piece begins, and at last where the text ends. */
  readonly bounds: Int32Array;
  /** What {@link Printer} returned; NaN of texts that stay. */
  readonly numbers: Float64Array;
  private readonly parts: readonly (Uint8Array | Printer)[];

  /** `to`: one for all, because what reads its bytes keeps a view of the array it saw last. */
  constructor(
    readonly pieces: readonly Piece[],
    readonly to: PrintBuffer,
  ) {
    this.parts = pieces.map(piece => (typeof piece === 'string' ? ascii(piece) : piece));
    this.bounds = new Int32Array(pieces.length + 1);
    this.numbers = new Float64Array(pieces.length).fill(Number.NaN);
  }

  print(record: RawRecord): void {
    const { to, parts, bounds, numbers } = this;
    to.length = 0;
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!;
      bounds[at] = to.length;
      if (typeof part === 'function') numbers[at] = part(record, to);
      else to.copy(part, 0, part.length);
    }
    bounds[parts.length] = to.length;
  }

  /** Pieces `from` up to `to` as a string. */
  text(from = 0, to = this.pieces.length): string {
    return decode(this.to.bytes, this.bounds[from]!, this.bounds[to]!);
  }
}
