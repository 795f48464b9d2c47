import type { Interval } from '../lib/interval.ts';
import type { Session } from '../state/session.ts';

/** Margin on either side, as a share of the interval. */
const margin = 0.15;
/** ns around a moment. */
const minAround = 1e6;

/** Zooms to an interval with a margin; for a moment, to its surroundings unless the timeline is closer already. */
export function zoomTo(session: Session, { from, to }: Interval): void {
  const by = BigInt(Math.round(Math.max(Number(to - from) * margin, to - from > 1n ? 1 : minAround)));
  session.zoom.set({ from: from - by, to: to + by });
}
