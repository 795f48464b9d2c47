/** What a matched line holds. */
import type { Level } from '../levels.ts';
import { ReadTime, type Spelling } from './time.ts';

/** Columns a pattern may have. */
export const maxColumns = 48;

/** Positions are in the bytes given to the match. */
export class Match {
  readonly time = new ReadTime();
  timed = false;
  level: Level | null = null;
  /** Start of column i at `2i`, its end after; -1 where it is absent. */
  readonly spans = new Int32Array(2 * maxColumns);
  /** Value of column i where it is a number. */
  readonly numbers = new Float64Array(maxColumns);
  /** Which of the format's patterns matched. */
  pattern = 0;
  /** The time read last on this line: patterns of one format begin alike, and reading it costs most. */
  private readAs: Spelling | null = null;
  private readFrom = 0;
  private readTo = -1;

  /** To be called before the patterns of a format try a line. */
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

  /** Follows the bytes to where they were moved: `by` to the front. */
  shift(by: number): void {
    for (let at = 0; at < this.spans.length; at++) if (this.spans[at]! >= 0) this.spans[at]! -= by;
  }
}
