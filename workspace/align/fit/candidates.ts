/** Chooses which captures may be fitted to which: comparing every two of two thousand captures would take hours. */

import type { CaptureRecord } from '../../store/captures.ts';
import { isSameFolder } from '../folder.ts';

export interface Pair {
  readonly capture: CaptureRecord;
  readonly by: CaptureRecord;
}

/** Maximum number of captures that one capture is compared with. */
const mostPerCapture = 24;
/** Maximum number of comparisons; those of small captures take some milliseconds each. */
const mostPairs = 1000;
/** Fewer rows with a time determine no fit, see `line.ts` and `rates.ts`. */
const fewestMoments = 5;
const fewestValues = 20;

const momentsIn = ({ rows }: CaptureRecord): number =>
  (rows.state ?? 0) + (rows.sample ?? 0) + (rows.event ?? 0);

/** True if both have moments, or both have amounts over time. */
function haveCommon(a: CaptureRecord, b: CaptureRecord): boolean {
  const [ofA, ofB] = [momentsIn(a), momentsIn(b)];
  if (ofA >= fewestMoments && ofB >= fewestMoments) return true;
  const [valuesOfA, valuesOfB] = [a.rows.metric ?? 0, b.rows.metric ?? 0];
  const hasRates = (values: number, { rows }: CaptureRecord) =>
    values >= fewestValues || (rows.state ?? 0) + (rows.sample ?? 0) >= fewestValues;
  return valuesOfA + valuesOfB >= fewestValues && hasRates(valuesOfA, a) && hasRates(valuesOfB, b);
}

/** How likely both recorded the same machine at the same time: 0 is best. */
function distance(a: CaptureRecord, b: CaptureRecord): number {
  const isNear = isSameFolder(a, b);
  if (a.host === null || b.host === null) return isNear ? 0 : 2;
  // Requests have the same ids on all machines that they pass.
  return a.host === b.host ? (isNear ? 0 : 1) : isNear ? 2 : 3;
}

/**
 * Pairs of a capture and one that it may be fitted to, for each capture the likeliest first. With many captures, each has fewer: none goes
 * without, and all that are left out are counted.
 *
 * @param isNew true for captures since the last choice: two others have been compared already
 */
export function candidates(
  unaligned: readonly CaptureRecord[],
  known: readonly CaptureRecord[],
  isNew: (capture: CaptureRecord) => boolean = () => true,
): { readonly pairs: readonly Pair[]; readonly leftOut: number } {
  const all = unaligned.map(capture =>
    known
      .filter(by => by.id !== capture.id && (isNew(capture) || isNew(by)) && haveCommon(capture, by))
      .map(by => ({ by, far: distance(capture, by) }))
      .sort((a, b) => a.far - b.far || momentsIn(b.by) - momentsIn(a.by) || a.by.id - b.by.id)
      .map(({ by }): Pair => ({ capture, by })),
  );
  const total = all.reduce((sum, each) => sum + each.length, 0);
  const withSome = all.filter(each => each.length > 0).length;
  const most = Math.max(1, Math.min(mostPerCapture, Math.floor(mostPairs / Math.max(1, withSome))));
  const pairs = all.flatMap(each => each.slice(0, most)).slice(0, mostPairs);
  return { pairs, leftOut: total - pairs.length };
}
