/** A range of buckets, exclusive at its end. */
export interface DenseRange {
  readonly from: number;
  readonly to: number;
  /** Share of all hits, 0 to 1. */
  readonly share: number;
  /** Share of all time, 0 to 1. */
  readonly timeShare: number;
}

/**
 * Smallest excess of a share of hits over its share of time that is reported; below it, hits count as evenly
 * spread.
 */
const worthSaying = 0.2;

/** The range in which hits are densest: its share of hits exceeds its share of time by most; null if none exceeds it by much. */
export function densest(counts: ArrayLike<number>): DenseRange | null {
  const { length } = counts;
  let total = 0;
  for (let i = 0; i < length; i++) total += counts[i]!;
  if (total === 0) return null;
  let [best, bestFrom, bestTo] = [0, 0, 0];
  let [sum, from] = [0, 0];
  for (let i = 0; i < length; i++) {
    if (sum <= 0) [sum, from] = [0, i];
    sum += counts[i]! / total - 1 / length;
    if (sum > best) [best, bestFrom, bestTo] = [sum, from, i + 1];
  }
  if (best < worthSaying) return null;
  let hits = 0;
  for (let i = bestFrom; i < bestTo; i++) hits += counts[i]!;
  return { from: bestFrom, to: bestTo, share: hits / total, timeShare: (bestTo - bestFrom) / length };
}
