/** Assigns each slice a row of its track: below the slices it lies within, beside none it overlaps. */

/**
 * @param order slices by track, then by when they begin, and of those that begin together the longest first
 * @returns the row of each slice, from 0
 */
export function nesting(
  order: Iterable<number>,
  track: ArrayLike<number>,
  begin: ArrayLike<number>,
  end: ArrayLike<number>,
  rows: Float64Array,
): void {
  let at = -1;
  /** When the slice in each row ends that is going on. */
  let ends: number[] = [];
  for (const slice of order) {
    if (track[slice] !== at) {
      at = track[slice]!;
      ends = [];
    }
    while (ends.length > 0 && ends.at(-1)! <= begin[slice]!) ends.pop();
    // Below the deepest that is going on, though a row above may be free: what is under what it lies within is read as called by it.
    rows[slice] = ends.length;
    ends.push(end[slice]!);
  }
}
