/** The printed text of a record, and the position of each piece of its format in the text. */
import { ascii, decode } from '../kit/bytes.ts';
import type { PrintBuffer } from './print-buffer.ts';
import type { Piece, Printer, RawRecord } from './print-values.ts';

export class PrintedText {
  /** Start of each piece, and last the end of the text. */
  readonly bounds: Int32Array;
  /** Result of each {@link Printer}; NaN for fixed texts. */
  readonly numbers: Float64Array;
  private readonly parts: readonly (Uint8Array | Printer)[];

  /** @param to one buffer for all events, because readers of its bytes keep a view of the last array */
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

  /** Text of the pieces from `from` to before `to`. */
  text(from = 0, to = this.pieces.length): string {
    return decode(this.to.bytes, this.bounds[from]!, this.bounds[to]!);
  }
}
