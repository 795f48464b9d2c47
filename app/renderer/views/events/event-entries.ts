import type { Entry, MenuEntry } from '../../lib/menu-entry.ts';
import { showRequestOf } from '../../meaning/actions.ts';
import { entriesOf } from '../../meaning/entries.ts';
import { type EventRow, everyEvent, lineOf } from '../../state/events.ts';
import { narrowedTo, withInterval } from '../../state/scope.ts';
import type { Session } from '../../state/session.ts';

/** Shows only the events of one template, at all levels or at one, and resets all other filters. */
export function showTemplate(session: Session, template: string, level?: string): void {
  session.events.filter.set({ ...everyEvent, template, levels: level === undefined ? [] : [level] });
  session.events.part.set('list');
}

/** Shows events of a kind in the list; `levels`: only these, empty: all. */
export function showKind(session: Session, kind: string, levels: readonly string[] = []): void {
  session.events.filter.set({ ...everyEvent, kind, levels });
  session.events.isKindChosen.set(true);
  session.events.part.set('list');
}

/** Time shown on either side of an event, ns. */
const around = 5_000_000_000n;

/** Removes the keys of entries, because the list of events has its own keys. */
const withoutKeys = (entries: readonly Entry[]): Entry[] => entries.map(({ keys: _, ...entry }) => entry);

/** Menu entries of an event in the list of events. */
export function eventEntries(session: Session, event: EventRow): MenuEntry[] {
  const { template, level, kind } = event;
  const entries: MenuEntry[] = [];
  if (typeof template === 'string')
    entries.push({ label: 'Show only this template', run: () => showTemplate(session, template) });
  if (typeof level === 'string')
    entries.push({
      label: `Only ${level}`,
      run: () => session.events.filter.update(filter => ({ ...filter, levels: [level] })),
    });
  if (typeof kind === 'string')
    entries.push({
      label: `Show only ${kind === 'log' ? 'lines of logs' : kind}`,
      run: () => session.events.filter.update(filter => ({ ...filter, kind })),
    });
  return [...entries, ...entriesAbout(session, event)];
}

/** Menu entries of an event, wherever it is shown. */
export function entriesAbout(session: Session, event: EventRow): MenuEntry[] {
  const { capture, time, message, process, pid, tid, component } = event;
  const scope = session.history.present.scope;
  const entries: MenuEntry[] = [];
  if (typeof capture === 'number' && lineOf(event) !== null)
    entries.push({ label: 'Show the request', run: () => void showRequestOf(session, event) });
  for (const [refers, value] of [
    ['process', process],
    ['pid', pid],
    ['thread', tid],
    ['component', component],
    ['event', message],
  ] as const)
    if (typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)))
      entries.push(
        ...withoutKeys(
          entriesOf(session, { references: new Map([[refers, value]]), cell: column => event[column] }),
        ),
      );
  if (typeof capture === 'number')
    entries.push({
      label: `Narrow to ${session.captureName(capture)}`,
      run: () => session.narrow(narrowedTo(scope, 'captures', capture)),
    });
  if (typeof time === 'bigint')
    entries.push({
      label: 'Narrow to 5 s before and after',
      run: () => session.narrow(withInterval(scope, { from: time - around, to: time + around })),
    });
  return [
    ...entries,
    null,
    { label: 'Copy message', run: () => void session.shell.copy(String(message ?? '')) },
  ];
}
