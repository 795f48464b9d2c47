/** One fact is often told many times: by four tools, by its complement, by every thread that has a part in it. */
import type { Moving } from './movement.ts';
import { atLag } from './series-math.ts';

/** Two signals this alike say the same. */
const same = 0.97;
/** Where they are known to be about one thing. */
const akin = 0.9;

/**
 * For each signal the number of the one that speaks for it: itself, or the first before it that says the same.
 *
 * @param signals the ones to keep first
 */
export function representatives(signals: readonly Moving[]): Int32Array {
  const speaks = new Int32Array(signals.length);
  const leaders: number[] = [];
  signals.forEach((signal, at) => {
    const leader = leaders.find(each => saysTheSame(signals[each]!, signal));
    speaks[at] = leader ?? at;
    if (leader === undefined) leaders.push(at);
  });
  return speaks;
}

function saysTheSame(a: Moving, b: Moving): boolean {
  const { r, n } = atLag(a.standard, b.standard, 0);
  if (n < 12) return false;
  if (a.fact !== null && a.fact === b.fact) return Math.abs(r) >= akin;
  return r >= (a.family !== null && a.family === b.family ? akin : same);
}
