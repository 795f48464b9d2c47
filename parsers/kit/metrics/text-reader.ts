/**
 * Base of readers of lines as strings: counts the ledger and reports problems. The format decides what each
 * line is. `separator` is called for blank lines, because many tools separate their tables by them.
 */
import { decode } from '../bytes.ts';
import { LineReader, type Verdict } from '../line-reader.ts';
import { isNone, quantity } from './values.ts';

export type { Verdict };

export abstract class TextReader extends LineReader {
  #reportedInvalid = false;

  /** Reads one line that holds more than blanks, without its terminator and trailing blanks. */
  protected abstract read(line: string): Verdict;

  protected readBytes(bytes: Uint8Array, start: number, end: number): Verdict {
    const line = decode(bytes, start, end);
    if (!this.#reportedInvalid && line.includes('\ufffd')) this.#reportInvalid();
    return this.read(line);
  }

  /**
   * A cell as a number in the unit of its column; `NaN` if it has none. Reports a cell that is neither a number nor a
   * mark for a missing value.
   */
  protected value(cell: string, unit: string | null): number {
    const value = quantity(cell, unit);
    if (Number.isNaN(value) && !isNone(cell)) {
      this.problem('not-a-number', 'warning', 'A cell that is not a number was skipped.');
    }
    return value;
  }

  #reportInvalid(): void {
    this.#reportedInvalid = true;
    this.problem('invalid-utf8', 'notice', 'The text is not valid UTF-8; invalid bytes are shown as U+FFFD.');
  }
}
