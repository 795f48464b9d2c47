/** Values of a matched line. */
import type { Level } from '../levels.ts';
import { ReadTime, type Spelling } from './time.ts';

/** Maximum number of columns in a pattern. */
export const maxColumns = 48;

/** Positions refer to the bytes given to the match. */
export class Match {
  readonly time = new ReadTime();
  timed = false;
  level: Level | null = null;
  /** Start of column i at `2i`, its end at `2i + 1`; -1 if it is absent. */
  readonly spans = new Int32Array(2 * maxColumns);
  /** Value of column i if it is a number. */
  readonly numbers = new Float64Array(maxColumns);
  /** Index of the pattern that matched. */
  pattern = 0;
  /** Where a line that only begins like a record stops matching; -1 if the whole line matches. */
  stopped = -1;
  /**
   * Cache of the last time read on this line: patterns of one format begin alike, and reading the time is
   * their most expensive step.
   */
  private readAs: Spelling | null = null;
  private readFrom = 0;
  private readTo = -1;

  /** Must be called before the patterns of a format try a line. */
  newLine(): void {
    this.readAs = null;
  }

  /** Position after the time at `start`, or -1. */
  readTime(spelling: Spelling, bytes: Uint8Array, start: number, end: number, adding: boolean): number {
    if (spelling === this.readAs && start === this.readFrom && !adding) return this.readTo;
    this.readTo = spelling.read(bytes, start, end, this.time, adding);
    this.readFrom = start;
    this.readAs = adding ? null : spelling;
    return this.readTo;
  }

  /** Adjusts positions after the bytes were moved `by` towards the front. */
  shift(by: number): void {
    for (let at = 0; at < this.spans.length; at++) if (this.spans[at]! >= 0) this.spans[at]! -= by;
    if (this.stopped >= 0) this.stopped -= by;
  }
}
