/**
 * A workspace: one DuckDB file that holds captures. All access to the file goes through it.
 *
 * Queries run in parallel. Changes (import, remove, setClock) run one at a time; operations that must close the file
 * for a moment (saveAs, export) wait until everything else is done.
 */

import { mkdirSync, realpathSync } from 'node:fs';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { causeOf } from './causes.ts';
import { changeClocks, endBegunChange, undoChange } from './clock-changes.ts';
import type { ClockChange } from './clocks/clock.ts';
import { type PastChange, readHistory } from './clocks/clock-history.ts';
import { cutBack, type DatabaseFile, openError, type StoreSettings } from './database/database-file.ts';
import { interruptible } from './database/interrupt.ts';
import { type OutputOptions, type Outputs, type Sources, withOutputs } from './database/outputs.ts';
import { realPath } from './database/real-path.ts';
import { readColumns } from './database/results.ts';
import { readTable } from './database/sql.ts';
import { removeAbandoned, removeWorkspace, temporaryPath } from './database/temporary.ts';
import { derivations } from './derivations.ts';
import { type Derivation, derive } from './derive.ts';
import { WorkspaceError } from './errors.ts';
import { faultPoints } from './fault-points.ts';
import type { KeptFindings } from './findings/copies.ts';
import { copyKept, type KeptCapture } from './findings/cut.ts';
import type { Held } from './held.ts';
import { PreparedImport } from './import/begin.ts';
import { importInto } from './import/import.ts';
import type { ImportOptions, ImportProgress, ImportReport, ImportRequest } from './import/request.ts';
import { Kept } from './kept.ts';
import { type Makers, payOwed, type Tell } from './passes.ts';
import {
  type Cancel,
  type Columns,
  type Query,
  QueryError,
  type SelectOptions,
  type SqlParams,
  type SqlTable,
} from './query.ts';
import { removeCapture, restoreCapture } from './removal.ts';
import { type CaptureRecord, type ProblemRecord, readCaptures, readProblems } from './store/captures.ts';
import { type Owed, readOwed } from './store/owed.ts';
import { forgetRemoved } from './store/removed.ts';
import { createKindViews } from './store/views.ts';
import { lacksSymbols, resolveSymbols, type SymbolGuess } from './symbols/resolve.ts';
import { statement, traced } from './trace.ts';
import { ensureSchema, isUncreated, mustBeCurrent, openStore } from './upgrade.ts';
import { WorkspaceFile } from './workspace-file.ts';

export interface WorkspaceOptions {
  /** Limit of the memory of the whole process, bytes. Default 1 GB. */
  readonly memory?: number;
  /** Threads for queries. Default: those of `AFTERTRACE_THREADS`, or one per CPU. */
  readonly threads?: number;
  /** The bundled `reading/worker.ts`. Without it captures are parsed on this thread. */
  readonly worker?: URL | string;
  /**
   * Folder of unsaved workspaces. If the process is killed, its workspace stays there and can be opened with {@link
   * Workspace.recover}. Default: the system's folder for temporary files, where it is deleted after a day.
   */
  readonly unsaved?: string;
  /** Folder of the application's data, for second copies of findings; without it there are none. */
  readonly data?: string;
  /** Opens a workspace only to ask it; a file that may not be written, or whose folder may not be, is always opened so. */
  readonly readOnly?: boolean;
  /** Tables derived from others; default: those registered. */
  readonly derivations?: readonly Derivation[];
}

export const defaultMemory = 1e9;

/**
 * Memory for read-only sessions, bytes: an eighth of RAM, between 1 and 4 GB, so that repeated questions find their
 * data cached. A search of 1.5 GB of logs takes two thirds of the time that it takes with 1 GB, in which the messages
 * do not fit.
 */
export const readOnlyMemory = Math.min(4e9, Math.max(defaultMemory, totalmem() / 8));

/** Counts over all workspaces of the process. */
let revisions = 0;

export class Workspace implements Query {
  /** Increases with every change, and is never that of another workspace; part of every cache key. */
  revision = ++revisions;
  /** What the parts of a change get of the workspace. */
  private readonly held: Held = {
    columns: (sql, params, cancel) => this.columns(sql, params, cancel),
    table: (sql, options) => this.table(sql, options),
    captures: () => this.captures(),
    captureById: id => this.captureById(id),
    transaction: statements => this.transaction(statements),
  };
  private readonly kept: Kept;
  /** Number of changes begun. */
  private changes = 0;
  private isChanging = false;
  /** The captures as last read: to read them takes milliseconds, and a change asks for them several times. */
  private known: { store: DatabaseFile; revision: number; captures: readonly CaptureRecord[] } | null = null;
  private readonly removedCaptures: CaptureRecord[] = [];

  private constructor(
    private readonly opened: WorkspaceFile,
    private options: WorkspaceOptions,
  ) {
    this.kept = new Kept(this.held, opened, options.data);
  }

  /**
   * Opens the workspace at `path`, creates it if there is none, and upgrades it in place if it is older. `null`: a
   * temporary file, which `close` deletes. What a killed import owes is made by {@link complete}.
   *
   * @throws WorkspaceError `locked`, `not-a-workspace`, `newer`, `unreadable`, `corrupt` or `not-found`.
   */
  static async open(path: string | null, options: WorkspaceOptions = {}): Promise<Workspace> {
    if (path !== null) return Workspace.at(resolve(path), false, options);
    const { unsaved } = options;
    if (unsaved) mkdirSync(unsaved, { recursive: true });
    else removeAbandoned();
    return Workspace.at(temporaryPath(unsaved), true, options);
  }

  /**
   * Opens an unsaved workspace left behind by a killed process. It remains unsaved: `close` deletes it unless
   * `saveAs` was called.
   */
  static recover(path: string, options: WorkspaceOptions = {}): Promise<Workspace> {
    return Workspace.at(path, true, options);
  }

  private static async at(path: string, temporary: boolean, options: WorkspaceOptions): Promise<Workspace> {
    // Links are followed here, because DuckDB would look for the log beside the file that a link leads to.
    const file = realPath(path);
    const isNew = isUncreated(file);
    const store = await openStore(file, storeSettings(options));
    try {
      const ready = store.isReadOnly
        ? await mustBeCurrent(store)
        : await ensureSchema(store, isNew, storeSettings(options));
      const opened = new WorkspaceFile(ready, temporary, storeSettings(options));
      const workspace = new Workspace(opened, options);
      // If this fails, as on a full disk, the next opening tries again.
      if (!isNew && !store.isReadOnly) await endBegunChange(workspace.held).catch(() => undefined);
      if (!isNew) await workspace.kept.compare();
      return workspace;
    } catch (error) {
      store.close();
      throw openError(file, error);
    }
  }

  /** Path of the file, whether chosen by the user or temporary. */
  get file(): string {
    return this.opened.path;
  }

  /** A sentence if its findings were not those of their second copy when it was opened; null if they were. */
  get findingsDoubt(): string | null {
    return this.kept.doubt;
  }

  /** True if it can be asked and saved elsewhere, but not changed. */
  get isReadOnly(): boolean {
    return this.store.isReadOnly;
  }

  /** null for a temporary file. */
  get path(): string | null {
    return this.opened.isTemporary ? null : this.file;
  }

  private get store(): DatabaseFile {
    return this.opened.store;
  }

  columns(sql: string, params?: SqlParams, cancel?: Cancel): Promise<Columns> {
    return this.opened.read(() => {
      if (cancel?.aborted) throw new QueryError('cancelled before it began', sql);
      const lend = params === undefined ? 'use' : 'snapshot';
      return this.store[lend](connection =>
        interruptible(connection, cancel, () => readColumns(connection, sql, params)),
      );
    });
  }

  /** Runs one SELECT of the user: see `sql.ts` for its restrictions. */
  table(sql: string, options: SelectOptions = {}): Promise<SqlTable> {
    const work = { category: 'query', name: 'user SQL', args: statement(sql) };
    return this.opened.read(() =>
      traced(work, () => this.store.snapshot(connection => readTable(connection, sql, options))),
    );
  }

  async captures(): Promise<readonly CaptureRecord[]> {
    const { store, known } = this;
    const { revision } = store;
    if (revision !== null && known?.store === store && known.revision === revision) return known.captures;
    const captures = await readCaptures(this);
    if (revision !== null && revision === store.revision) this.known = { store, revision, captures };
    return captures;
  }

  problems(capture?: number): Promise<readonly ProblemRecord[]> {
    return readProblems(this, capture);
  }

  /**
   * Imports captures. Rows of other captures stay, but their clocks may be aligned anew; captures named in
   * `replaces`, or whose file has grown, are replaced. A cancelled or killed import leaves no partial capture.
   *
   * @param begun the same import, begun before the workspace was open
   */
  import(request: ImportRequest, options: ImportOptions = {}, begun?: PreparedImport): Promise<ImportReport> {
    return this.change(async () => {
      const { memory = this.options.memory ?? defaultMemory } = request;
      if (memory !== (this.options.memory ?? defaultMemory)) await this.reopen({ ...this.options, memory });
      const { worker } = this.options;
      const before = await this.captures();
      if (request.replaces !== undefined) await this.captureById(request.replaces);
      const start = begun ?? new PreparedImport(request, { worker, memory, ...options });
      let latest: ImportProgress | null = null;
      const onProgress = (progress: ImportProgress) => {
        latest = progress;
        options.onProgress?.(progress);
      };
      const outcome = await importInto(this.store, before, request, start, { ...options, onProgress });
      const { ids, duplicates, replaced } = outcome;
      const failures = [...outcome.failures];
      if (outcome.mustReopen)
        await this.reopen(this.options, () => outcome.before && cutBack(this.file, outcome.before));
      const remarks: string[] = [];
      try {
        await this.pay(options.cancel, {
          status: what => latest && options.onProgress?.({ ...latest, what }),
          remark: sentence => remarks.push(sentence),
        });
      } catch (error) {
        const failure = notCompleted(this.file, error);
        if (!failure) throw error;
        failures.push(failure);
        if (this.store.needsReopening) await this.reopen();
      }
      const captures = (await this.captures()).filter(({ id }) => ids.includes(id));
      const cancelled = options.cancel?.aborted ?? false;
      return { captures, failures, duplicates, replaced, remarks, cancelled };
    });
  }

  /**
   * Makes the passes that a killed import owes; until then its captures are partial. What a cancel leaves stays owed.
   *
   * @throws WorkspaceError `disk-full` or `unwritable` if they cannot be stored
   */
  async complete({ cancel, onProgress }: Pick<ImportOptions, 'cancel' | 'onProgress'> = {}): Promise<void> {
    if (this.isReadOnly || (await this.owed()).length === 0) return;
    const begin = process.hrtime.bigint();
    const status = (what: string) =>
      onProgress?.({ ...nothingRead, what, elapsed: Number(process.hrtime.bigint() - begin) });
    await this.change(async () => {
      try {
        await this.pay(cancel, { status, remark: () => undefined });
      } catch (error) {
        const failure = notCompleted(this.file, error);
        if (this.store.needsReopening) await this.reopen();
        throw failure ? new WorkspaceError(failure.code, failure.message) : error;
      }
    });
  }

  private pay(cancel: Cancel | undefined, tell: Tell): Promise<void> {
    return payOwed(this.held, this.makers(cancel), tell, cancel);
  }

  private makers(cancel: Cancel | undefined): Makers {
    return {
      nameFunctions: folders => this.nameFunctions(folders, cancel),
      derive: (captures, changed) => this.derive(captures, changed, cancel),
    };
  }

  /**
   * Removes a capture and its rows; {@link restore} brings them back until the workspace is closed. Interned texts,
   * frames and stacks stay, because other captures may share them.
   */
  async remove(capture: number): Promise<void> {
    await this.change(async () => {
      const removed = await removeCapture(this.held, capture);
      this.removedCaptures.push(removed);
      await this.derive(await this.captures(), [removed]);
    });
  }

  /** Restores a removed capture: its rows, its clock, and the clocks that rest on it. */
  async restore(capture: number): Promise<void> {
    await this.change(async () => {
      const removed = this.removedCaptures.find(({ id }) => id === capture);
      if (!removed)
        throw new WorkspaceError(
          'not-found',
          `Capture ${capture} was not removed since the workspace was opened.`,
        );
      await restoreCapture(this.held, removed);
      this.removedCaptures.splice(this.removedCaptures.indexOf(removed), 1);
      await this.derive(await this.captures(), [removed]);
      if (removed.rows.event) await this.store.run(await createKindViews(this));
    });
  }

  /** Captures that {@link restore} can bring back, in the order of removal. */
  get removed(): readonly CaptureRecord[] {
    return this.removedCaptures;
  }

  /**
   * Changes the clock of a capture without reading its file again, overruling what is known or guessed; {@link undoClock} undoes
   * all `changes` at once.
   */
  async setClock(capture: number, ...changes: readonly ClockChange[]): Promise<void> {
    await this.change(async () => {
      await changeClocks(this.held, capture, changes, () => this.deriveAll());
    });
  }

  /** Changes of clocks that can be undone, the latest at the end. */
  clockHistory(): Promise<readonly PastChange[]> {
    return readHistory(this);
  }

  /**
   * Undoes the last change of a clock, including changes of other clocks that followed from it.
   *
   * @returns the change; null if there is none
   */
  async undoClock(): Promise<PastChange | null> {
    let undone: PastChange | null = null;
    await this.change(async () => {
      undone = await undoChange(this.held, () => this.deriveAll());
    });
    return undone;
  }

  /** A setting stored under `key`; null if there is none. */
  setting(key: string): Promise<string | null> {
    return this.kept.setting(key);
  }

  /** Stores view state under a key. Does not change `revision`, because no answer depends on it. */
  setSetting(key: string, value: string): Promise<void> {
    return this.kept.setSetting(key, value);
  }

  /** Writes findings: see {@link Kept.write}. `revision` stays, because no answer changes. */
  writeFindings(work: () => Promise<readonly string[]>): Promise<void> {
    return this.kept.write(work);
  }

  /** Puts findings and settings of another workspace into this one, which has none. */
  takeFindings(findings: KeptFindings): Promise<void> {
    return this.kept.take(findings);
  }

  /** The files that no output may replace. */
  private async sources(): Promise<Sources> {
    return { workspace: this.file, captures: (await this.captures()).map(({ path }) => path) };
  }

  /** Runs `work`, which writes files for the user: see `outputs.ts`. */
  async withOutputs<T>(
    options: Omit<OutputOptions, 'sources'>,
    work: (outputs: Outputs) => Promise<T>,
  ): Promise<T> {
    return withOutputs({ ...options, sources: await this.sources() }, work);
  }

  /**
   * Runs `work`, which reads the captures in several steps.
   *
   * @throws WorkspaceError `changed` if they change meanwhile, as its result would be of two states
   */
  async unchanged<T>(work: () => Promise<T>): Promise<T> {
    const { changes } = this;
    const result = this.isChanging ? null : { of: await work() };
    if (result && this.changes === changes) return result.of;
    throw new WorkspaceError(
      'changed',
      'The captures have changed meanwhile, so nothing was written: try again when the import has ended.',
    );
  }

  /** Saves the workspace at another path and continues there. An existing file is replaced. */
  async saveAs(path: string): Promise<void> {
    const target = resolve(path);
    if (target === this.file) return;
    await this.opened.inTurn(async () => {
      this.opened.assertOpen();
      await this.opened.moveTo(target, await this.sources());
      this.options = { ...this.options, readOnly: false };
    });
  }

  /**
   * Exports the findings and the rows named by `kept` to a new workspace. This workspace is unchanged.
   *
   * @param path of a file that does not exist
   */
  async exportSubset(path: string, kept: readonly KeptCapture[]): Promise<void> {
    const copy = `${path}.copy`;
    try {
      await this.opened.inTurn(() => this.opened.copyTo(copy));
      await (await Workspace.at(path, false, this.options)).close();
      await copyKept(copy, path, kept, storeSettings(this.options).memory);
      const made = await Workspace.at(path, false, this.options);
      await made.store.run(await createKindViews(made));
      await made.store.closeWhole();
    } finally {
      removeWorkspace(copy);
    }
  }

  /**
   * Writes every table into `folder`, one file each, and returns their paths. Files of those names are replaced
   * when all have been written.
   */
  async exportTables(folder: string, as: 'parquet' | 'arrow', cancel?: Cancel): Promise<readonly string[]> {
    const target = resolve(folder);
    return this.opened.inTurn(async () => {
      this.opened.assertOpen();
      const { writeArrow, writeParquet } = await import('./export.ts');
      return this.withOutputs({ cancel }, outputs => {
        outputs.makeFolder(target);
        if (as === 'arrow') return writeArrow(this, target, outputs, cancel);
        // The database forbids writes outside itself: see database-file.ts.
        return this.opened.withFolder(realpathSync.native(target), () =>
          writeParquet(this.store, target, outputs, cancel),
        );
      });
    });
  }

  /** Closes the file, after running queries have finished. */
  async close(): Promise<void> {
    await this.opened.inTurn(() => this.kept.close(() => this.opened.close(() => this.forgetCaptures())));
  }

  private async forgetCaptures(): Promise<void> {
    this.known = null;
    if (this.removedCaptures.length > 0 && !this.opened.isTemporary)
      await this.store.run(forgetRemoved.join(';'));
  }

  private async reopen(options = this.options, whileClosed?: () => void): Promise<void> {
    await this.opened.reopen(storeSettings(options), whileClosed);
    this.options = options;
  }

  private change<T>(work: () => Promise<T>): Promise<T> {
    return this.opened.inTurn(async () => {
      this.opened.assertWritable();
      this.changes++;
      this.isChanging = true;
      try {
        return await work();
      } finally {
        this.isChanging = false;
        this.revision = ++revisions;
      }
    });
  }

  /**
   * Resolves frames without a symbol from symbol files in `folders`, the recorded binaries and the running kernel.
   * Only files with the same build id are used.
   *
   * @returns the number of functions that got a name
   */
  addSymbols(
    folders: readonly string[],
    onGuess?: (guess: SymbolGuess) => void,
    cancel?: Cancel,
  ): Promise<number> {
    return this.change(() => this.nameFunctions(folders, cancel, onGuess));
  }

  private nameFunctions(
    folders: readonly string[],
    cancel?: Cancel,
    onGuess?: (guess: SymbolGuess) => void,
  ): Promise<number> {
    return this.opened.read(() =>
      this.store.transaction(async connection => {
        if (!(await lacksSymbols(connection, folders.length > 0))) return 0;
        return interruptible(connection, cancel, () => resolveSymbols(connection, folders, onGuess, cancel));
      }),
    );
  }

  private async transaction(statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    await this.opened.read(() =>
      this.store.transaction(async connection => {
        for (const statement of statements) await duckdb.query(connection, statement);
      }),
    );
    faultPoints.reached('changed');
  }

  private derive(
    captures: readonly CaptureRecord[],
    changed: readonly CaptureRecord[],
    cancel?: Cancel,
  ): Promise<void> {
    const registered = this.options.derivations ?? derivations;
    return traced({ category: 'import', name: 'derive' }, () =>
      derive(this.store, registered, captures, changed, cancel),
    );
  }

  private async deriveAll(): Promise<void> {
    await this.derive(await this.captures(), []);
  }

  /** What imports have not done yet: see `owed.ts`. */
  owed(): Promise<readonly Owed[]> {
    return readOwed(this);
  }

  private async captureById(id: number): Promise<CaptureRecord> {
    const captures = await this.captures();
    const found = captures.find(capture => capture.id === id);
    if (found) return found;
    const known = captures.map(capture => capture.id).join(', ') || 'none';
    throw new WorkspaceError('not-found', `There is no capture ${id} in this workspace: it has ${known}.`);
  }
}

const nothingRead: ImportProgress = {
  what: '',
  bytes: 0,
  totalBytes: null,
  rows: 0,
  files: 0,
  totalFiles: 0,
  elapsed: 0,
};

/** The failure of passes that cannot be stored; null if it has another cause. */
function notCompleted(path: string, error: unknown) {
  const cause = causeOf(error);
  if (!cause) return null;
  const how =
    cause.code === 'out-of-memory'
      ? 'To import again with more, as with --memory 4GB,'
      : 'Opening it again, when it can be,';
  const message = `${path} cannot be written: ${cause.why}. ${how} completes the captures that are partial.`;
  return { path, code: cause.code, message };
}

/**
 * DuckDB gets 30 % of the memory and uses it as its buffer cache; the rest is for Node, the workers and their blocks.
 * Imports of events (35 MB per million) peak at 0.8 GB with the default of 1 GB, whatever their number.
 */
function storeSettings(options: WorkspaceOptions): StoreSettings {
  const memory = options.memory ?? defaultMemory;
  const { threads = Number(process.env.AFTERTRACE_THREADS) || undefined, readOnly = false } = options;
  return { memory: Math.max(memory * 0.3, 128e6), threads, readOnly };
}
