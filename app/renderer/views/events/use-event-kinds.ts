import { useEffect } from 'react';
import { logKind } from '../../../../analyzers/kit/levels.ts';
import { everyEvent, isEveryEvent, paramsOf } from '../../state/events.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';

/** The kinds of the events in scope that match all other filters. */
export function useEventKinds() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const filter = useStore(session.events.filter);
  const { kind: _kind, template: _template, ...params } = paramsOf(filter);
  return useRows({ question: 'event-kinds', params, scope }, 1000);
}

/**
 * Sets the initial filter: log lines only, if there are other kinds too, because a few thousand lines would be lost among
 * millions of context switches. Keeps a filter that the user set.
 *
 * @returns true once the initial filter is decided
 */
export function useInitialFilter(): boolean {
  const session = useSession();
  const filter = useStore(session.events.filter);
  const isKindChosen = useStore(session.events.isKindChosen);
  const { rows, error } = useEventKinds();
  const isUntouched = !isKindChosen && isEveryEvent(filter);
  const hasLogAndOthers = (rows?.length ?? 0) > 1 && rows?.some(({ kind }) => kind === logKind);
  useEffect(() => {
    if (isUntouched && hasLogAndOthers) session.events.filter.set({ ...everyEvent, kind: logKind });
  }, [session, isUntouched, hasLogAndOthers]);
  return !isUntouched || error !== null || (rows !== null && !hasLogAndOthers);
}
