/**
 * Lists in one row what a symptom only holds back. If latency rises, throughput falls, and with it all that is done per transaction: the server's
 * CPU time, switches, writes. These move most closely with the symptom and are many, but a cause begins to do something.
 */
import { akin, maxCompared, maxLeaders, representatives } from '../../movement/alike.ts';
import type { Moving } from '../../movement/movement.ts';
import { atLag } from '../../movement/series-math.ts';

/** A signal with its correlation with the symptom. */
export interface Row {
  readonly signal: Moving;
  readonly r: number;
  readonly lag: number;
}

/**
 * For each row, the index of the row that lists it: its own, or that of an earlier one. Redundant signals are listed with the first of
 * them. A signal that decreases while the symptom is unusual is listed with the first row that also decreases and moves with it more closely
 * than the symptom does.
 *
 * The second rule assumes that such a signal depends on the symptom only through the other row; by this rule, ARACNE removes indirect relations (Margolin et al. 2006,
 * doi:10.1186/1471-2105-7-S1-S7). The rule is not applied to signals that increase: a cause would be listed with the queue that it makes.
 *
 * @param rows the largest |r| first
 */
export function groupsOf(rows: readonly Row[], symptom: Moving): Int32Array {
  const listedWith = representatives(rows.map(({ signal }) => signal));
  const direction = excursionOf(symptom);
  const leaders: number[] = [];
  rows.forEach((row, at) => {
    if (listedWith[at] !== at) {
      listedWith[at] = listedWith[listedWith[at]!]!;
      return;
    }
    if (row.r * direction >= 0 || at >= maxCompared) return;
    const leader = leaders.find(each => isCloser(row, rows[each]!));
    if (leader !== undefined) listedWith[at] = leader;
    else if (leaders.length < maxLeaders) leaders.push(at);
  });
  return listedWith;
}

/** True if two rows, each at its lag, move more closely with each other than the first does with the symptom, or as closely as copies of one fact. */
function isCloser(row: Row, leader: Row): boolean {
  const closeness = (lag: number) => {
    const { r, n } = atLag(row.signal.standard, leader.signal.standard, lag);
    return n < minBuckets ? 0 : r;
  };
  const enough = Math.min(akin, Math.abs(row.r));
  return closeness(row.lag - leader.lag) >= enough || (row.lag !== leader.lag && closeness(0) >= enough);
}

/** Minimum number of common buckets. */
const minBuckets = 12;

/** Above 0 if the values far from the mean are above it (latency), below 0 if they are below it (throughput): the sign of its skewness. */
function excursionOf({ standard }: Moving): number {
  return standard.values.reduce((sum, each) => sum + each ** 3, 0);
}
