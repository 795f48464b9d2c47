/**
 * Feeds pushed chunks to a scanner: holds a line that a chunk splits, removes a BOM, and never holds a line that is
 * too long.
 */
import { hasBom } from '../lines.ts';
import type { Scanner } from './scanner.ts';

/** Number of bytes scanned at once: small enough to stay in a core's cache. */
const pieceSize = 256 << 10;

/** Number of bytes of an over-long line that are kept as an example. */
const exampleLength = 200;

export interface LineReader {
  /** Calls scanner.next() until it returns `END`. */
  read(): void;
  /** Called before the input is overwritten: results that refer to it must be saved now. */
  release(): void;
  /** Called for a line over the limit: `scanner.input[0, shown)` is its beginning. */
  tooLong(length: number, shown: number): void;
}

export class ScannerInput {
  /** Offset in the part of `scanner.input[0]`. */
  base = 0;
  /** Number of lines before those in `scanner.input`. */
  lines = 0;
  /** `scanner.input[0, held)` is not read yet. */
  private held = 0;
  private started = false;
  /** Number of bytes so far of a line that is too long to hold, else 0. */
  private skipped = 0;

  /** @param fileStart true if the first byte pushed is the first of the file, which may be a BOM */
  constructor(
    private readonly scanner: Scanner,
    private readonly reader: LineReader,
    private readonly fileStart: boolean,
  ) {}

  push(chunk: Uint8Array): void {
    const { input } = this.scanner;
    let at = 0;
    while (at < chunk.length) {
      if (this.skipped > 0) {
        at = this.skip(chunk, at);
        continue;
      }
      const size = Math.min(chunk.length - at, pieceSize, input.length - this.held);
      const piece = chunk.subarray(at, at + size);
      input.set(piece, this.held);
      this.held += size;
      at += size;
      if (piece.includes(0x0a)) this.scan(false);
      // A full input holds the beginning of one line only.
      if (this.held === input.length) this.skipped = this.held;
    }
  }

  /** @returns true if the input ended inside a line */
  end(): boolean {
    const inside = this.held > 0 || this.skipped > 0;
    if (this.skipped > 0) this.endSkipped();
    else this.scan(true);
    return inside;
  }

  /** Reads the whole lines and moves the rest to the front. */
  private scan(last: boolean): void {
    const { scanner } = this;
    // A file of a BOM alone counts as one line, so that the ledger adds up.
    const bom = !this.started && this.fileStart && this.held > 3 && hasBom(scanner.input, 0, 3);
    this.started = true;
    scanner.begin(bom ? 3 : 0, this.held, last);
    this.reader.read();
    this.reader.release();
    const { position } = scanner;
    scanner.input.copyWithin(0, position, this.held);
    this.held -= position;
    this.base += position;
    this.lines += scanner.lineCount;
  }

  /** Looks for the end of the over-long line, and returns where it stopped. */
  private skip(chunk: Uint8Array, from: number): number {
    const newline = chunk.indexOf(0x0a, from);
    if (newline < 0) {
      this.skipped += chunk.length - from;
      return chunk.length;
    }
    this.skipped += newline - from;
    this.endSkipped();
    this.base++;
    return newline + 1;
  }

  private endSkipped(): void {
    this.reader.tooLong(this.skipped, exampleLength);
    this.lines++;
    this.base += this.skipped;
    this.skipped = 0;
    this.held = 0;
  }
}
