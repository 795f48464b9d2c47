/** The time span that a timeline shows, and the SQL that maps rows to its buckets. */

import type { Ask, Note, Scope } from '../contract.ts';
import { type CaptureFact, captureFacts } from '../kit/catalog.ts';
import { ownClock, unalignedLeftOut } from '../kit/notes.ts';
import { timeBuckets } from '../kit/params.ts';

export interface Span {
  /** Epoch ns; on the captures' own clock if none is aligned. */
  readonly from: bigint;
  /** Width of a bucket, ns. */
  readonly width: bigint;
  readonly buckets: number;
  readonly captures: readonly CaptureFact[];
  /** True if all captures of the workspace are on the axis. */
  readonly isWhole: boolean;
  /** The scope without the captures that are not on this axis. */
  readonly scope: Scope;
  readonly notes: readonly Note[];
}

/** The captures of the scope that share one time axis: those aligned to UTC, else all, each on its own clock. */
export async function axisOf(
  ask: Ask,
  scope: Scope,
): Promise<Pick<Span, 'captures' | 'isWhole' | 'scope' | 'notes'>> {
  const all = await captureFacts(ask);
  const asked = scope.captures?.length ? all.filter(each => scope.captures!.includes(each.id)) : all;
  const aligned = asked.filter(each => each.utcZero !== null);
  const captures = aligned.length > 0 ? aligned : asked;
  const hasTime = scope.from !== undefined || scope.to !== undefined;
  const left = asked.filter(each => !captures.includes(each)).map(each => each.name);
  return {
    captures,
    isWhole: captures.length === all.length,
    scope: hasTime || left.length === 0 ? scope : { ...scope, captures: captures.map(each => each.id) },
    notes: [
      ...(left.length > 0 && !hasTime ? [unalignedLeftOut(left)] : []),
      ...(aligned.length === 0 && captures.some(each => each.first !== null) ? [ownClock(captures)] : []),
    ],
  };
}

/** The time of the scope; without one, from the first to the last row of its captures. */
export async function spanOf(ask: Ask, scope: Scope, buckets: number): Promise<Span> {
  const { captures, ...axis } = await axisOf(ask, scope);
  const timed = captures.filter(each => each.first !== null && each.last !== null);
  const starts = ascending(timed.map(each => zeroOf(each) + each.first!));
  const ends = ascending(timed.map(each => zeroOf(each) + each.last! + 1n));
  const from = scope.from ?? starts[0] ?? 0n;
  const to = scope.to ?? ends.at(-1) ?? from + 1n;
  const width = (to - from + BigInt(buckets) - 1n) / BigInt(buckets);
  return { ...axis, from, width: width > 0n ? width : 1n, buckets, captures };
}

/**
 * The same in buckets of 2^n ns that begin at multiples of their width since the epoch: at most `buckets` of them, which cover the
 * scope and may reach beyond it. A range that moves keeps its buckets, and coarser buckets consist of whole finer ones.
 */
export async function alignedSpanOf(ask: Ask, scope: Scope, buckets: number): Promise<Span> {
  const exact = await spanOf(ask, scope, buckets);
  const to = scope.to ?? exact.from + exact.width * BigInt(buckets);
  let shift = 0n;
  while (((to - 1n) >> shift) - (exact.from >> shift) >= BigInt(buckets)) shift++;
  const from = (exact.from >> shift) << shift;
  const count = ((to - 1n) >> shift) - (exact.from >> shift) + 1n;
  const width = 1n << shift;
  const hasTime = scope.from !== undefined || scope.to !== undefined;
  return {
    ...exact,
    from,
    width,
    buckets: Number(count),
    // Rows without a time are in scope only if the scope has no time range.
    scope: hasTime ? { ...exact.scope, from, to: from + width * count } : exact.scope,
  };
}

/** The parameter by which questions over time ask for {@link alignedSpanOf}. */
export const alignedParam = {
  type: 'flag',
  about:
    'Widens the range to buckets of a power of two of nanoseconds on a fixed grid, which large captures answer from a summary.',
} as const;

/** Parameters of a question over time, for {@link spanFor}. */
export const alongTime = (usual = 300) => ({ buckets: timeBuckets(usual), aligned: alignedParam }) as const;

/** The time axis that these parameters ask for. */
export const spanFor = (
  ask: Ask,
  scope: Scope,
  { buckets, aligned }: { readonly buckets: number; readonly aligned: boolean },
): Promise<Span> => (aligned ? alignedSpanOf : spanOf)(ask, scope, Math.floor(buckets));

/** Number of the bucket of a row; null if it has no time, or is an outlier that the axis leaves out. */
export function bucketSql(span: Span): string {
  const since = sinceSql(span);
  return `(CASE WHEN ${since} BETWEEN 0 AND ${span.width * BigInt(span.buckets)} THEN (${since}) // ${span.width} END)::INTEGER`;
}

/** ns of a row since `from`, BIGINT; null if it has no time, or if its capture is not on the axis. */
export function sinceSql({ captures, from, isWhole }: Pick<Span, 'captures' | 'from' | 'isWhole'>): string {
  const [first, ...more] = captures.map(each => ({ id: each.id, shift: zeroOf(each) - from }));
  if (!first) return 'NULL::BIGINT';
  const shift =
    isWhole && more.every(each => each.shift === first.shift)
      ? `${first.shift}`
      : `CASE s.capture ${[first, ...more].map(each => `WHEN ${each.id} THEN ${each.shift}`).join(' ')} END`;
  return `s.ts + ${shift}`;
}

/** The capture of a row; a constant if the workspace has only one, so that grouping by it is free. */
export function captureSql({ captures, isWhole }: Pick<Span, 'captures' | 'isWhole'>): string {
  return isWhole && captures.length === 1 ? `${captures[0]!.id}::INTEGER` : 's.capture';
}

/** Epoch ns of the zero of a capture; on the clock of the capture if it is not aligned to UTC. */
export function zeroOf({ utcZero, ownZero }: CaptureFact): bigint {
  return utcZero ?? ownZero;
}

export const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function ascending(times: bigint[]): bigint[] {
  return times.sort((a, b) => (a < b ? -1 : 1));
}
