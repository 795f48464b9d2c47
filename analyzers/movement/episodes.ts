/**
 * When much changed at once. Among thousands of signals some change at any time for reasons of their own; what a fault did is
 * seen by how many change together. Each signal counts once a moment, and copies of one fact once.
 */
import { poissonTail } from './series-math.ts';

export interface Episode {
  /** First and last bucket of it. */
  readonly from: number;
  readonly to: number;
  /** The bucket in which most changed. */
  readonly peak: number;
  /** Changes in it. */
  readonly changes: number;
  /** Changes that so many buckets have otherwise. */
  readonly usual: number;
  /** Chance of so many anywhere, if changes came by chance. */
  readonly p: number;
}

/** Tools that report once a bucket, each at its own moment, see one fault in up to so many. */
const reach = 3;
const mostChance = 0.001;

/** @param perBucket how many facts changed in each bucket, of those buckets that have a before and an after */
export function episodesOf(perBucket: Float64Array): Episode[] {
  const places = perBucket.length - reach + 1;
  if (places < 1) return [];
  const together = Float64Array.from(
    { length: places },
    (_, at) => perBucket[at]! + perBucket[at + 1]! + perBucket[at + 2]!,
  );
  const usual = Math.max(0.3, usualOf(together));
  const marked = new Uint8Array(perBucket.length);
  const chance = together.map(count => poissonTail(count, usual) * places);
  chance.forEach((p, at) => {
    if (p < mostChance) marked.fill(1, at, at + reach);
  });
  const episodes: Episode[] = [];
  for (let from = 0; from < marked.length; from++) {
    if (!marked[from]) continue;
    let to = from;
    while (to + 1 < marked.length && marked[to + 1]) to++;
    const p = Math.min(1, ...chance.slice(from, Math.max(from + 1, to - reach + 2)));
    episodes.push(...moments(perBucket, from, to, usual / reach, p));
    from = to;
  }
  return episodes;
}

/** Mean of the quieter buckets, and as much more as counts that vary more than by chance call for. */
function usualOf(together: Float64Array): number {
  const ascending = together.slice().sort();
  const quiet = ascending.subarray(0, Math.max(1, Math.ceil(0.9 * ascending.length)));
  const mean = quiet.reduce((sum, each) => sum + each, 0) / quiet.length;
  const variance = quiet.reduce((sum, each) => sum + (each - mean) ** 2, 0) / quiet.length;
  return mean + Math.sqrt(Math.max(0, variance - mean));
}

/** Splits buckets in which much changed into moments: a peak with its neighbours, and what is left on either side where that is much, too. */
function moments(perBucket: Float64Array, from: number, to: number, usual: number, p: number): Episode[] {
  if (from > to) return [];
  let peak = from;
  for (let bucket = from; bucket <= to; bucket++) if (perBucket[bucket]! > perBucket[peak]!) peak = bucket;
  const enough = Math.max(usual + 3 * Math.sqrt(usual), 3);
  if (perBucket[peak]! <= enough) return [];
  const side = (reach - 1) / 2;
  const [start, end] = [Math.max(from, peak - side), Math.min(to, peak + side)];
  const changes = perBucket.slice(start, end + 1).reduce((sum, each) => sum + each, 0);
  return [
    ...moments(perBucket, from, start - 1, Math.max(usual, perBucket[peak]! / 10), p),
    { from: start, to: end, peak, changes, usual: usual * (end - start + 1), p },
    ...moments(perBucket, end + 1, to, Math.max(usual, perBucket[peak]! / 10), p),
  ];
}
