import { useEffect } from 'react';
import { everyEvent, isEveryEvent, logKind, paramsOf } from '../../state/events.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';

/** The kinds of the events in scope, as all other filters leave them. */
export function useEventKinds() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const filter = useStore(session.events.filter);
  const { kind: _kind, template: _template, ...params } = paramsOf(filter);
  return useRows({ question: 'event-kinds', params, scope }, 1000);
}

/**
 * Shows lines of logs first where there are other kinds, too: a few thousand lines are lost among millions of switches. What a
 * person has picked stays.
 *
 * @returns whether it is known what to show
 */
export function useLogsFirst(): boolean {
  const session = useSession();
  const filter = useStore(session.events.filter);
  const isKindChosen = useStore(session.events.isKindChosen);
  const { rows, error } = useEventKinds();
  const mayPropose = !isKindChosen && isEveryEvent(filter);
  const hasBoth = (rows?.length ?? 0) > 1 && rows?.some(({ kind }) => kind === logKind);
  useEffect(() => {
    if (mayPropose && hasBoth) session.events.filter.set({ ...everyEvent, kind: logKind });
  }, [session, mayPropose, hasBoth]);
  return !mayPropose || error !== null || (rows !== null && !hasBoth);
}
