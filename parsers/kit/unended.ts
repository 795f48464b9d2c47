/**
 * A table that was cut within its last row: every row before ends its line, and the last does not, so that the number at
 * its end may be a part of one. While such a line is read, `MetricTable` offers each value, and the last is left out.
 */
import type { Output } from '../contract.ts';

let reading: Output | null = null;
let last: (() => void) | null = null;

/** Reads a line without an end; true if a number of it was left out. */
export function readUnended(out: Output, read: () => void): boolean {
  reading = out;
  last = null;
  try {
    read();
    return last !== null;
  } finally {
    reading = null;
    last = null;
  }
}

/** True while a line without an end is read; values are then passed to {@link offer}. */
export const isUnended = (out: Output): boolean => reading === out;

/** Writes the value that was offered before this one, since that was not the last of the line. */
export function offer(give: () => void): void {
  last?.();
  last = give;
}
