/** Index of the first element that is at least `minimum`; NaNs are at the end. */
export function firstAtOrAfter(sorted: Float64Array, minimum: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < minimum) low = middle + 1;
    else high = middle;
  }
  return low;
}
