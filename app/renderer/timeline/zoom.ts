import type { Interval } from '../state/scope.ts';
import type { Session } from '../state/session.ts';

/** Share of the interval that is shown on either side of it. */
const margin = 0.15;
/** ns around a moment. */
const leastAround = 1e6;

/** Shows an interval, with a little of what is before and after; of a moment, where the timeline is that far away, its surroundings. */
export function zoomTo(session: Session, { from, to }: Interval): void {
  const by = BigInt(Math.round(Math.max(Number(to - from) * margin, to - from > 1n ? 1 : leastAround)));
  session.zoom.set({ from: from - by, to: to + by });
}
