/**
 * Finds times at which more signals changed than usual. Among thousands of signals some always change for unrelated reasons; a fault is
 * recognised by how many change together. Each signal counts once per moment, and redundant signals count as one.
 */
import { poissonTail } from './series-math.ts';

export interface Episode {
  /** First and last bucket of the episode. */
  readonly from: number;
  readonly to: number;
  /** The bucket with the most changes. */
  readonly peak: number;
  /** Number of changes in the episode. */
  readonly changes: number;
  /** Number of changes that this many buckets have on average. */
  readonly usual: number;
  /** Probability that random changes reach this number anywhere. */
  readonly p: number;
}

/** Tools that report once per bucket, each at its own moment, spread one fault over up to this many buckets. */
const reach = 3;
const maxChance = 0.001;

/** @param perBucket number of facts that changed in each bucket that has a before and an after */
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
    if (p < maxChance) marked.fill(1, at, at + reach);
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

/**
 * Share of the buckets whose changes are usual. In captures of a minute, the beginning and the end of a fault, each seen in three buckets, are a tenth
 * or more: with 0.9 they raised the usual number, and page-cache eviction beside other work was missed; with 0.7 two in a hundred shuffles had rows.
 */
const quietShare = 0.8;

/** Mean of the quieter buckets, raised if the counts vary more than chance explains. */
function usualOf(together: Float64Array): number {
  const ascending = together.slice().sort();
  const quiet = ascending.subarray(0, Math.max(1, Math.ceil(quietShare * ascending.length)));
  const mean = quiet.reduce((sum, each) => sum + each, 0) / quiet.length;
  const variance = quiet.reduce((sum, each) => sum + (each - mean) ** 2, 0) / quiet.length;
  return mean + Math.sqrt(Math.max(0, variance - mean));
}

/** Splits buckets with many changes into moments: a peak with its neighbours, then the rest on either side if that has many changes as well. */
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
