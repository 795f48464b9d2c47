import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { firstOf } from '../../lib/matches.ts';
import { useAnswerFront } from '../../shapes/use-front.ts';
import type { ArrangedAnswer } from '../../state/arranged-answer.ts';
import {
  type EventFilter,
  type EventRow,
  type EventsOrder,
  eventsLabel,
  lineOf,
  paramsOf,
} from '../../state/events.ts';
import type { PagedAnswer, Sort } from '../../state/paged-answer.ts';
import { intervalOf } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { useArranged } from '../../state/use-arranged.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import { eventEntries } from './event-entries.ts';
import { EventGrid } from './event-grid.tsx';
import { useEventKinds } from './use-event-kinds.ts';

/** Levels that `.` and `,` search for if no level is filtered. */
const errors: readonly string[] = ['fatal', 'error'];

interface EventListProps {
  readonly label?: string;
  /** Replaces the filters of the view. */
  readonly only?: EventFilter;
}

/** The filtered events. Selecting one marks its time on the timeline; a mark on the timeline selects its event here. */
export function EventList({ label = eventsLabel, only }: EventListProps) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const picked = useStore(session.events.filter);
  const filter = only ?? picked;
  const order = useStore(session.events.order);
  const params = useMemo(() => ({ ...paramsOf(filter), order }), [filter, order]);
  const { answer, isAsking, isFormer, error } = useAnswer({ question: 'events', params, scope });
  useAnswerFront(answer, true, label);
  if (error) return <p className="failure">{error}</p>;
  if (!answer) return <Waiting what="Reading events" />;
  return <Listed {...{ label, answer, filter, isFormer }} isBusy={isAsking} />;
}

interface ListedProps {
  readonly label: string;
  readonly answer: PagedAnswer;
  readonly filter: EventFilter;
  readonly isBusy: boolean;
  readonly isFormer: boolean;
}

function Listed({ label, answer, filter, isBusy, isFormer }: ListedProps) {
  const session = useSession();
  const order = useStore(session.events.order);
  const sort = useStore(session.sorts.all, sorts => sorts[label]);
  const shown = useArranged(answer, sort ? { sort } : {});
  const { arranged } = shown;
  const isOfOneKind = useStore(session.events.filter, ({ kind }) => kind !== null);
  const kinds = useEventKinds().rows?.length ?? 1;
  const find = useMemo(() => firstOf(filter.text), [filter.text]);
  const go = useRef<(row: number) => void>(() => undefined);

  const wanted = useStore(session.events.wanted);
  // The answer still belongs to the former filter.
  useWanted(isBusy ? null : wanted, arranged, go);
  useMarked(wanted ? null : timeOrder(order, sort), arranged, go);

  const onSelect = useCallback(
    (event: EventRow) => {
      session.events.select(event);
      session.capture.set(null);
      // Following a click on an interval must not replace it in the inspector.
      if (session.interval.get()?.at !== session.moment.get()) session.interval.set(null);
      session.moment.set(typeof event.time === 'bigint' ? event.time : null);
    },
    [session],
  );
  const seek = (row: number, direction: 1 | -1) => {
    const levels = filter.levels.length > 0 ? filter.levels : errors;
    const isBack = direction === -1;
    const after = row >= 0 ? row + direction : isBack ? answer.rows - 1 : 0;
    void session.attempt(async () => {
      const found = await arranged.find({ column: 'level', among: levels }, after, isBack);
      if (found >= 0) go.current(found);
      else session.imports.notify('info', `No ${levels.join(' or ')} further ${isBack ? 'up' : 'down'}.`);
    });
  };
  return (
    <EventGrid
      label={label}
      table="events"
      shown={{ list: arranged, ...shown }}
      sort={sort}
      isBusy={isBusy}
      isFormer={isFormer}
      find={find}
      hasKinds={!isOfOneKind && kinds > 1}
      menu={event => eventEntries(session, event)}
      empty="No event matches: remove a filter here, or a part of the scope above."
      onSort={to => session.sorts.set(label, to)}
      onSelect={onSelect}
      onFind={() => session.mainGrid.get()?.openFind()}
      onSeek={seek}
      onReady={to => {
        go.current = to;
      }}
    />
  );
}

/** Goes to the event that another view asked for. */
function useWanted(wanted: EventRow | null, arranged: ArrangedAnswer, go: Go): void {
  const session = useSession();
  useEffect(() => {
    const line = wanted && lineOf(wanted);
    if (!wanted || line === null) return;
    let isCurrent = true;
    void session.attempt(async () => {
      const at = await arranged.find({ capture: Number(wanted.capture), line }, 0, false);
      if (!isCurrent) return;
      session.events.wanted.set(null);
      if (at >= 0) go.current(at);
    });
    return () => {
      isCurrent = false;
    };
  }, [session, wanted, arranged, go]);
}

/** Goes to the moment marked on the timeline; `inTime` is null for a list that is not in the order of time. */
function useMarked(inTime: 'time' | 'newest' | null, arranged: ArrangedAnswer, go: Go): void {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const moment = useStore(session.moment);
  useEffect(() => {
    if (moment === null || inTime === null) return;
    if (session.events.selected.get()?.time === moment) return;
    const interval = intervalOf(scope);
    if (interval && (moment < interval.from || moment >= interval.to)) return;
    const last = arranged.head.rows - 1;
    if (last < 0) return;
    let isCurrent = true;
    void session.attempt(async () => {
      // The first event from that moment on is the first hit in one order and the last in the other.
      const isNewest = inTime === 'newest';
      const at = await arranged.find({ column: 'time', since: moment }, isNewest ? last : 0, isNewest);
      if (isCurrent) go.current(at >= 0 ? at : isNewest ? 0 : last);
    });
    return () => {
      isCurrent = false;
    };
  }, [session, moment, inTime, scope, arranged, go]);
}

/** Shows the row of a number. */
type Go = RefObject<(row: number) => void>;

/** Direction of the list in time; null for other orders. */
function timeOrder(order: EventsOrder, sort: Sort | undefined): 'time' | 'newest' | null {
  if (!sort) return order === 'file' ? null : order;
  if (sort.column !== 'time') return null;
  return sort.descending ? 'newest' : 'time';
}
