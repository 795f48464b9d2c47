import type { Interval } from '../../lib/interval.ts';
import type { Table } from '../../state/table.ts';

/** Hits over time, of all levels together. */
export interface Buckets {
  readonly counts: Float64Array;
  /** Epoch ns. */
  readonly from: bigint;
  /** Width of a bucket, ns. */
  readonly width: bigint;
}

/** The rows of the question `search-histogram`: all buckets of a level, then those of the next. */
export function bucketsOf(table: Table): Buckets | null {
  if (table.rows < 2) return null;
  const [times, counts] = [table.times('time'), table.numbers('count')];
  const [from, width] = [times[0]!, times[1]! - times[0]!];
  if (width <= 0n) return null;
  let length = 1;
  while (length < table.rows && times[length]! > times[length - 1]!) length++;
  const sums = new Float64Array(length);
  for (let row = 0; row < table.rows; row++) sums[row % length]! += counts[row]!;
  return { counts: sums, from, width };
}

/** From one bucket to another in either order, both inclusive. */
export function intervalBetween({ from, width }: Buckets, a: number, b: number): Interval {
  const [first, last] = a < b ? [a, b] : [b, a];
  return { from: from + BigInt(first) * width, to: from + BigInt(last + 1) * width };
}

export function sumBetween({ counts }: Buckets, a: number, b: number): number {
  let sum = 0;
  for (let i = Math.min(a, b); i <= Math.max(a, b); i++) sum += counts[i] ?? 0;
  return sum;
}
