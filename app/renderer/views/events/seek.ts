import type { Scope } from '../../../contract.ts';
import { type EventRow, isSameEvent } from '../../state/events.ts';
import type { Session } from '../../state/session.ts';
import { readEvents } from './read-events.ts';

/** A list of events in the order of time, either way. */
export interface TimedList {
  readonly params: Readonly<Record<string, string>>;
  readonly scope: Scope;
  readonly order: 'time' | 'newest';
}

/** Events of one moment that are looked through for one of them. */
const mostAtOnce = 500;

/** The nearest event of some levels down (1) or up (-1) the list from a moment; from its end where there is none. */
export async function nearest(
  session: Session,
  { params, scope, order }: TimedList,
  levels: readonly string[],
  moment: bigint | null,
  direction: 1 | -1,
): Promise<EventRow | null> {
  const later = (order === 'time') === (direction === 1);
  const beyond = moment === null ? {} : later ? { from: moment + 1n } : { to: moment };
  const found = await readEvents(session, {
    question: 'events',
    params: { ...params, level: levels.join(','), order: later ? 'time' : 'newest', limit: 1 },
    scope: { ...scope, ...within(scope, beyond) },
  }).page;
  return found.rows[0] ?? null;
}

/** Where an event with a time stands in the list; -1 if it is not in it. */
export async function rowOf(
  session: Session,
  { params, scope, order }: TimedList,
  event: EventRow,
): Promise<number> {
  if (typeof event.time !== 'bigint') return -1;
  const passed = order === 'time' ? { to: event.time } : { from: event.time + 1n };
  const before = await readEvents(session, {
    question: 'events',
    params: { ...params, limit: 1 },
    scope: { ...scope, ...within(scope, passed) },
  }).page;
  const near = await readEvents(session, {
    question: 'events',
    params: { ...params, offset: before.total, limit: mostAtOnce },
    scope,
  }).page;
  const at = near.rows.findIndex(row => isSameEvent(row, event));
  return at < 0 ? -1 : before.total + at;
}

/** A bound that never widens the scope. */
function within(scope: Scope, { from, to }: Pick<Scope, 'from' | 'to'>): Pick<Scope, 'from' | 'to'> {
  return {
    ...(from !== undefined && {
      from: scope.from !== undefined && scope.from > from ? scope.from : from,
    }),
    ...(to !== undefined && { to: scope.to !== undefined && scope.to < to ? scope.to : to }),
  };
}
