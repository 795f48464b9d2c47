/**
 * Decodes text: xperf uses the code page of its machine and does not state which. Text that is not UTF-8 is read as
 * Western European, and reported once.
 */
import type { Output } from '../contract.ts';
import { decode, isUtf8 } from '../kit/bytes.ts';

const westernEurope = new TextDecoder('windows-1252');

export class Texts {
  private reported = false;
  private line = 1;
  private offset = 0;

  constructor(private readonly out: Output) {}

  /** Sets the position for problems in the text that follows. */
  at(line: number, offset: number): void {
    this.line = line;
    this.offset = offset;
  }

  decode(bytes: Uint8Array, start: number, end: number): string {
    if (isUtf8(bytes, start, end)) return decode(bytes, start, end);
    if (!this.reported) {
      this.reported = true;
      const message =
        'The text is in an ANSI code page that the file does not name; it was read as Windows-1252.';
      const { line, offset } = this;
      const example = { bytes, start, end };
      this.out.problem({ code: 'code-page', severity: 'notice', line, offset, message, example });
    }
    return westernEurope.decode(bytes.subarray(start, end));
  }
}
