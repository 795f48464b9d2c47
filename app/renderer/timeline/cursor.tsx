import type { TimeScale } from '../lib/time-scale.ts';
import { useSession } from '../state/session.ts';
import { type Store, useStore } from '../state/store.ts';

/** What values are shown for: the moment under the pointer, else the one that is marked; null for neither. */
export function useMoment(cursor: Store<number | null>, scale: TimeScale): bigint | null {
  const session = useSession();
  const x = useStore(cursor);
  const marked = useStore(session.moment);
  return x === null ? marked : scale.time(x);
}

export function CursorLine({ cursor }: { cursor: Store<number | null> }) {
  const x = useStore(cursor);
  return x === null ? null : <div className="cursor-line" style={{ left: x }} />;
}

/** The moment that was chosen: of an event, or by a click. */
export function MarkLine({ scale }: { scale: TimeScale }) {
  const session = useSession();
  const moment = useStore(session.moment);
  if (moment === null || moment < scale.from || moment > scale.to) return null;
  return <div className="mark-line" style={{ left: scale.x(moment) }} />;
}
