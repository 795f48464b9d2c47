/** One fact is often told many times: by four tools, by its complement, by every thread that has a part in it. */
import type { Moving } from './movement.ts';
import { atLag, dot } from './series-math.ts';

/** Two signals this alike say the same. */
const same = 0.97;
/** Where they are known to be about one thing. */
const akin = 0.9;

/** Signals beyond so many speak for themselves, and for themselves alone: nobody reads so far, and all are compared with each of these. */
const mostLeaders = 300;
const mostCompared = 2000;

/**
 * For each signal the number of the one that speaks for it: itself, or the first before it that says the same.
 *
 * @param signals the ones to keep first
 * @param mayBe whether two that are alike say the same: tried first
 */
export function representatives(
  signals: readonly Moving[],
  mayBe: (a: Moving, b: Moving) => boolean = () => true,
): Int32Array {
  const speaks = new Int32Array(signals.length);
  const leaders: number[] = [];
  signals.forEach((signal, at) => {
    const leader =
      at >= mostCompared
        ? undefined
        : leaders.find(each => mayBe(signals[each]!, signal) && saysTheSame(signals[each]!, signal));
    speaks[at] = leader ?? at;
    if (leader === undefined && leaders.length < mostLeaders) leaders.push(at);
  });
  return speaks;
}

function saysTheSame(a: Moving, b: Moving): boolean {
  // Most have nothing to do with each other, and a product tells that in a third of the time.
  const product = dot(a.standard.values, b.standard.values);
  const [ofA, ofB] = [a.standard.count, b.standard.count];
  if (Math.abs(product) < 0.6 * Math.min(ofA, ofB)) return false;
  // With a value in every bucket both have the variance 1 there.
  const isWhole = ofA === a.standard.values.length && ofB === ofA;
  const { r, n } = isWhole ? { r: product / ofA, n: ofA } : atLag(a.standard, b.standard, 0);
  if (n < 12) return false;
  if (a.fact !== null && a.fact === b.fact) return Math.abs(r) >= akin;
  return r >= (a.family !== null && a.family === b.family ? akin : same);
}
