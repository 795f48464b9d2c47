/** Actions on the things that the window shows: functions, processes, events and others. */

import { isRequestId } from '../../../analyzers/fields/request-ids.ts';
import { logKind } from '../../../analyzers/kit/levels.ts';
import type { Scope } from '../../contract.ts';
import {
  type EventFilter,
  type EventRow,
  eventsLabel,
  everyEvent,
  keyedText,
  lineOf,
} from '../state/events.ts';
import type { FramePath, TreePlace } from '../state/flame.ts';
import { withRule } from '../state/grouping.ts';
import type { FunctionRef } from '../state/history.ts';
import { narrowedTo } from '../state/scope.ts';
import type { Session } from '../state/session.ts';

export function isSame(a: FunctionRef | null, b: FunctionRef | null): boolean {
  return a !== null && b !== null && a.function === b.function && a.module === b.module;
}

/** Shows the callers and callees of a function. */
export function walkTo(session: Session, func: FunctionRef): void {
  session.select(func);
  session.history.go({ function: func, view: 'callers' });
}

/** Opens a tree view at a function. */
export function revealIn(session: Session, func: FunctionRef, view: string): void {
  session.select(func);
  session.history.go({ function: func, view });
  session.reveal.set(func);
}

/** Opens a tree view at a path. */
export function openPath(session: Session, view: string, path: FramePath): void {
  session.history.go({ view });
  session.reveal.set({ path });
}

export function showPathInFlame(session: Session, place: TreePlace): void {
  session.flame.show(place);
  session.history.go({ view: 'flame' });
}

/** Searches the whole flame graph for a function. */
export function findInFlame(session: Session, func: FunctionRef): void {
  session.select(func);
  session.flame.find(func);
  session.history.go({ function: func, view: 'flame' });
}

/** Marks a moment on the timeline and among the events. */
export function goToMoment(session: Session, moment: bigint): void {
  session.zoom.update(zoom => {
    if (!zoom || (moment >= zoom.from && moment < zoom.to)) return zoom;
    const half = (zoom.to - zoom.from) / 2n;
    return { from: moment - half, to: moment + half };
  });
  session.moment.set(moment);
}

export function showModule(session: Session, module: string): void {
  session.history.go({ module, view: 'modules' });
}

export function narrowToModule(session: Session, module: string): void {
  session.narrow(narrowedTo(session.history.present.scope, 'modules', module));
}

export function narrowToProcess(session: Session, process: string): void {
  session.narrow(narrowedTo(session.history.present.scope, 'processes', process));
}

/** Shows a question with its form filled in. */
export function showQuestion(
  session: Session,
  question: string,
  params: Readonly<Record<string, string | number | boolean>>,
): void {
  session.formOf(question).set(params);
  session.history.go({ view: `question-${question}` });
}

/** Shows the request of an event, by a field of its record. */
export function showRequestOf(session: Session, event: EventRow): Promise<void> {
  return session.attempt(async () => {
    const scope = { captures: [Number(event.capture)] };
    const { table } = await session.table('record', { line: lineOf(event) ?? 1 }, scope, 1000);
    const field = table.records().find(({ field: key, text }) => isRequestId(String(key)) && text !== null);
    if (field) showQuestion(session, 'waterfall', { request: String(field.text) });
    else session.imports.notify('info', 'No field of this event names a request or a trace.');
  });
}

/** Shows the facts each capture has about a pid. */
export function showWho(session: Session, pid: number): void {
  showQuestion(session, 'who', { pid: String(pid) });
}

/** Shows the signals that move with this one; `signal` is an id as `correlate --with` takes it. */
export function showWhatMovesWith(session: Session, signal: string): void {
  showQuestion(session, 'correlate', { with: signal });
}

/** Adds a grouping rule to the scope. */
export function group(session: Session, rule: string): void {
  session.narrow(withRule(session.history.present.scope, rule));
}

/** Includes or excludes samples of idle CPUs. */
export function countIdle(session: Session, isCounted: boolean): void {
  const { withIdle: _, ...scope } = session.history.present.scope;
  session.narrow(isCounted ? { ...scope, withIdle: true } : scope);
}

/** Opens the search view with a query. */
export function searchFor(session: Session, search: string): void {
  session.history.go({ view: 'search', search });
  session.search.call();
}

/** Lists the events that match a filter, and resets all other filters. */
export function showEvents(session: Session, filter: Partial<EventFilter>): void {
  session.events.filter.set({ ...everyEvent, ...filter });
  session.events.part.set('list');
  session.history.go({ view: 'events' });
}

/** Adds an exclusion to the filter of events. */
export function hideEvents(session: Session, key: 'component', value: string): void {
  const { text } = session.events.filter.get();
  showEvents(session, {
    ...session.events.filter.get(),
    text: [text, `-${keyedText(key, value, 'whole')}`].filter(each => each !== '').join(' '),
  });
}

/** Lists all events and selects the record of a line; if the line is in no record, the record before it. */
export async function showRecord(session: Session, capture: number, line: number): Promise<void> {
  const { scope } = session.history.present;
  const near = async (searchScope: Scope) => {
    const params = { around: line, limit: 2, order: 'file' };
    const { table } = await session.table('events', params, { ...searchScope, captures: [capture] }, 1);
    return table.rows > 0 ? table.record(0) : null;
  };
  await session.attempt(async () => {
    const event = await near({});
    if (!event) {
      session.imports.notify('info', `${session.captureName(capture)} has no events.`);
      return;
    }
    const isInScope =
      (scope.captures ?? [capture]).includes(capture) && (await near(scope))?.line === event.line;
    session.events.filter.set(everyEvent);
    // Otherwise the view would show only lines of logs at first.
    if (typeof event.kind === 'string' && event.kind !== logKind) session.events.chooseKind(event.kind);
    session.events.part.set('list');
    session.events.order.set('time');
    session.sorts.set(eventsLabel, undefined);
    session.events.select(event);
    session.history.go({ view: 'events', ...(isInScope ? {} : { scope: { captures: [capture] } }) });
    session.events.wanted.set(event);
    session.moment.set(typeof event.time === 'bigint' ? event.time : null);
  });
}

/** Marks a moment on the timeline, and scrolls the timeline to it if it is out of view. */
export function showMoment(session: Session, moment: bigint): void {
  openTimeline(session);
  session.moment.set(moment);
  session.zoom.update(zoom => {
    if (!zoom || (moment >= zoom.from && moment < zoom.to)) return zoom;
    const from = moment - (zoom.to - zoom.from) / 2n;
    return { from, to: from + (zoom.to - zoom.from) };
  });
}

/** Opens the panel of the timeline if it is closed. */
export function openTimeline(session: Session): void {
  session.panels
    .of('Timeline')
    .update(panel => (panel.isOpen === false ? { ...panel, isOpen: true } : panel));
}
