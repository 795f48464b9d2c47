import type { KeyboardEvent } from 'react';
import type { Scope } from '../../contract.ts';
import { baseName } from '../lib/names.ts';
import { asOneFrame, fold, hide, withRule } from '../state/grouping.ts';
import type { FunctionRef } from '../state/history.ts';
import { narrowedTo } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
import type { RowCells } from '../widgets/data-grid.tsx';
import type { MenuEntry } from '../widgets/row-menu.tsx';

/** What every table and tree of functions can do with a row. */

/** Columns of a table of functions, in the order to read them. */
export const functionOrder = ['self_percent', 'self', 'total_percent', 'total', 'function', 'module'];

export function functionOf(row: RowCells): FunctionRef | null {
  const [name, module] = [row('function'), row('module')];
  return typeof name === 'string'
    ? { function: name, module: typeof module === 'string' ? module : '' }
    : null;
}

export function isSame(a: FunctionRef | null, b: FunctionRef | null): boolean {
  return a !== null && b !== null && a.function === b.function && a.module === b.module;
}

/** Walks to its callers and callees. */
export function walkTo(session: Session, subject: FunctionRef): void {
  session.select(subject);
  session.history.go({ subject, view: 'callers' });
}

export function revealIn(session: Session, subject: FunctionRef, view: 'call-tree' | 'inverted-tree'): void {
  session.select(subject);
  session.history.go({ subject, view });
  session.reveal.set(subject);
}

export function narrowToModule(session: Session, module: string): void {
  session.narrow(narrowedTo(session.history.present.scope, 'modules', module));
}

export function narrowToProcess(session: Session, process: string): void {
  session.narrow(narrowedTo(session.history.present.scope, 'processes', process));
}

export function functionEntries(session: Session, subject: FunctionRef | null): MenuEntry[] {
  if (!subject) return [];
  return [
    { label: 'Show callers and callees', keys: 'b', run: () => walkTo(session, subject) },
    { label: 'Show in call tree', keys: 't', run: () => revealIn(session, subject, 'call-tree') },
    { label: 'Show in inverted tree', run: () => revealIn(session, subject, 'inverted-tree') },
    { label: `Show module ${baseName(subject.module)}`, run: () => showModule(session, subject.module) },
    null,
    {
      label: `Narrow to module ${baseName(subject.module)}`,
      keys: 'f',
      run: () => narrowToModule(session, subject.module),
    },
    {
      label: `Hide samples with ${subject.function}`,
      keys: 'h',
      run: () => group(session, hide(subject.function)),
    },
    {
      label: `Module ${baseName(subject.module)} as one frame`,
      keys: 'g',
      run: () => group(session, asOneFrame(subject.module)),
    },
    { label: `Count ${subject.function} in its callers`, run: () => group(session, fold(subject.function)) },
  ];
}

function group(session: Session, rule: string): void {
  session.narrow(withRule(session.history.present.scope, rule));
}

export function showModule(session: Session, module: string): void {
  session.history.go({ module, view: 'modules' });
}

/** Keys on a row that is about a function; true when taken. */
export function functionKey(session: Session, event: KeyboardEvent, subject: FunctionRef | null): boolean {
  if (!subject) return false;
  if (event.key === 'b') walkTo(session, subject);
  else if (event.key === 't') revealIn(session, subject, 'call-tree');
  else if (event.key === 'f') narrowToModule(session, subject.module);
  else if (event.key === 'h') group(session, hide(subject.function));
  else if (event.key === 'g') group(session, asOneFrame(subject.module));
  else return false;
  return true;
}

/** What can be done with a row of any table, by the columns it has. */
export function rowEntries(session: Session, row: RowCells): MenuEntry[] {
  const { scope } = session.history.present;
  const of = (column: string) => row(column) ?? null;
  const entries = functionEntries(session, functionOf(row));
  const narrow = (what: string, to: Scope) =>
    entries.push({ label: `Narrow to ${what}`, run: () => session.narrow(to) });
  const [process, module, kind] = [of('process'), of('module'), of('kind')];
  if (typeof process === 'string') narrow(`process ${process}`, narrowedTo(scope, 'processes', process));
  if (typeof module === 'string' && entries.length === 0)
    narrow(`module ${baseName(module)}`, narrowedTo(scope, 'modules', module));
  if (typeof kind === 'string') narrow(`kind ${kind}`, { ...scope, kind });
  const [tid, cpu, capture] = [of('tid'), of('cpu'), of('capture')];
  if (typeof tid === 'number') narrow(`thread ${tid}`, narrowedTo(scope, 'threads', tid));
  if (typeof cpu === 'number') narrow(`CPU ${cpu}`, narrowedTo(scope, 'cpus', cpu));
  if (typeof capture === 'number')
    narrow(session.captureName(capture), narrowedTo(scope, 'captures', capture));
  return entries;
}
