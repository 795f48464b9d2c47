import { useCallback, useEffect, useMemo, useRef } from 'react';
import { count } from '../../lib/numbers.ts';
import { type EventRow, paramsOf } from '../../state/events.ts';
import { intervalOf } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { EventGrid } from './event-grid.tsx';
import { readEvents, useEventPages } from './read-events.ts';
import { nearest, rowOf } from './seek.ts';

/** The events that are picked. Choosing one puts the timeline's mark on it; a mark put there finds its event here. */
export function EventList({ label = 'Events' }: { label?: string }) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const filter = useStore(session.events.filter);
  const order = useStore(session.events.order);
  const params = useMemo(() => ({ ...paramsOf(filter), order }), [filter, order]);
  const pages = useEventPages(params, scope);
  const notes = useStore(pages.notes);
  const total = useStore(pages.total);
  const go = useRef<(row: number) => void>(() => undefined);

  useEffect(() => {
    session.front.set({
      name: label,
      export: (as, path) => {
        const left = (total ?? 0) - mostExported;
        if (left > 0)
          session.imports.tell(
            'info',
            `Only the first ${count(mostExported, 'event')}: narrow the list to take the ${count(left, 'other', 'others')}.`,
          );
        return session.exportAnswer(
          { question: 'events', params: { ...params, limit: mostExported }, scope },
          as,
          path,
        );
      },
    });
    // That a page is not the whole list says the list itself.
    session.notes.set(notes.filter(note => note.code !== 'page'));
    return () => {
      session.front.set(null);
      session.notes.set([]);
    };
  }, [session, label, params, scope, notes, total]);

  const moment = useStore(session.moment);
  useEffect(() => {
    if (moment === null || order === 'file' || session.events.selected.get()?.time === moment) return;
    const interval = intervalOf(scope);
    if (interval && (moment < interval.from || moment >= interval.to)) return;
    const before = readEvents(session, {
      question: 'events',
      params: { ...params, limit: 1 },
      scope: { ...scope, to: moment },
    });
    void session.attempt(async () => {
      const { total: passed } = await before.page;
      const all = pages.total.get() ?? 0;
      if (all > 0) go.current(Math.min(all - 1, order === 'time' ? passed : Math.max(0, all - 1 - passed)));
    });
    return before.cancel;
  }, [session, moment, order, params, scope, pages]);

  const onSelect = useCallback(
    (event: EventRow) => {
      session.events.select(event);
      if (typeof event.time === 'bigint') session.moment.set(event.time);
    },
    [session],
  );
  const seek = useCallback(
    (direction: 1 | -1) => {
      if (order === 'file') {
        session.imports.tell(
          'info',
          'Errors are looked for in the order of time: choose oldest or newest first.',
        );
        return;
      }
      const list = { params, scope, order };
      const levels = filter.levels.length > 0 ? filter.levels : errors;
      const { time } = session.events.selected.get() ?? {};
      void session.attempt(async () => {
        const event = await nearest(session, list, levels, typeof time === 'bigint' ? time : null, direction);
        const row = event ? await rowOf(session, list, event) : -1;
        if (row >= 0) go.current(row);
        else
          session.imports.tell(
            'info',
            `No ${levels.join(' or ')} ${direction === 1 ? 'further down' : 'further up'}.`,
          );
      });
    },
    [session, order, params, scope, filter.levels],
  );
  return (
    <EventGrid
      label={label}
      pages={pages}
      text={filter.text}
      empty={total === 0 ? 'No event is left: take a filter away here, or a part of the scope above.' : ''}
      onSelect={onSelect}
      onFind={() => session.mainGrid.get()?.openFind()}
      onSeek={seek}
      onReady={to => {
        go.current = to;
      }}
    />
  );
}

/** The levels that `.` and `,` go to where no level is picked. */
const errors: readonly string[] = ['fatal', 'error'];

/** What the question gives at once. */
const mostExported = 1_000_000;
