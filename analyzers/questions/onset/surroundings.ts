/** A fault that fills a range has no before and no after in it, so a range is compared with the time around it. */
import type { Ask, Scope } from '../../contract.ts';
import { earlier, later, spanOf } from '../../time/span.ts';

/** The range with as much time before and after it as it lasts, as far as something was recorded. */
export async function surroundings(ask: Ask, scope: Scope): Promise<Scope> {
  if (scope.from === undefined && scope.to === undefined) return scope;
  const { from: _from, to: _to, ...always } = scope;
  const recorded = await spanOf(ask, always, 1);
  const end = recorded.from + recorded.width;
  const { from = recorded.from, to = end } = scope;
  const length = to - from;
  if (length <= 0n || from >= end || to <= recorded.from) return scope;
  return {
    ...scope,
    from: later(from - length, recorded.from),
    to: earlier(to + length, end),
  };
}

/** True if a bucket begins in the range; a change is often seen in the bucket before it. */
export function isWithin({ from, to }: Scope, time: bigint, width: bigint): boolean {
  return (from === undefined || time >= from - width) && (to === undefined || time < to);
}
