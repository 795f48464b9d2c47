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
  const { history } = session;
  const go = (id: string) => {
    const view = views.find(each => each.id === id);
    const lack = view ? lackOfView(session, view) : null;
    if (lack) {
      session.imports.notify('info', lack);
      return;
    }
    freeFocus();
    history.go({ view: id });
  };
  return [
    {
      id: 'open-captures',
      title: 'Open captures…',
      keys: 'Ctrl+o',
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
      keys: 'Ctrl+Shift+O',
      run: () => void pickWorkspace(session),
    },
    {
      id: 'save-workspace',
      title: 'Save workspace as…',
      keys: 'Ctrl+s',
      run: () => void session.save(),
    },
    {
      id: 'undo',
      title: 'Undo what was done last',
      keys: 'Ctrl+z',
      run: () => void session.undo(),
    },
    {
      id: 'undo-remove',
      title: 'Bring back the capture removed last',
      run: () => void session.restore(),
    },
    { id: 'undo-clock', title: 'Undo the last change of a clock', run: () => void session.undoClock() },
    { id: 'new-workspace', title: 'Begin an empty workspace', run: () => void session.openWorkspace(null) },
    {
      id: 'palette',
      title: 'Find anything',
      keys: 'Ctrl+k',
      run: () => session.dialog.set({ kind: 'palette' }),
    },
    {
      id: 'search',
      title: 'Search all records',
      keys: 'Ctrl+Shift+F',
      run: () => {
        go('search');
        if (history.present.view === 'search') session.search.call();
      },
    },
    { id: 'keys', title: 'Show all keys', keys: '?', run: () => session.dialog.set({ kind: 'keys' }) },
    { id: 'find', title: 'Find in the table', keys: '/', run: () => session.mainGrid.get()?.openFind() },
    { id: 'next-part', title: 'To the next part of the window', keys: 'F6', run: focusNextPart },
    { id: 'back', title: 'Back', keys: '[', also: ['Alt+ArrowLeft'], run: () => history.back() },
    { id: 'forward', title: 'Forward', keys: ']', also: ['Alt+ArrowRight'], run: () => history.forward() },
    ...views.map(view => ({
      id: `view-${view.id}`,
      title: `Show ${view.title.toLowerCase()}`,
      keys: view.key,
      run: () => go(view.id),
    })),
    {
      id: 'invert',
      title: 'Turn the call tree upside down',
      keys: 'i',
      run: () => go(history.present.view === 'inverted-tree' ? 'call-tree' : 'inverted-tree'),
    },
    {
      id: 'butterfly',
      title: 'Callers and callees of the selected function',
      keys: 'b',
      run: () => {
        const selected = session.selected.get();
        if (selected) walkTo(session, selected);
        else go('callers');
      },
    },
    {
      id: 'zoom',
      title: 'Zoom the timeline to the scope, or back',
      keys: 'z',
      run: () => zoomToScope(session),
    },
    { id: 'zoom-in', title: 'Zoom the timeline in', keys: '+', run: () => zoomBy(session, 1.5) },
    { id: 'zoom-out', title: 'Zoom the timeline out', keys: '-', run: () => zoomBy(session, 1 / 1.5) },
    {
      id: 'new-finding',
      title: 'New finding from what is in front',
      keys: 'n',
      run: () => addFinding(session),
    },
    {
      id: 'check-findings',
      title: 'Check whether findings still hold',
      run: () => void session.notebook.check(),
    },
    {
      id: 'export-findings',
      title: 'Export the findings as a report…',
      run: () => session.dialog.set({ kind: 'export' }),
    },
    {
      id: 'redo',
      title: 'Do again what was undone in findings',
      keys: 'Ctrl+y',
      also: ['Ctrl+Shift+Z'],
      run: () => void session.notebook.redo(),
    },
    {
      id: 'add-track',
      title: 'Add a track to the timeline…',
      run: () => session.dialog.set({ kind: 'track' }),
    },
    { id: 'clear-scope', title: 'Clear the scope', run: () => session.narrow({}) },
    {
      id: 'weight',
      title: 'Weigh samples by their period, or count them',
      keys: 'p',
      run: () => {
        const { weight, ...rest } = history.present.scope;
        session.narrow(weight === 'period' ? rest : { ...rest, weight: 'period' });
      },
    },
    {
      id: 'idle',
      title: 'Count idle CPUs, or leave them out',
      run: () => countIdle(session, !history.present.scope.withIdle),
    },
    {
      id: 'export-csv',
      title: 'Export the table as CSV…',
      keys: 'Ctrl+e',
      run: () => withFront(session, 'export'),
    },
    {
      id: 'copy-table',
      title: 'Copy the table',
      keys: 'Ctrl+Shift+C',
      run: () => withFront(session, 'copy'),
    },
    ...panels.map(({ name, keys }) => ({
      id: `panel-${name.toLowerCase()}`,
      title: `Show or hide the ${name.toLowerCase()}`,
      keys,
      run: () => session.panelToggles.get(name)?.(),
    })),
    { id: 'theme-dark', title: 'Dark', run: () => session.setTheme('dark') },
    { id: 'theme-light', title: 'Light', run: () => session.setTheme('light') },
    { id: 'theme-system', title: 'Dark or light as the system', run: () => session.setTheme('system') },
    {
      id: 'larger',
      title: 'Everything larger',
      keys: 'Ctrl+=',
      also: ['Ctrl++', 'Ctrl+Shift++'],
      everywhere: true,
      run: () => session.shell.magnify(1),
    },
    {
      id: 'smaller',
      title: 'Everything smaller',
      keys: 'Ctrl+-',
      everywhere: true,
      run: () => session.shell.magnify(-1),
    },
    {
      id: 'usual-size',
      title: 'Everything as large as usual',
      keys: 'Ctrl+0',
      everywhere: true,
      run: () => session.shell.magnify(0),
    },
    { id: 'close', title: 'Close what is open', keys: 'Escape', run: () => session.closeTopmost() },
  ];
}

/** The parts of the window that can be hidden. */
const panels = [
  { name: 'Captures', keys: 'Ctrl+b' },
  { name: 'Timeline', keys: 'Ctrl+j' },
  { name: 'Inspector', keys: 'Ctrl+i' },
] as const;

function withFront(session: Session, what: 'export' | 'copy'): void {
  const front = session.front.get();
  if (!front) session.imports.notify('info', 'This view has no table of its own.');
  else if (what === 'copy') void copyTable(session, front);
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
