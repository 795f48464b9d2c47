import { type CommandId, commandKeys } from '../../commands.ts';
import { choices } from '../../settings.ts';
import { focusNextPart, freeFocus } from '../lib/focus.ts';
import { TimeScale } from '../lib/time-scale.ts';
import { countIdle, walkTo } from '../meaning/actions.ts';
import { addFinding } from '../meaning/findings.ts';
import { extentOf } from '../state/scope.ts';
import type { Session } from '../state/session.ts';
import { lackOfView } from '../views/offer.ts';
import { views } from '../views/views.ts';
import { copyTable, exportCsv } from '../widgets/table-entries.ts';
import { pickCaptures, pickWorkspace } from './files.ts';
import type { Command } from './keys.ts';

export function commandsOf(session: Session): readonly Command[] {
  return [
    ...workspaceCommands(session),
    ...navigationCommands(session),
    ...viewCommands(session),
    ...timelineCommands(session),
    ...notebookCommands(session),
    ...scopeCommands(session),
    ...tableCommands(session),
    ...windowCommands(session),
  ].map(command => ({ ...keysOf(command.id), ...command }));
}

function keysOf(id: CommandId): Pick<Command, 'keys'> {
  const keys = (commandKeys as Readonly<Record<string, string | null>>)[id];
  return keys ? { keys } : {};
}

const workspaceCommands = (session: Session): readonly Command[] => [
  {
    id: 'open-captures',
    title: 'Open captures…',
    run: () => void pickCaptures(session, 'files'),
  },
  {
    id: 'open-folder',
    title: 'Open a folder of captures…',
    run: () => void pickCaptures(session, 'folder'),
  },
  {
    id: 'open-workspace',
    title: 'Open workspace…',
    run: () => void pickWorkspace(session),
  },
  {
    id: 'save-workspace',
    title: 'Save workspace as…',
    run: () => void session.save(),
  },
  {
    id: 'undo',
    title: 'Undo the last change',
    run: () => void session.undo(),
  },
  {
    id: 'undo-remove',
    title: 'Restore the capture removed last',
    run: () => void session.restore(),
  },
  { id: 'undo-clock', title: 'Undo the last change of a clock', run: () => void session.undoClock() },
  { id: 'new-workspace', title: 'New empty workspace', run: () => void session.openWorkspace(null) },
];

const navigationCommands = (session: Session): readonly Command[] => [
  {
    id: 'palette',
    title: 'Find anything',
    run: () => session.dialog.set({ kind: 'palette' }),
  },
  {
    id: 'search',
    title: 'Search all records',
    run: () => {
      show(session, 'search');
      if (session.history.present.view === 'search') session.search.call();
    },
  },
  { id: 'keys', title: 'Show all keys', run: () => session.dialog.set({ kind: 'keys' }) },
  { id: 'find', title: 'Find in the table', run: () => session.mainGrid.get()?.openFind() },
  { id: 'next-part', title: 'Focus the next part of the window', run: focusNextPart },
  { id: 'back', title: 'Back', also: ['Alt+ArrowLeft'], run: () => session.back() },
  {
    id: 'forward',
    title: 'Forward',
    also: ['Alt+ArrowRight'],
    run: () => session.forward(),
  },
];

const viewCommands = (session: Session): readonly Command[] => [
  ...views.map(view => ({
    id: `view-${view.id}` as const,
    title: `Show ${view.title.toLowerCase()}`,
    name: view.title,
    keys: view.key,
    run: () => show(session, view.id),
  })),
  {
    id: 'invert',
    title: 'Switch between call tree and inverted tree',
    run: () =>
      show(session, session.history.present.view === 'inverted-tree' ? 'call-tree' : 'inverted-tree'),
  },
  {
    id: 'butterfly',
    title: 'Callers and callees of the selected function',
    run: () => {
      const selected = session.selected.get();
      if (selected) walkTo(session, selected);
      else show(session, 'callers');
    },
  },
];

const timelineCommands = (session: Session): readonly Command[] => [
  {
    id: 'zoom',
    title: 'Zoom the timeline to the scope, or to all time',
    run: () => zoomToScope(session),
  },
  { id: 'zoom-in', title: 'Zoom the timeline in', run: () => zoomBy(session, 1.5) },
  { id: 'zoom-out', title: 'Zoom the timeline out', run: () => zoomBy(session, 1 / 1.5) },
  {
    id: 'add-track',
    title: 'Add a track to the timeline…',
    run: () => session.dialog.set({ kind: 'track' }),
  },
];

const notebookCommands = (session: Session): readonly Command[] => [
  {
    id: 'new-finding',
    title: 'New finding from this view',
    run: () => addFinding(session),
  },
  {
    id: 'check-findings',
    title: 'Check all findings',
    run: () => void session.notebook.check(),
  },
  {
    id: 'export-findings',
    title: 'Export the findings as a report…',
    run: () => session.dialog.set({ kind: 'export' }),
  },
  {
    id: 'redo',
    title: 'Redo in findings',
    also: ['Ctrl+Shift+Z'],
    run: () => void session.notebook.redo(),
  },
];

const scopeCommands = (session: Session): readonly Command[] => [
  { id: 'clear-scope', title: 'Clear the scope', run: () => session.narrow({}) },
  {
    id: 'weight',
    title: 'Switch between weighing samples by period and counting them',
    run: () => {
      const { weight, ...rest } = session.history.present.scope;
      session.narrow(weight === 'period' ? rest : { ...rest, weight: 'period' });
    },
  },
  {
    id: 'idle',
    title: 'Include or exclude idle CPUs',
    run: () => countIdle(session, !session.history.present.scope.withIdle),
  },
];

const tableCommands = (session: Session): readonly Command[] => [
  {
    id: 'export-csv',
    title: 'Export the table as CSV…',
    run: () => withFront(session, 'export'),
  },
  {
    id: 'copy-table',
    title: 'Copy the table',
    run: () => withFront(session, 'copy'),
  },
];

const windowCommands = (session: Session): readonly Command[] => [
  ...panels.map(({ id, name }) => ({
    id,
    title: `Show or hide the ${name.toLowerCase()}`,
    run: () => session.panelToggles.get(name)?.(),
  })),
  ...choices.map(({ id, command, choice }) => ({ id, title: command, run: () => session.choose(...choice) })),
  {
    id: 'larger',
    title: 'Zoom the window in',
    also: ['Ctrl++', 'Ctrl+Shift++'],
    everywhere: true,
    run: () => session.shell.magnify(1),
  },
  {
    id: 'smaller',
    title: 'Zoom the window out',
    everywhere: true,
    run: () => session.shell.magnify(-1),
  },
  {
    id: 'usual-size',
    title: 'Reset the zoom of the window',
    everywhere: true,
    run: () => session.shell.magnify(0),
  },
  { id: 'close', title: 'Close what is open', run: () => session.closeTopmost() },
];

/** Shows a view, or a notification that the captures lack its data. */
function show(session: Session, id: string): void {
  const view = views.find(each => each.id === id);
  const lack = view ? lackOfView(session, view) : null;
  if (lack) {
    session.imports.notify('info', lack);
    return;
  }
  freeFocus();
  session.history.go({ view: id });
}

/** The parts of the window that can be hidden. */
const panels = [
  { id: 'panel-captures', name: 'Captures' },
  { id: 'panel-timeline', name: 'Timeline' },
  { id: 'panel-inspector', name: 'Inspector' },
] as const;

function withFront(session: Session, action: 'export' | 'copy'): void {
  const front = session.front.get();
  if (!front) session.imports.notify('info', 'This view has no table of its own.');
  else if (action === 'copy') void copyTable(session, front);
  else void exportCsv(session, front);
}

function zoomToScope(session: Session): void {
  const extent = extentOf(session.history.present.scope, session.workspace.get()?.captures ?? []);
  session.zoom.update(zoom => (zoom ? null : extent));
}

function zoomBy(session: Session, factor: number): void {
  const whole = session.span.get();
  if (!whole) return;
  const { from, to } = session.zoom.get() ?? whole;
  const next = new TimeScale(from, to, 1).zoomed(0.5, factor, whole);
  session.zoom.set(next.from <= whole.from && next.to >= whole.to ? null : next);
}
