/** What a person can do with a thing that is named somewhere in the window. */
import { withRule } from '../state/grouping.ts';
import type { FunctionRef } from '../state/history.ts';
import { narrowedTo } from '../state/scope.ts';
import type { Session } from '../state/session.ts';

export function isSame(a: FunctionRef | null, b: FunctionRef | null): boolean {
  return a !== null && b !== null && a.function === b.function && a.module === b.module;
}

/** Walks to its callers and callees. */
export function walkTo(session: Session, subject: FunctionRef): void {
  session.select(subject);
  session.history.go({ subject, view: 'callers' });
}

/** Opens the way to a function in a view that draws a tree. */
export function revealIn(session: Session, subject: FunctionRef, view: string): void {
  session.select(subject);
  session.history.go({ subject, view });
  session.reveal.set(subject);
}

/** Searches the whole flame graph for a function. */
export function findInFlame(session: Session, subject: FunctionRef): void {
  session.select(subject);
  session.flame.find(subject);
  session.history.go({ subject, view: 'flame' });
}

/** Marks a moment on the timeline, which shows it, and so among the events. */
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

/** What each capture knows of a pid. */
export function showWho(session: Session, pid: number): void {
  session.formOf('who').set({ pid: String(pid) });
  session.history.go({ view: 'question-who' });
}

/** Adds a grouping rule to the scope. */
export function group(session: Session, rule: string): void {
  session.narrow(withRule(session.history.present.scope, rule));
}

/** Counts samples of idle CPUs, too, or leaves them out. */
export function countIdle(session: Session, isCounted: boolean): void {
  const { withIdle: _, ...scope } = session.history.present.scope;
  session.narrow(isCounted ? { ...scope, withIdle: true } : scope);
}
