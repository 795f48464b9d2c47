/**
 * Base of readers of lines as bytes: counts the ledger and reports problems. The format decides what each
 * line is. `metrics/text-reader.ts` is the same for lines as strings.
 *
 * Fields are `#private`, so that subclasses may use any name.
 */
import type { Options, Output, Reader, Severity } from '../contract.ts';
import { isBlank, isDigit } from './bytes.ts';
import { type LineSink, LineSplitter } from './lines.ts';
import { readUnended } from './unended.ts';
import { untimed } from './untimed.ts';

/** Outcome of a line, for the ledger; `held`: the lines that follow decide. */
export type Verdict = 'used' | 'skipped' | 'held';

/** Maximum number of bytes of a line that are shown with a problem. */
const longestExample = 256;

export abstract class LineReader<Out extends Output = Output> implements Reader, LineSink {
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
  /** True while the end of the input ends the open line. */
  #isUnended = false;

  constructor(
    protected readonly out: Out,
    protected readonly options: Options,
  ) {
    this.#splitter = new LineSplitter(this, options.offset === 0);
  }

  /** One line that holds more than blanks: `bytes[start, end)` without its terminator and trailing blanks, valid during the call. */
  protected abstract readBytes(bytes: Uint8Array, start: number, end: number): Verdict;

  /** Called for a blank line. */
  protected separator?(): void;

  /** Called after the last line. */
  protected finish?(): void;

  push(chunk: Uint8Array): void {
    try {
      this.#splitter.push(chunk);
    } finally {
      // Also counts the lines before one that throws.
      this.#count();
      this.#keepLine();
    }
  }

  end(): void {
    try {
      this.#isUnended = true;
      this.#splitter.end();
      this.#keepLine();
      this.finish?.();
      this.settle('skipped');
    } finally {
      this.#count();
    }
  }

  line(bytes: Uint8Array, start: number, end: number, number: number, offset: number): void {
    let stop = end;
    while (stop > start && isBlank(bytes[stop - 1])) stop--;
    const above = this.#isUnended && this.#stop < longestExample ? decimals(this.#bytes, this.#stop) : 0;
    this.#begin(bytes, start, stop, number, offset);
    if (stop === start) {
      this.#blank++;
      this.separator?.();
      return;
    }
    const verdict = this.#isUnended
      ? this.#readUnended(bytes, start, stop, end, above)
      : this.readBytes(bytes, start, stop);
    if (verdict === 'used') this.#used++;
    else if (verdict === 'held') this.#held++;
    else this.#skipped++;
  }

  /**
   * A number at the very end may be cut, unless the text is a single line, or the number has as many decimals as that
   * of the line above.
   */
  #readUnended(bytes: Uint8Array, start: number, stop: number, end: number, above: number): Verdict {
    const isOnly = this.#number === 1 && this.options.offset === 0;
    const mayBeCut =
      !isOnly && stop === end && endsInNumber(bytes, stop) && !(above > 0 && decimals(bytes, stop) === above);
    if (!mayBeCut) return this.readBytes(bytes, start, stop);
    let verdict: Verdict = 'used';
    const hasLeft = readUnended(this.out, () => {
      verdict = this.readBytes(bytes, start, stop);
    });
    if (hasLeft)
      this.problem(
        'cut-off',
        'warning',
        'The last line has no end, as the others have: the capture was probably cut, and the number at its end was left out.',
      );
    return verdict;
  }

  tooLong(
    bytes: Uint8Array,
    start: number,
    end: number,
    length: number,
    number: number,
    offset: number,
  ): void {
    this.#begin(bytes, start, end, number, offset);
    this.#skipped++;
    this.problem('line-too-long', 'warning', `A line of ${length} bytes was skipped.`);
  }

  /** Counts the held lines as used or skipped. */
  protected settle(verdict: 'used' | 'skipped'): void {
    if (verdict === 'used') this.#used += this.#held;
    else this.#skipped += this.#held;
    this.#held = 0;
  }

  /** Reports a problem about the line being read, which may be blank; after the last line, about that line. */
  protected problem(code: string, severity: Severity, message: string): void {
    const example = { bytes: this.#bytes, start: this.#start, end: this.#stop };
    this.out.problem({ code, severity, line: this.#number, offset: this.#offset, message, example });
  }

  /** Reports and skips a line that is not part of the format. */
  protected unknown(message = 'A line that belongs to no table of this format was skipped.'): 'skipped' {
    this.problem('unknown-line', 'warning', message);
    return 'skipped';
  }

  /** `ts` of a time that the line states; reports it if it is NaN. */
  protected checkedTime(ts: number): number {
    if (Number.isNaN(ts)) this.problem(untimed.code, untimed.severity, untimed.message);
    return ts;
  }

  /** Number of the line being read, from 1. */
  protected get lineNumber(): number {
    return this.#number;
  }

  /** Offset of the line being read. */
  protected get lineOffset(): number {
    return this.#offset;
  }

  #begin(bytes: Uint8Array, start: number, stop: number, number: number, offset: number): void {
    this.#bytes = bytes;
    this.#start = start;
    this.#stop = stop;
    this.#number = number;
    this.#offset = offset;
  }

  /** Copies the last line, because a problem may be reported about it after its chunk is gone. */
  #keepLine(): void {
    const stop = Math.min(this.#stop, this.#start + longestExample);
    this.#bytes = new Uint8Array(this.#bytes.subarray(this.#start, stop));
    this.#start = 0;
    this.#stop = this.#bytes.length;
  }

  #count(): void {
    if (this.#used + this.#blank + this.#skipped === 0) return;
    this.out.ledger(this.#used, this.#blank, this.#skipped);
    this.#used = 0;
    this.#blank = 0;
    this.#skipped = 0;
  }
}

/** True if the last word up to `end` is a number, and not the name of a device. */
function endsInNumber(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while (isDigit(bytes[at - 1]) || bytes[at - 1] === 0x2e) at--;
  return at < end && !/\w/.test(String.fromCharCode(bytes[at - 1] ?? 0x20));
}

/** Number of decimals of the number that ends at `end`; 0 if it has none. */
function decimals(bytes: Uint8Array, end: number): number {
  let at = end;
  while (isDigit(bytes[at - 1])) at--;
  return at < end && bytes[at - 1] === 0x2e && isDigit(bytes[at - 2]) ? end - at : 0;
}
