import type { Line, LineGroup } from '../../../pictures/lines.ts';

/** From the first to the last time of all lines; null if none has a time. */
export function extent(groups: readonly LineGroup[]): { readonly from: bigint; readonly to: bigint } | null {
  let [from, to]: [bigint | null, bigint | null] = [null, null];
  for (const { lines } of groups)
    for (const { times } of lines)
      for (const time of times) {
        if (from === null || time < from) from = time;
        if (to === null || time > to) to = time;
      }
  return from === null || to === null ? null : { from, to: to > from ? to : from + 1n };
}

/** The last value at or before `time`; NaN before the first, and in a gap. */
export function valueAt({ times, values }: Line, time: bigint): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? Number.NaN : values[low - 1]!;
}
