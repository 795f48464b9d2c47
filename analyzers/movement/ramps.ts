/** Recognises steady climbs and falls, which segmentation into levels shows as a staircase. */

import { meanOf, squaresOf } from './series-math.ts';

/** A change from the level in `start … at` to the level in `top … end`. A step has `at = top`. */
export interface Slope {
  readonly start: number;
  readonly at: number;
  readonly top: number;
  readonly end: number;
}

/** Minimum length of a ramp, in values: shorter ones are steps that a value or two blur. */
const shortest = 6;
/** A line must leave at most this share of what the levels leave. */
const enough = 0.8;

/**
 * One slope for each change of level, and one for each run of levels in the same direction that a line fits better. A ramp that has
 * already begun at the first value is omitted: it has no moment at which it began.
 *
 * @param points first value of each level but the first, ascending
 */
export function slopesOf(values: Float64Array, points: readonly number[]): Slope[] {
  const edges = [0, ...points, values.length];
  const mean = (level: number) => meanOf(values, edges[level]!, edges[level + 1]!);
  const slopes: Slope[] = [];
  for (let first = 0, next = 0; first < points.length; first = next) {
    const direction = Math.sign(mean(first + 1) - mean(first));
    let last = first;
    while (last + 1 < points.length && Math.sign(mean(last + 2) - mean(last + 1)) === direction) last++;
    // The longest run first: a climb may begin or end with a step of its own.
    while (last > first && !isRamp(values, edges, first, last)) last--;
    next = last + 1;
    const slope = { start: edges[first]!, at: points[first]!, top: points[last]!, end: edges[last + 2]! };
    if (first < last && first === 0 && isSloped(values, slope.at)) continue;
    slopes.push(slope);
  }
  return slopes;
}

/** True if a line fits the first values better than a level does, half of the first level if that is long: its end may belong to the ramp. */
function isSloped(values: Float64Array, at: number): boolean {
  const to = at < 2 * shortest ? at : at >> 1;
  return isLinear(values, [0, to], 0, to);
}

/** True if a line fits the levels between two changes, and half of the levels around them, better than the levels do. */
function isRamp(values: Float64Array, edges: readonly number[], first: number, last: number): boolean {
  const [at, top] = [edges[first + 1]!, edges[last + 1]!];
  if (top - at < shortest) return false;
  const levels = edges.slice(first + 1, last + 2);
  const length = Math.max(...levels.slice(1).map((to, i) => to - levels[i]!)) / 2;
  const from = Math.max(edges[first]!, Math.round(at - length));
  const to = Math.min(edges[last + 2]!, Math.round(top + length));
  return isLinear(values, [from, ...levels, to], from, to);
}

function isLinear(values: Float64Array, levels: readonly number[], from: number, to: number): boolean {
  let stairs = 0;
  for (let i = 1; i < levels.length; i++) stairs += squaresOf(values, levels[i - 1]!, levels[i]!);
  return leftOfLine(values, from, to) < enough * stairs;
}

/** Sum of squares that remains after the line of least squares is subtracted. */
function leftOfLine(values: Float64Array, from: number, to: number): number {
  const [mean, middle] = [meanOf(values, from, to), (from + to - 1) / 2];
  let [product, square] = [0, 0];
  for (let i = from; i < to; i++) {
    product += (i - middle) * (values[i]! - mean);
    square += (i - middle) ** 2;
  }
  return squaresOf(values, from, to) - (square > 0 ? (product * product) / square : 0);
}
