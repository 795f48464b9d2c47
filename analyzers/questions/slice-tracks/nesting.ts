/** Assigns each slice a row of its track: below the slices that contain it, and never in the row of a slice it overlaps. */

/**
 * @param order slices by track, then by begin, then the longest first
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
  /** By row, the end of the slice in progress. */
  let ends: number[] = [];
  for (const slice of order) {
    if (track[slice] !== at) {
      at = track[slice]!;
      ends = [];
    }
    while (ends.length > 0 && ends.at(-1)! <= begin[slice]!) ends.pop();
    // Below the deepest slice in progress, even if a row above is free: a slice is read as called by the slice above it.
    rows[slice] = ends.length;
    ends.push(end[slice]!);
  }
}
