/** Sorts by time with a merge sort of the runs already in order: each buffer is sorted, so there are few runs. */
import { mergeRuns } from '../kit/reorder.ts';

/** Indexes of `times` in ascending order of time. The sort is stable; times must not be NaN. */
export function orderOf(times: Float64Array): Int32Array {
  let order = new Int32Array(times.length);
  for (let at = 0; at < order.length; at++) order[at] = at;
  let starts = startsOf(times);
  if (starts.length < 2) return order;
  let next = new Int32Array(times.length);
  while (starts.length > 1) {
    const merged: number[] = [];
    for (let run = 0; run < starts.length; run += 2) {
      const end = starts[run + 2] ?? times.length;
      mergeRuns(times, order, next, starts[run]!, starts[run + 1] ?? end, end);
      merged.push(starts[run]!);
    }
    [order, next] = [next, order];
    starts = merged;
  }
  return order;
}

/** Starts of the runs that are already in order. */
function startsOf(times: Float64Array): number[] {
  const starts: number[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (let at = 0; at < times.length; at++) {
    const time = times[at]!;
    if (time < last) starts.push(at);
    last = time;
  }
  return starts;
}
