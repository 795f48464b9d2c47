import { createContext, useContext } from 'react';
import type { AnswerColumn, Refers } from '../../../analyzers/contract.ts';
import type {
  Arrangement,
  AskRequest,
  CaptureInfo,
  ClockChange,
  Findings,
  Note,
  QuestionInfo,
  Scope,
  TableDefinition,
  UnsavedWorkspace,
  WorkspaceInfo,
} from '../../contract.ts';
import type { Choice } from '../../settings.ts';
import type { PortMessage, Shell, Start } from '../../shell.ts';
import { baseName } from '../../wording/names.ts';
import { count } from '../../wording/numbers.ts';
import { formatClock, formatDate, type Zone } from '../../wording/time.ts';
import type { Interval } from '../lib/interval.ts';
import { valueKey } from '../lib/value-key.ts';
import { Answers } from './answers.ts';
import type { ChosenInterval } from './chosen-interval.ts';
import { Colours } from './colours.ts';
import { EngineLink, isCancelled, isEnded, sentence } from './engine-link.ts';
import { EventsState } from './events.ts';
import { type Exporting, usualExport } from './exporting.ts';
import { Filters } from './filters.ts';
import { FlameState, type FramePath } from './flame.ts';
import { type FunctionRef, History, type Locations, type ViewLocation } from './history.ts';
import { Imports, type NoticeAction } from './imports.ts';
import { Layouts } from './layouts.ts';
import { type Mark, Marks } from './marks.ts';
import { followed, MetricsState } from './metrics.ts';
import { Notebook } from './notebook.ts';
import { PageTrace } from './page-trace.ts';
import type { PagedAnswer, RowCells } from './paged-answer.ts';
import { Panels } from './panels.ts';
import { Saved } from './saved.ts';
import { overlaps, type ScopeValue, scopeOfLeft, valuesOf, withoutValues } from './scope.ts';
import { SearchState } from './search.ts';
import { shownZone } from './shown-zone.ts';
import { Sorts } from './sorts.ts';
import { SqlState } from './sql.ts';
import { Store } from './store.ts';
import type { Table } from './table.ts';
import { type ChosenTracks, TracksState } from './tracks.ts';
import { type RecordUndo, UndoStack } from './undo-stack.ts';
import type { Values } from './values.ts';
import { ViewKeeper } from './view-keeper.ts';

export type Dialog =
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'export' }
  /** Adds a track to the timeline. */
  | { readonly kind: 'track' }
  | { readonly kind: 'mark'; readonly mark: Mark; readonly isNew: boolean }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'clock'; readonly capture: number }
  | { readonly kind: 'table'; readonly capture: number }
  /** Compares a stored answer with the current one. */
  | { readonly kind: 'evidence'; readonly evidence: number }
  /** Asks before an unsaved workspace is left. */
  | { readonly kind: 'unsaved'; answer(to: Leaving): void }
  | { readonly kind: 'bring'; readonly paths: readonly string[]; answer(to: Bringing): void };

/** The user's choice for an unsaved workspace. */
export type Leaving = 'save' | 'discard' | 'stay';
/** Where captures from outside are opened: in the saved workspace that is open, in a new one, or not at all. */
export type Bringing = 'here' | 'new' | 'nowhere';

/** The main table of the view, for the keys of the window. */
export interface MainGrid {
  openFind(): void;
  focus(): void;
  /** Takes the focus and handles a key that was pressed elsewhere. */
  take?(key: string): void;
}

/** A table that can be copied as text or exported to a file. */
export interface Front {
  readonly name: string;
  /** The question of the table, and the arrangement of its rows. */
  request(): AskRequest & { readonly arrangement: Arrangement };
  export(as: 'csv' | 'tsv', path?: string): Promise<string>;
}

/** The row with the keyboard focus. */
export interface ActiveRow {
  readonly columns: readonly AnswerColumn[];
  readonly cell: RowCells;
  /** Location in which it was selected, see {@link locationKey}. */
  readonly place: string;
  /** Label of the table, and index of the row in its order. */
  readonly at: { readonly label: string; readonly row: number } | null;
}

/** The tracks of the timeline that show what a cell refers to. The timeline provides them: see `main.tsx`. */
export type TrackDoors = (
  session: Session,
  refers: Refers,
  value: string | number,
  cell: RowCells,
) => readonly { readonly title: string; show(): void }[];

/** State of the window when a capture was removed. */
interface Arranged {
  readonly places: Locations;
  readonly tracks: ChosenTracks | null;
  readonly zoom: Interval | null;
}

interface Removal {
  readonly before: Arranged;
  readonly after: Arranged;
  /** Id of the notice that offers to undo it. */
  readonly notice: number;
}

/** An event to pin to an event of another capture. */
export interface ChosenMoment {
  readonly capture: number;
  /** Epoch ns; for an unaligned capture, ns on its own clock. */
  readonly time: bigint;
  /** Id of the notice that explains the next step. */
  readonly notice: number;
}

/** Maximum number of scope values in the history. */
const maxValues = 10_000;

const start: ViewLocation = { scope: {}, view: 'overview', function: null, module: null, search: '' };

/** State of one window: the engine, the open workspace, the current location, and running imports. */
export class Session {
  readonly workspace = new Store<WorkspaceInfo | null>(null);
  readonly questions = new Store<readonly QuestionInfo[]>([]);
  readonly history = new History(start);
  /** The user's choice. */
  readonly zone = new Store<Zone>('UTC');
  /** Zone in which times are written: {@link shownZone}. */
  readonly shownZone = new Store<Zone>('UTC');
  readonly colours = new Store(new Colours());
  /** True while another workspace takes the place of the last one, whose answers must not be shown for it. */
  readonly isOpening = new Store(false);
  readonly dialog = new Store<Dialog | null>(null);
  /** Time span of the timeline; on the captures' own clock if none is aligned to UTC; null without times. */
  readonly span = new Store<Interval | null>(null);
  /** Visible part of the timeline; null: all. */
  readonly zoom = new Store<Interval | null>(null);
  /** The moment marked on the timeline, epoch ns: the time of the selected event, or of the last click. */
  readonly moment = new Store<bigint | null>(null);
  /** The interval shown in the inspector; null if it shows something else. */
  readonly interval = new Store<ChosenInterval | null>(null);
  /** The capture being shifted on the timeline; null if none. */
  readonly shifting = new Store<number | null>(null);
  /** True if samples of idle CPUs are left out of the timeline. */
  readonly leavesOutIdle = new Store(false);
  readonly events = new EventsState();
  readonly metrics = new MetricsState();
  readonly sql = new SqlState();
  readonly search = new SearchState();
  /** The changes that Ctrl+Z undoes. */
  private readonly undoStack = new UndoStack();
  private readonly recordUndo: RecordUndo = (description, undo, isStep = false) =>
    this.undoStack.add({ by: 'window', what: description, isStep, undo });
  readonly tracks = new TracksState(this.recordUndo);
  readonly marks = new Marks(this.recordUndo);
  readonly flame = new FlameState();
  readonly sorts = new Sorts();
  readonly filters = new Filters();
  /** The function that tables highlight; follows the selection and the callers view. */
  readonly selected = new Store<FunctionRef | null>(null);
  readonly exporting = new Store<Exporting>(usualExport);
  /** The capture shown in the inspector; null if it shows a function. */
  readonly capture = new Store<number | null>(null);
  /** Notes of the current view's answer, for the status bar. */
  readonly notes = new Store<readonly Note[]>([]);
  /** The main table, for commands that export or copy it. */
  readonly front = new Store<Front | null>(null);
  /** The active row of the current location. */
  readonly row = new Store<ActiveRow | null>(null);
  /** A row to which a table should scroll. */
  readonly wantedRow = new Store<{ readonly label: string; readonly row: number } | null>(null);
  /** The grid for `/`, and for keys pressed without focus. */
  readonly mainGrid = new Store<MainGrid | null>(null);
  /** A function, or a path from a root down, to which the tree view should open. */
  readonly reveal = new Store<FunctionRef | { readonly path: FramePath } | null>(null);
  readonly recent: Store<readonly string[]>;
  /** Functions that close layers over a view, the newest last; menus and dialogs close by themselves. */
  private readonly layers: (() => void)[] = [];
  /** First event of a pin; null if none is selected. */
  readonly pin = new Store<ChosenMoment | null>(null);
  /** Id of the notice that offers to undo the last change of a clock. */
  private clockNotice = -1;
  /** Workspaces that the engine reports while another one is opened, the latest last. */
  private heldChanges: WorkspaceInfo[] | null = null;
  /** Captures removed since the workspace was opened, by id. */
  private readonly removals = new Map<number, Removal>();
  /** Values in the forms of questions, by question. */
  private readonly forms = new Map<string, Store<Values>>();
  readonly layouts = new Layouts(localStorage);
  readonly panels = new Panels(localStorage);
  /** By the name of a mounted part of the window, the function that shows or hides it. */
  readonly panelToggles = new Map<string, () => void>();
  /** Findings of the open workspace; null until the engine has sent them. */
  readonly findings = new Store<Findings | null>(null);
  readonly notebook = new Notebook(this);
  readonly saved: Saved;
  readonly link: EngineLink;
  private readonly keeper: ViewKeeper;
  readonly answers: Answers;
  readonly imports: Imports;

  constructor(
    readonly shell: Shell,
    readonly begin: Start,
    readonly trackDoors: TrackDoors,
  ) {
    this.recent = new Store(begin.recent);
    const showZone = () =>
      this.shownZone.set(shownZone(this.workspace.get(), this.history.present.scope, this.zone.get()));
    for (const { subscribe } of [this.workspace, this.history.places, this.zone]) subscribe(showZone);
    this.link = new EngineLink({
      progress: (job, progress) => this.imports.progressed(job, progress),
      changed: workspace => {
        if (this.heldChanges) this.heldChanges.push(workspace);
        else this.changed(workspace);
      },
      findingsChanged: findings => {
        this.findings.set(findings);
        void this.shell.setUnsaved(this.isUnsaved);
      },
    });
    this.answers = new Answers(this.link);
    this.imports = new Imports(this.link);
    this.saved = new Saved({
      api: this.link.api,
      imports: this.imports,
      attempt: work => this.attempt(work),
      recordUndo: this.recordUndo,
    });
    this.keeper = new ViewKeeper(
      this,
      {
        view: () => this.link.api.view(),
        keepView: text => this.attempt(() => this.link.api.keepView(text)),
      },
      () => (this.workspace.get()?.captures.length ?? 0) > 0,
    );
  }

  /** Receives the engine's port, at the start and after each restart of the engine. */
  listen(window: Window): void {
    window.addEventListener('message', event => {
      const message = event.data as Partial<PortMessage> | null;
      const port = event.ports[0];
      if (event.source !== window || message?.aftertrace !== 'engine' || !port) return;
      void this.connected(port, message.reason ?? null);
    });
    // Save the view state as well; the port delivers it before it closes.
    window.addEventListener('pagehide', () => {
      void this.notebook.flush();
      void this.keeper.flush();
    });
    this.shell.onGone(message => {
      this.link.end(message);
      this.imports.notify('error', message);
    });
  }

  /** Opens a workspace file, or reads captures into the open workspace. */
  async open(paths: readonly string[]): Promise<void> {
    const workspace = paths.find(path => path.endsWith('.aftertrace'));
    const captures = paths.filter(path => !path.endsWith('.aftertrace'));
    if (workspace && !(await this.openWorkspace(workspace))) return;
    if (captures.length === 0) return;
    await this.isOpen();
    void this.remember(captures[0]!);
    await this.imports.read({ paths: captures });
  }

  /**
   * Opens files from outside of the window: dropped on it, or given to a second start of the program. A workspace that
   * has a file gets no captures unasked.
   */
  async bring(paths: readonly string[]): Promise<void> {
    await this.isOpen();
    const workspace = this.workspace.get();
    const isSaved = workspace?.path != null && workspace.captures.length > 0;
    if (isSaved && !paths.some(path => path.endsWith('.aftertrace'))) {
      const to = await this.asked<Bringing>(answer => ({ kind: 'bring', paths, answer }));
      if (to === 'nowhere' || (to === 'new' && !(await this.openWorkspace(null)))) return;
    }
    await this.open(paths);
  }

  /** Reads a file in a format that the user chose. */
  async readAs(path: string, format: string): Promise<void> {
    await this.imports.read({ paths: [path], format });
  }

  /** Reads the file of a capture again in another format, and replaces the capture. */
  async readAgainAs({ id, path }: CaptureInfo, format: string): Promise<void> {
    await this.imports.read({ paths: [path], format, replaces: id });
  }

  /** Reads a table again with other columns. */
  async readAgainByTable({ id, path }: CaptureInfo, table: TableDefinition): Promise<void> {
    await this.imports.read({ paths: [path], format: 'table', table, replaces: id });
  }

  /** Returns false if the user chose to stay with the unsaved workspace. */
  async openWorkspace(path: string | null): Promise<boolean> {
    return this.leaveFor(async () => {
      const workspace = await this.link.api.open(path);
      if (path) void this.remember(path);
      return workspace;
    });
  }

  /** Closes the window; asks first if the workspace is unsaved. */
  async close(): Promise<void> {
    if (await this.mayLeave()) await this.shell.close();
  }

  private async leaveFor(open: () => Promise<WorkspaceInfo>): Promise<boolean> {
    await this.notebook.flush();
    if (!(await this.mayLeave())) return false;
    let isOpen = false;
    await this.attempt(async () => {
      await this.keeper.flush();
      const held: WorkspaceInfo[] = [];
      this.heldChanges = held;
      try {
        held.push(await open());
        isOpen = true;
        this.isOpening.set(true);
        this.resetSelections();
        await this.restoreView();
      } finally {
        this.heldChanges = null;
        const last = held.at(-1);
        if (last) this.changed(last);
        this.isOpening.set(false);
        if (last?.isOwing) void this.imports.complete();
      }
    });
    return isOpen;
  }

  /** Restores the view stored with the workspace. */
  private async restoreView(): Promise<void> {
    await this.keeper.restore();
    await this.saved.load();
  }

  /** True if the workspace is not empty, and not in a file that the user chose. */
  private get isUnsaved(): boolean {
    const [workspace, noted] = [this.workspace.get(), this.findings.get()];
    if (workspace === null || workspace.path !== null) return false;
    const { findings = [], summary } = noted ?? {};
    return workspace.captures.length > 0 || findings.length > 0 || (summary?.text ?? '') !== '';
  }

  /** Shows a dialog until the user has answered. */
  private async asked<To>(dialog: (answer: (to: To) => void) => Dialog): Promise<To> {
    const to = await new Promise<To>(answer => this.dialog.set(dialog(answer)));
    this.dialog.set(null);
    return to;
  }

  /** Asks about an unsaved workspace; false if the user chose to stay. */
  private async mayLeave(): Promise<boolean> {
    if (!this.isUnsaved) return true;
    const to = await this.asked<Leaving>(answer => ({ kind: 'unsaved', answer }));
    return to === 'discard' || (to === 'save' && (await this.save()));
  }

  /** Saves under a name from the desktop's file dialog; false if the user cancelled. */
  async save(): Promise<boolean> {
    const first = this.workspace.get()?.captures[0]?.name.replace(/\..*/, '') ?? 'workspace';
    const path = await this.shell.pickSave('workspace', `${first}.aftertrace`);
    if (!path) return false;
    await this.saveAs(path.endsWith('.aftertrace') ? path : `${path}.aftertrace`);
    return !this.isUnsaved;
  }

  /** Offers to recover unsaved workspaces after the program ended unexpectedly. */
  private async offerUnsaved(): Promise<void> {
    for (const unsaved of await this.link.api.unsaved()) {
      const { changed } = unsaved;
      const content = contentOf(unsaved, true);
      const zone = this.zone.get();
      const at = BigInt(Math.floor(changed)) * 1_000_000n;
      const when = `${formatDate(at, zone)} ${formatClock(at, zone, 0)} ${zone}`;
      this.imports.notify(
        'question',
        `A workspace of ${content} was not saved when Aftertrace ended unexpectedly, at ${when}.`,
        this.recovery(unsaved),
        true,
      );
    }
  }

  private recovery({ path }: UnsavedWorkspace): readonly NoticeAction[] {
    const recover = async () => {
      if (!(await this.leaveFor(() => this.link.api.recover(path)))) await this.offerUnsaved();
    };
    return [
      { label: 'Recover', run: () => void this.attempt(recover) },
      { label: 'Discard', run: () => void this.attempt(() => this.link.api.discard(path)) },
    ];
  }

  /** Resets all selections, which refer to captures of the former workspace. */
  private resetSelections(): void {
    this.answers.forget();
    this.imports.leaveWorkspace();
    this.removals.clear();
    this.dialog.set(null);
    this.history.reset(start);
    this.selected.set(null);
    this.exporting.set(usualExport);
    this.reveal.set(null);
    this.zoom.set(null);
    this.moment.set(null);
    this.interval.set(null);
    this.shifting.set(null);
    this.events.reset();
    this.events.part.set('list');
    this.sql.reset();
    this.saved.all.set([]);
    this.search.reset();
    this.tracks.chosen.set(null);
    this.marks.all.set([]);
    this.undoStack.clear();
    this.metrics.part.set('series');
    this.metrics.search.set('');
    this.colours.set(new Colours());
    this.flame.reset();
    this.notebook.reset();
    this.row.set(null);
    this.pin.set(null);
    this.sorts.reset();
    this.filters.reset();
  }

  /** Removes a capture, and offers to restore it. */
  async remove({ id, name }: CaptureInfo): Promise<void> {
    await this.attempt(async () => {
      const before = this.arranged();
      this.changed(await this.link.api.remove(id));
      this.undoStack.add({ by: 'removal' });
      await this.dropUnmatched();
      const notice = this.imports.notify('info', `${name} was removed from the workspace.`, [
        { label: 'Undo', keys: 'Ctrl+Z', run: () => void this.restore(id) },
      ]);
      this.removals.set(id, { before, after: this.arranged(), notice });
    });
  }

  /** Removes from all scopes the values that only the removed capture had. */
  private async dropUnmatched(): Promise<void> {
    const { past, present, future } = this.history.places.get();
    const scopes = [...past, present, ...future].map(({ scope }) => scope);
    const kinds = new Set(scopes.flatMap(({ kind }) => kind ?? []));
    const candidates = [valuesOf(scopes), ...[...kinds].map((kind): Scope => ({ kind }))];
    const unmatched: ScopeValue[] = [];
    for (const scope of candidates) {
      const { table } = await this.table('unmatched', {}, scope, maxValues);
      for (let row = 0; row < table.rows; row++)
        unmatched.push({
          part: table.cell(row, 'part') as ScopeValue['part'],
          value: String(table.cell(row, 'value')),
        });
    }
    if (unmatched.length > 0) this.history.rewrite(scope => withoutValues(scope, unmatched));
  }

  /** Restores a capture (default: the one removed last) and the state of the window before its removal. */
  async restore(id = this.workspace.get()?.removed.at(-1)?.id): Promise<void> {
    if (id === undefined) {
      this.imports.notify('info', 'No capture was removed since the workspace was opened.');
      return;
    }
    await this.attempt(async () => {
      this.changed(await this.link.api.restore(id));
      const removal = this.removals.get(id);
      if (!removal) return;
      this.removals.delete(id);
      this.imports.dismiss(removal.notice);
      const { before, after } = removal;
      const now = this.arranged();
      // Later changes by the user stay.
      if (now.places === after.places) this.history.places.set(before.places);
      if (now.tracks === after.tracks) this.tracks.chosen.set(before.tracks);
      if (now.zoom === after.zoom) this.zoom.set(before.zoom);
    });
  }

  /** Sets a clock, and offers to undo it. Rejects if the change is not possible. */
  async setClock(capture: number, change: ClockChange): Promise<void> {
    this.changed(await this.link.api.setClock(capture, change));
    this.undoStack.add({ by: 'clock' });
    this.imports.dismiss(this.clockNotice);
    this.clockNotice = this.imports.notify('info', `The clock of ${this.captureName(capture)} was set.`, [
      { label: 'Undo', keys: 'Ctrl+Z', run: () => void this.undoClock() },
    ]);
  }

  async undoClock(): Promise<void> {
    const description = this.workspace.get()?.clockChange;
    if (!description) {
      this.imports.notify('info', 'No change of a clock is left to undo.');
      return;
    }
    await this.attempt(async () => {
      this.imports.dismiss(this.clockNotice);
      this.changed(await this.link.api.undoClock());
      this.imports.notify('info', `Undone: ${description}.`);
    });
  }

  /** Records a change of findings for Ctrl+Z. */
  findingChanged(typing: string | null): void {
    this.undoStack.add({ by: 'finding', typing });
  }

  /** Undoes the last change; changes from before the workspace was opened, as far as the engine can. */
  async undo(): Promise<void> {
    for (let last = this.undoStack.pop(); last; last = this.undoStack.pop()) {
      if (last.by === 'window') {
        last.undo();
        this.imports.notify('info', `Undone: ${last.what}.`);
        return;
      }
      // The engine counts continuous typing as one change.
      if (last.by === 'finding' && (await this.notebook.undo())) return;
      if (last.by === 'clock' && this.workspace.get()?.clockChange) return this.undoClock();
      if (last.by === 'removal' && this.workspace.get()?.removed.length) return this.restore();
    }
    const { removed = [], clockChange = null } = this.workspace.get() ?? {};
    await (removed.length === 0 && clockChange ? this.undoClock() : this.restore());
  }

  /** Begins a pin; the user selects the event of the other capture next. */
  choosePin(capture: number, time: bigint): void {
    this.cancelPin();
    const notice = this.imports.notify(
      'question',
      `Pin an event of ${this.captureName(capture)}: choose “Pin to this event” on the event of another capture that happened at the same time.`,
      [{ label: 'Cancel', run: () => this.pin.set(null) }],
    );
    this.pin.set({ capture, time, notice });
  }

  cancelPin(): void {
    const pin = this.pin.get();
    if (pin) this.imports.dismiss(pin.notice);
    this.pin.set(null);
  }

  /** Pins the selected event to this moment of another capture. */
  async pinTo(by: number, to: bigint): Promise<void> {
    const pin = this.pin.get();
    if (!pin) return;
    this.cancelPin();
    await this.attempt(() => this.setClock(pin.capture, { pin: { from: pin.time, to, by } }));
  }

  async forgetUnread(): Promise<void> {
    await this.attempt(async () => this.changed(await this.link.api.forgetUnread()));
  }

  async saveAs(path: string): Promise<void> {
    await this.attempt(async () => {
      this.changed(await this.link.api.saveAs(path));
      void this.remember(path);
      this.imports.notify('info', `Saved as ${baseName(path)}.`);
    });
  }

  /** Waits for the engine, because the user may act before it has started. */
  private isOpen(): Promise<void> {
    return new Promise(resolve => {
      const look = () => {
        if (!this.workspace.get()) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.workspace.subscribe(look);
      look();
    });
  }

  /** Runs `work`, and shows an error as a notice. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // `startOver` reports the end of the engine, once.
      if (!isCancelled(error) && !isEnded(error)) this.imports.notify('error', sentence(error));
    }
  }

  /** Registers a layer that Esc closes. Returns the function to call when it is closed. */
  opened(close: () => void): () => void {
    this.layers.push(close);
    return () => {
      this.layers.splice(this.layers.lastIndexOf(close), 1);
    };
  }

  /** Closes the newest layer, else the newest notice. */
  closeTopmost(): void {
    const close = this.layers.at(-1);
    const notice = this.imports.notices.get().at(-1);
    if (close) close();
    else if (notice) this.imports.dismiss(notice.id);
  }

  narrow(scope: Scope): void {
    this.history.go({ scope });
  }

  back(): void {
    this.walk(() => this.history.back());
  }

  forward(): void {
    this.walk(() => this.history.forward());
  }

  /** Selects the function that the callers view returns to, so that all views show the same one. */
  private walk(step: () => void): void {
    const { function: before } = this.history.present;
    step();
    const { function: func } = this.history.present;
    if (func && valueKey(func) !== valueKey(before)) this.select(func);
  }

  /** Selects a function in all views. */
  select(func: FunctionRef | null): void {
    this.capture.set(null);
    this.interval.set(null);
    this.selected.set(func);
  }

  /** Shows an interval in the inspector, and marks the clicked moment. */
  chooseInterval(interval: ChosenInterval): void {
    this.capture.set(null);
    this.interval.set(interval);
    this.moment.set(interval.at);
  }

  /** Changes a setting of the program. */
  choose(...choice: Choice): void {
    void this.attempt(async () => {
      if (!(await this.shell.choose(...choice)))
        this.imports.notify('info', 'The menus change at the next start.');
    });
  }

  readonly captureName = (id: number): string =>
    this.workspace.get()?.captures.find(each => each.id === id)?.name ?? `capture ${id}`;

  /** Values in the form of a question that has no view of its own. */
  formOf(question: string): Store<Values> {
    const form = this.forms.get(question) ?? new Store<Values>({});
    this.forms.set(question, form);
    return form;
  }

  /** Some rows of an answer, their total number, and the notes. */
  async table(
    question: string,
    params: Readonly<Record<string, string | number | boolean>>,
    scope: Scope,
    limit: number,
    first = 0,
  ): Promise<{ readonly table: Table; readonly count: number; readonly notes: readonly Note[] }> {
    const asking = this.answers.ask({ question, params, scope }, this.workspace.get()?.revision ?? 0);
    try {
      const answer = await new Promise<PagedAnswer>((resolve, reject) => {
        const look = () => {
          const current = asking.store.get();
          if (current.state === 'ready') resolve(current.answer);
          if (current.state === 'failed') reject(current.error);
        };
        asking.store.subscribe(look);
        look();
      });
      return { table: await answer.read(first, limit), count: answer.rows, notes: answer.head.notes };
    } finally {
      asking.release();
    }
  }

  /** A whole answer as text, without caching it. */
  async exportAnswer(request: AskRequest, as: 'csv' | 'tsv', path?: string): Promise<string> {
    const job = this.link.newJob('export');
    const { answer } = await this.link.api.ask(job, request);
    try {
      return await this.link.api.exportAnswer(job, answer, { as, ...(path ? { path } : {}) });
    } finally {
      await this.link.api.release(answer);
    }
  }

  private async remember(path: string): Promise<void> {
    this.recent.set(await this.shell.remember(path));
  }

  private async connected(port: MessagePort, reason: string | null): Promise<void> {
    if (reason) return this.startOver(port, reason);
    await this.attempt(async () => {
      let wasReading = false;
      await this.link.connect(port, null, async engine => {
        if ((await engine.info()).isTraced) this.trace();
        this.questions.set(await engine.questions());
        const resumed = await engine.resume();
        wasReading = resumed.wasReading;
        this.changed(resumed.workspace);
      });
      await this.restoreView();
      if (this.workspace.get()?.isOwing) void this.imports.complete();
      if (this.begin.crash)
        this.imports.notify('error', afterCrash(this.begin.crash, this.workspace.get(), wasReading));
      await this.open(this.begin.paths);
      await this.offerUnsaved();
    });
  }

  /** Starts tracing once; later engines use the same trace. */
  private trace(): void {
    if (this.link.watch === null) new PageTrace(this.link.api, this.begin.process).begin(this.link);
  }

  /** Called after the engine ended and another started: reopens the workspace if it has a file, else starts empty, and shows a notice. */
  private async startOver(port: MessagePort, reason: string): Promise<void> {
    const before = this.workspace.get();
    const wasUnsaved = this.isUnsaved;
    const wasReading = this.imports.running.get().some(({ title }) => title === 'Reading captures');
    this.answers.forget();
    await this.attempt(() =>
      this.link.connect(port, reason, async engine => {
        const path = before?.path ?? null;
        const failure = path === null ? null : await failureOf(engine.open(path));
        if (path === null || failure !== null) {
          await engine.open(null);
          this.resetSelections();
        }
        const workspace = await engine.workspace();
        this.changed({ ...workspace, revision: workspace.revision + (before?.revision ?? 0) + 1 });
        const [left] = wasUnsaved ? await engine.unsaved() : [];
        if (left) {
          // Captures can be opened again, but findings would be lost.
          const remedy = left.findings.length > 0 ? 'recover it' : 'recover it, or open them again';
          const sentence = `The workspace of ${contentOf(left, false)} was not saved: ${remedy}.`;
          this.imports.notify('error', `${reason} ${sentence}`, this.recovery(left), true);
          return;
        }
        const message = failure ?? whatIsLost(before, wasReading);
        this.imports.notify('error', [reason, message].join(' ').trim());
      }),
    );
  }

  private changed(workspace: WorkspaceInfo): void {
    this.follow(changedIds(this.workspace.get(), workspace), workspace.span);
    this.answers.clear();
    this.workspace.set(workspace);
    void this.shell.setUnsaved(this.isUnsaved);
    document.title = workspace.path ? `${baseName(workspace.path)} – Aftertrace` : 'Aftertrace';
    if (workspace.captures.length > 0) void this.colour();
  }

  /** Updates scopes, tracks and history after captures were removed or got other ids. */
  private follow(ids: ReadonlyMap<number, number | null>, span: Interval | null): void {
    if (ids.size === 0) return;
    const idOf = (capture: number) => (ids.has(capture) ? (ids.get(capture) ?? null) : capture);
    this.tracks.chosen.update(chosen => followed(chosen, idOf));
    this.capture.update(capture => capture && idOf(capture));
    this.history.rewrite(scope => scopeOfLeft(scope, idOf, span));
    this.zoom.update(zoom => (zoom && span && !overlaps(zoom, span) ? null : zoom));
    const event = this.events.selected.get();
    if (event && idOf(Number(event.capture)) !== event.capture) this.events.select(null);
  }

  /** The state that {@link follow} changes, restored when a capture comes back. */
  private arranged(): Arranged {
    return { places: this.history.places.get(), tracks: this.tracks.chosen.get(), zoom: this.zoom.get() };
  }

  /** Assigns colours, to sampled processes first, because there are few colours and may be many processes. */
  private async colour(): Promise<void> {
    await this.attempt(async () => {
      const hasSamples = (this.workspace.get()?.rows.sample ?? 0) > 0;
      const names = async (question: string, column: string) => {
        const { table } = await this.table(question, {}, {}, 64);
        return Array.from({ length: table.rows }, (_, row) => String(table.cell(row, column)));
      };
      const [sampled, known, modules] = await Promise.all([
        hasSamples ? names('processes', 'process') : [],
        names('all-processes', 'process'),
        hasSamples ? names('modules', 'module') : [],
      ]);
      this.colours.update(colours => colours.with([...sampled, ...known], modules));
    });
  }
}

/** The sentence of an error; null on success. */
const failureOf = (work: Promise<unknown>): Promise<string | null> => work.then(() => null, sentence);

/** The loss when an engine ended, and the remedy; empty if nothing was lost. */
function whatIsLost(before: WorkspaceInfo | null, wasReading: boolean): string {
  const captures = before?.captures.length ?? 0;
  if (before?.path)
    return wasReading ? 'The files being read are not in the workspace: open them again.' : '';
  if (captures > 0) return `The workspace of ${count(captures, 'capture')} was not saved: open them again.`;
  return wasReading ? 'The files being read are lost: open them again.' : '';
}

/** The loss when a page crashed but its engine did not. */
function afterCrash(crash: string, workspace: WorkspaceInfo | null, wasReading: boolean): string {
  const captures = workspace?.captures.length ?? 0;
  const remainder = captures > 0 ? `The workspace is as it was, with ${count(captures, 'capture')}.` : '';
  const sentence = wasReading ? 'The files being read are not in it: open them again.' : '';
  return [crash, remainder, sentence].filter(Boolean).join(' ');
}

/** Maximum number of names in a message. */
const namesSaid = 3;

/** `2 captures (a.log, b.log) and 1 finding (Too slow)` */
function contentOf({ captures, findings }: UnsavedWorkspace, withNames: boolean): string {
  const counted = (names: readonly string[], word: string) =>
    names.length === 0 ? [] : [count(names.length, word) + (withNames ? ` (${someOf(names)})` : '')];
  return [...counted(captures, 'capture'), ...counted(findings, 'finding')].join(' and ');
}

const someOf = (names: readonly string[]): string =>
  [...names.slice(0, namesSaid), ...(names.length > namesSaid ? ['…'] : [])].join(', ');

/** Ids of captures that are gone, with the id of the replacement; null if there is none. */
function changedIds(before: WorkspaceInfo | null, after: WorkspaceInfo): ReadonlyMap<number, number | null> {
  const formerIds = new Set(before?.captures.map(({ id }) => id));
  const came = new Map(after.captures.flatMap(({ path, id }) => (formerIds.has(id) ? [] : [[path, id]])));
  const removed = (before?.captures ?? []).filter(({ id }) => !after.captures.some(each => each.id === id));
  return new Map(removed.map(({ id, path }) => [id, came.get(path) ?? null]));
}

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session around this component.');
  return session;
}
