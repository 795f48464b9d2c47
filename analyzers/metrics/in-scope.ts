/** Rows of `metric` in scope, and their times. */

import type { SqlValue } from '../../workspace/query.ts';
import { metricRows } from '../../workspace/store/metrics.ts';
import type { Ask, Note, Scope } from '../contract.ts';
import type { CaptureFact } from '../kit/catalog.ts';
import { ownClock, withoutClock } from '../kit/notes.ts';
import { predicate } from '../scope/scope.ts';

export interface MetricsInScope {
  /** SQL over the alias `s` of `metric`. */
  readonly where: string;
  /** A SELECT of rows of `metric` that includes all rows that match `where`. */
  readonly rows: string;
  /** True if the scope has a time range. */
  readonly isTimed: boolean;
  readonly params: Readonly<Record<string, SqlValue>>;
  readonly captures: readonly CaptureFact[];
  /** SQL over `s.capture` and `s.ts`: epoch ns, null without a time. */
  readonly time: string;
  /** Captures whose rows have no time here: those without a clock, and unaligned ones if others are aligned. */
  readonly timeless: readonly CaptureFact[];
  readonly notes: readonly Note[];
}

/** Ignores the kind of the scope without a note, because metrics have no kind. */
export async function metricsIn(ask: Ask, { kind: _, ...scope }: Scope): Promise<MetricsInScope> {
  const { where, params, captures, notes } = await predicate(ask, scope, 'metric');
  const aligned = captures.filter(each => each.utcZero !== null);
  const placed = aligned.length > 0 ? aligned : captures;
  const isTimed = scope.from !== undefined || scope.to !== undefined;
  return {
    where,
    rows: isTimed ? metricRows(timesSql(captures, scope)) : 'SELECT * FROM metric',
    isTimed,
    params,
    captures,
    time: timeSql(placed, placed.length === captures.length),
    timeless: captures.filter(each => each.first === null || !placed.includes(each)),
    notes,
  };
}

/**
 * SQL predicate for lists of `metric_times` (alias `t`) that overlap the scope: only these are unnested.
 */
function timesSql(captures: readonly CaptureFact[], { from, to }: Scope): string {
  const ranges = captures.map(({ id, utcZero, ownZero }) => {
    const zero = utcZero ?? ownZero;
    const lower = from === undefined ? '' : ` AND list_max(t.ts) >= ${from - zero}`;
    const upper = to === undefined ? '' : ` AND list_min(t.ts) < ${to - zero}`;
    return `(t.capture = ${id}${lower}${upper})`;
  });
  return ranges.length > 0 ? `(${ranges.join(' OR ')})` : 'false';
}

/** Notes on the times of series of these captures. */
export function clockNotes({ captures, timeless }: MetricsInScope, ofSeries: ReadonlySet<number>): Note[] {
  const without = timeless.filter(each => ofSeries.has(each.id));
  const timed = captures.filter(each => ofSeries.has(each.id) && !timeless.includes(each));
  return [
    ...(without.length > 0 ? [withoutClock(without.map(each => each.name))] : []),
    ...(timed.length > 0 && timed.every(each => each.utcZero === null) ? [ownClock(timed)] : []),
  ];
}

/** If no capture is aligned, times are on the captures' own clocks; else unaligned captures have no time. */
function timeSql(placed: readonly CaptureFact[], isAll: boolean): string {
  const zeros = placed.map(each => ({ id: each.id, zero: each.utcZero ?? each.ownZero }));
  const [first] = zeros;
  if (!first) return 'NULL::BIGINT';
  if (isAll && zeros.every(each => each.zero === first.zero)) return `(s.ts + ${first.zero})::BIGINT`;
  return `(s.ts + CASE s.capture ${zeros.map(({ id, zero }) => `WHEN ${id} THEN ${zero}`).join(' ')} END)::BIGINT`;
}
