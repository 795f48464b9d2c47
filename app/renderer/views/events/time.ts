import { useMemo } from 'react';
import { formatClock, formatDate, sameDay } from '../../../wording/time.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

/** Formats times of events, with the date if the captures span several days; undefined if the value is not a time. */
export interface EventTime {
  (value: Cell | undefined): string | undefined;
  /** Width of a column of such times, px. */
  readonly width: number;
}

export function useEventTime(): EventTime {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const span = useStore(session.workspace, workspace => workspace?.span ?? null);
  return useMemo(() => {
    const isOneDay = span === null || sameDay(span.from, span.to, zone);
    const write = (value: Cell | undefined) => {
      if (typeof value !== 'bigint') return undefined;
      const clock = formatClock(value, zone, 3);
      return isOneDay ? clock : `${formatDate(value, zone)} ${clock}`;
    };
    return Object.assign(write, { width: isOneDay ? 132 : 186 });
  }, [span, zone]);
}
