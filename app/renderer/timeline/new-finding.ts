import { addFinding } from '../meaning/findings.ts';
import { intervalOf } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
import type { TimelineView } from './view.ts';

/** A moment, or a stretch of time, epoch ns. */
interface MeantTime {
  readonly from: bigint;
  /** Null for a moment. */
  readonly to: bigint | null;
}

/** What is measured, or selected where the pointer is; else the moment under the pointer, or marked by a click. */
export function meantTime(session: Session, { measured, moment }: TimelineView): MeantTime | null {
  const [selected, at] = [intervalOf(session.history.present.scope), moment.get()];
  const isInside = selected && (at === null || (at >= selected.from && at <= selected.to));
  const interval = measured.get() ?? (isInside && session.moment.get() === null ? selected : null);
  const from = interval?.from ?? at;
  return from === null ? null : { from, to: interval?.to ?? null };
}

/** A finding about the time that is meant on the timeline. */
export function addFindingHere(session: Session, view: TimelineView): void {
  addFinding(session, meantTime(session, view));
}
