/** Merges redundant signals: several tools, a complement, and every thread that takes part often record one fact. */
import type { Moving } from './movement.ts';
import { atLag, dot, haveSameRange } from './series-math.ts';

/** Two signals with this correlation are redundant. */
const same = 0.97;
/** The limit for signals that are known to be about one thing. */
export const akin = 0.9;

/**
 * Upper bounds of merging, which compares every signal with each leader. Signals from `maxCompared` on
 * stay apart, and no signal becomes a leader after `maxLeaders`. Answers list fewer.
 */
export const maxLeaders = 300;
export const maxCompared = 2000;

/**
 * For each signal, the index of its leader: the first signal that it is redundant with, or itself.
 *
 * @param signals the preferred leaders first
 * @param mayBe whether two signals may be redundant at all: tested first
 */
export function representatives(
  signals: readonly Moving[],
  mayBe: (a: Moving, b: Moving) => boolean = () => true,
): Int32Array {
  const representativeOf = new Int32Array(signals.length);
  const leaders: number[] = [];
  signals.forEach((signal, at) => {
    const leader =
      at >= maxCompared
        ? undefined
        : leaders.find(each => mayBe(signals[each]!, signal) && isRedundant(signals[each]!, signal));
    representativeOf[at] = leader ?? at;
    if (leader === undefined && leaders.length < maxLeaders) leaders.push(at);
  });
  return representativeOf;
}

function isRedundant(a: Moving, b: Moving): boolean {
  // Most signals are unrelated, which a dot product shows in a third of the time.
  const product = dot(a.standard.values, b.standard.values);
  const [ofA, ofB] = [a.standard.count, b.standard.count];
  if (Math.abs(product) < 0.6 * Math.min(ofA, ofB)) return false;
  // With values in the same buckets, both signals have variance 1 there.
  const { r, n } = haveSameRange(a.standard, b.standard)
    ? { r: product / ofA, n: ofA }
    : atLag(a.standard, b.standard, 0);
  if (n < 12) return false;
  if (a.fact !== null && a.fact === b.fact) return Math.abs(r) >= akin;
  return r >= (a.family !== null && a.family === b.family ? akin : same);
}
