/** Clips rows with a duration to the time of a scope, so that sums have only the time within it. */

import type { Scope } from '../contract.ts';
import type { CaptureFact } from '../kit/catalog.ts';

/** SQL expressions over the table alias `s`. */
export interface Clip {
  /** Begin of the part in scope. */
  readonly ts: string;
  /** Duration of the part in scope; NULL if the end of the row is unknown. */
  readonly duration: string;
  /** True if a part of the row is out of scope. */
  readonly reachesBeyond: string;
}

/**
 * @param captures the captures of the predicate that selects the rows in scope
 * @param rowDuration SQL expression of a row's duration
 */
export function clipTo(scope: Scope, captures: readonly CaptureFact[], rowDuration = 's.duration'): Clip {
  const lower = bound(captures, scope.from);
  const upper = bound(captures, scope.to);
  const end = `s.ts + ${rowDuration}`;
  const ts = lower === null ? 's.ts' : `greatest(s.ts, ${lower})`;
  // least() ignores NULL.
  const last = upper === null ? end : `CASE WHEN ${rowDuration} IS NOT NULL THEN least(${end}, ${upper}) END`;
  const beyond = [
    ...(lower === null ? [] : [`s.ts < ${lower}`]),
    ...(upper === null ? [] : [`coalesce(${end} > ${upper}, false)`]),
  ];
  // A row without a time is in scope only if the scope has no time range, and is not clipped.
  const duration = `CASE WHEN s.ts IS NULL THEN ${rowDuration} ELSE (${last}) - (${ts}) END`;
  return { ts, duration, reachesBeyond: `(${beyond.join(' OR ') || 'false'})` };
}

/** SQL of a time of the scope on each capture's own clock; null if the scope has none. */
function bound(captures: readonly CaptureFact[], time: bigint | undefined): string | null {
  if (time === undefined || captures.length === 0) return null;
  const cases = captures.map(each => `WHEN ${each.id} THEN ${time - (each.utcZero ?? each.ownZero)}`);
  return `CASE s.capture ${cases.join(' ')} END`;
}
