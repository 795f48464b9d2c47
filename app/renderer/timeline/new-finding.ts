import { addFinding } from '../meaning/findings.ts';
import { intervalOf } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
import type { TimelineView } from './view.ts';

/** A moment or an interval, epoch ns. */
interface MeantTime {
  readonly from: bigint;
  /** Null for a moment. */
  readonly to: bigint | null;
}

/** The measured interval, or the selection under the pointer; else the moment under the pointer, or the marked one. */
export function meantTime(session: Session, { measured, moment }: TimelineView): MeantTime | null {
  const [selected, at] = [intervalOf(session.history.present.scope), moment.get()];
  const isInside = selected && (at === null || (at >= selected.from && at <= selected.to));
  const interval = measured.get() ?? (isInside && session.moment.get() === null ? selected : null);
  const from = interval?.from ?? at;
  return from === null ? null : { from, to: interval?.to ?? null };
}

/** Creates a finding about the current time on the timeline. */
export function addFindingHere(session: Session, view: TimelineView): void {
  addFinding(session, meantTime(session, view));
}
