/**
 * The frame of readers of text in lines: lines in, ledger and problems out. A format says of each line what it was, and
 * hears of blank lines by `separator`, because many tools separate their tables by them.
 *
 * What is its own is `#private`, so that a reader may call its fields what it likes.
 */
import type { Options, Output, Reader, Severity } from '../../contract.ts';
import { decode, isBlank } from '../bytes.ts';
import { type LineSink, LineSplitter } from '../lines.ts';
import { isNone, quantity } from './values.ts';

/** What became of a line, for the ledger; `held`: what follows will tell. */
export type Verdict = 'used' | 'skipped' | 'held';

export abstract class TextReader implements Reader, LineSink {
  readonly #splitter: LineSplitter;
  #used = 0;
  #blank = 0;
  #skipped = 0;
  #held = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #stop = 0;
  #number = 0;
  #offset = 0;
  #saidInvalid = false;

  constructor(
    protected readonly out: Output,
    protected readonly options: Options,
  ) {
    this.#splitter = new LineSplitter(this, options.offset === 0);
  }

  /** One line that holds more than blanks, without its terminator and trailing blanks. */
  protected abstract read(line: string): Verdict;

  /** A blank line. */
  protected separator?(): void;

  /** After the last line. */
  protected finish?(): void;

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
    this.#count();
  }

  end(): void {
    this.#splitter.end();
    this.finish?.();
    this.settle('skipped');
    this.#count();
  }

  line(bytes: Uint8Array, start: number, end: number, number: number, offset: number): void {
    let stop = end;
    while (stop > start && isBlank(bytes[stop - 1])) stop--;
    if (stop === start) {
      this.#blank++;
      this.separator?.();
      return;
    }
    this.#bytes = bytes;
    this.#start = start;
    this.#stop = stop;
    this.#number = number;
    this.#offset = offset;
    const line = decode(bytes, start, stop);
    if (!this.#saidInvalid && line.includes('\ufffd')) this.#invalid();
    const verdict = this.read(line);
    if (verdict === 'used') this.#used++;
    else if (verdict === 'held') this.#held++;
    else this.#skipped++;
  }

  tooLong(
    bytes: Uint8Array,
    start: number,
    end: number,
    length: number,
    number: number,
    offset: number,
  ): void {
    this.#bytes = bytes;
    this.#start = start;
    this.#stop = end;
    this.#number = number;
    this.#offset = offset;
    this.#skipped++;
    this.problem('line-too-long', 'warning', `A line of ${length} bytes was left out.`);
  }

  /** Says what became of the lines that were held. */
  protected settle(verdict: 'used' | 'skipped'): void {
    if (verdict === 'used') this.#used += this.#held;
    else this.#skipped += this.#held;
    this.#held = 0;
  }

  /** Records a problem about the line being read. */
  protected problem(code: string, severity: Severity, message: string): void {
    const example = { bytes: this.#bytes, start: this.#start, end: this.#stop };
    this.out.problem({ code, severity, line: this.#number, offset: this.#offset, message, example });
  }

  /** The line is none of the format's: says so and skips it. */
  protected unknown(message = 'A line that belongs to no table of this format was left out.'): 'skipped' {
    this.problem('unknown-line', 'warning', message);
    return 'skipped';
  }

  /** A cell as a number in the unit of its column; `NaN` where it holds none, which is a problem if it holds anything. */
  protected value(cell: string, unit: string | null): number {
    const value = quantity(cell, unit);
    if (Number.isNaN(value) && !isNone(cell)) {
      this.problem('not-a-number', 'warning', 'A cell that is no number was left out.');
    }
    return value;
  }

  /** Number of the line being read, from 1. */
  protected get lineNumber(): number {
    return this.#number;
  }

  /** Offset of the line being read. */
  protected get lineOffset(): number {
    return this.#offset;
  }

  #invalid(): void {
    this.#saidInvalid = true;
    this.problem(
      'invalid-utf8',
      'notice',
      'The text is not valid UTF-8; what could not be read is shown as U+FFFD.',
    );
  }

  #count(): void {
    if (this.#used + this.#blank + this.#skipped === 0) return;
    this.out.ledger(this.#used, this.#blank, this.#skipped);
    this.#used = 0;
    this.#blank = 0;
    this.#skipped = 0;
  }
}

/** The blank-separated words of a line. */
export const words = (line: string): string[] => {
  const trimmed = line.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes begin with a control character
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>78])/g;

/** The line without the escape sequences that colour it on a terminal. */
export const withoutEscapes = (line: string): string =>
  line.includes('\u001b') ? line.replace(escapes, '') : line;

/** The first lines of a file as text, for `sniff`: whole lines only, unless there is but one. */
export function headLines(head: Uint8Array, most = 40): string[] {
  const lines = decode(head, 0, Math.min(head.length, 16 << 10)).split(/\r?\n/);
  if (lines.length > 1) lines.pop();
  if (lines[0]?.startsWith('\ufeff')) lines[0] = lines[0].slice(1);
  return lines.slice(0, most).map(withoutEscapes);
}
