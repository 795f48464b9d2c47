/**
 * A workspace: one DuckDB file that holds captures. All access to the file goes through it.
 *
 * Queries run in parallel. Changes (import, remove, setClock) run one at a time; operations that must close the file
 * for a moment (saveAs, export) wait until everything else is done.
 */

import { constants, mkdirSync, realpathSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { causeOf } from './causes.ts';
import { changeClocks, endBegunChange, giveDrift, undoChange } from './clock-changes.ts';
import type { ClockChange } from './clocks/clock.ts';
import { type PastChange, readHistory } from './clocks/clock-history.ts';
import { driftRows } from './clocks/drift.ts';
import { cutBack, DatabaseFile, openError, type StoreSettings } from './database/database-file.ts';
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
import {
  copiesIn,
  doubtOf,
  FindingsCopies,
  type FindingsCopy,
  type KeptFindings,
  keptSettings,
  markChanged,
  readKept,
} from './findings/copies.ts';
import { copyKept, type KeptCapture } from './findings/cut.ts';
import { insertRow } from './findings/records.ts';
import { Gate } from './gate.ts';
import type { Held } from './held.ts';
import { PreparedImport } from './import/begin.ts';
import { importInto } from './import/import.ts';
import { freeName } from './import/names.ts';
import type { ImportOptions, ImportProgress, ImportReport, ImportRequest } from './import/request.ts';
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
import { type CaptureRecord, type ProblemRecord, readCaptures, readProblems } from './store/captures.ts';
import { forgetCapture, updateClock } from './store/clock-facts.ts';
import { type Owed, readOwed } from './store/owed.ts';
import { bringBack, forgetRemoved, removal, setAside } from './store/removed.ts';
import { text } from './store/schema.ts';
import { createKindViews } from './store/views.ts';
import { lacksSymbols, resolveSymbols, type SymbolGuess } from './symbols/resolve.ts';
import { statement, traced } from './trace.ts';
import { ensureSchema, isUncreated, mustBeCurrent, openStore } from './upgrade.ts';

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
  private readonly gate = new Gate();
  private readonly writer = new Gate();
  private readonly findingWriter = new Gate();
  private closed = false;
  /** Number of changes begun. */
  private changes = 0;
  private isChanging = false;
  /** The captures as last read: to read them takes milliseconds, and a change asks for them several times. */
  private known: { store: DatabaseFile; revision: number; captures: readonly CaptureRecord[] } | null = null;
  private readonly removedCaptures: CaptureRecord[] = [];
  private readonly copies: FindingsCopies | null = null;
  private doubt: string | null = null;

  private constructor(
    private store: DatabaseFile,
    private temporary: boolean,
    private options: WorkspaceOptions,
  ) {
    if (options.data) this.copies = new FindingsCopies(copiesIn(options.data), () => this.findingsCopy());
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
      const workspace = new Workspace(ready, temporary, options);
      // If this fails, as on a full disk, the next opening tries again.
      if (!isNew && !store.isReadOnly) await endBegunChange(workspace.held).catch(() => undefined);
      if (!isNew) await workspace.doubtFindings();
      return workspace;
    } catch (error) {
      store.close();
      throw openError(file, error);
    }
  }

  /** Path of the file, whether chosen by the user or temporary. */
  get file(): string {
    return this.store.path;
  }

  /** A sentence if its findings were not those of their second copy when it was opened; null if they were. */
  get findingsDoubt(): string | null {
    return this.doubt;
  }

  /** True if it can be asked and saved elsewhere, but not changed. */
  get isReadOnly(): boolean {
    return this.store.isReadOnly;
  }

  /** null for a temporary file. */
  get path(): string | null {
    return this.temporary ? null : this.store.path;
  }

  columns(sql: string, params?: SqlParams, cancel?: Cancel): Promise<Columns> {
    return this.read(() => {
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
    return this.read(() =>
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
        await this.reopen(this.options, () => outcome.before && cutBack(this.store.path, outcome.before));
      const remarks: string[] = [];
      try {
        await this.pay(options.cancel, {
          status: what => latest && options.onProgress?.({ ...latest, what }),
          remark: sentence => remarks.push(sentence),
        });
      } catch (error) {
        const failure = notCompleted(this.store.path, error);
        if (!failure) throw error;
        failures.push(failure);
        if (this.store.needsReopening) await this.reopen(this.options);
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
        const failure = notCompleted(this.store.path, error);
        if (this.store.needsReopening) await this.reopen(this.options);
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
      const removed = await this.captureById(capture);
      // Removed rows are stored without drift; `capture.drift` says what to reapply in `restore`.
      await this.transaction([
        ...driftRows(removed, 0),
        ...setAside(capture),
        ...forgetCapture(capture),
        ...removal(capture),
      ]);
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
      const taken = new Set((await this.captures()).map(({ name }) => name));
      const name = taken.has(removed.name) ? freeName(taken, removed.path) : removed.name;
      // Removed rows are stored without drift.
      const { clock } = removed;
      const { drift } = clock.facts;
      const undrifted = updateClock(capture, { ...clock, facts: { ...clock.facts, drift: 0 } });
      await this.transaction([...bringBack(capture, name), ...(drift === 0 ? [] : [undrifted])]);
      await giveDrift(this.held, capture, drift);
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
  async setting(key: string): Promise<string | null> {
    const result = await this.columns('SELECT value AS v FROM workspace WHERE key = ?', [`kept ${key}`]);
    return result.texts('v')[0] ?? null;
  }

  /** Stores view state under a key. Does not change `revision`, because no answer depends on it. */
  setSetting(key: string, value: string): Promise<void> {
    // In turns with findings: both write the time of the last change, and DuckDB refuses the second of two writers.
    return this.writer.exclusive(() =>
      this.findingWriter.exclusive(async () => {
        this.assertWritable();
        await this.transaction([
          `DELETE FROM workspace WHERE key = ${text(`kept ${key}`)}`,
          `INSERT INTO workspace VALUES (${text(`kept ${key}`)}, ${text(value)})`,
          ...markChanged(),
        ]);
        this.copies?.changed();
      }),
    );
  }

  /**
   * Writes findings in one transaction that is durable when the promise resolves. May run during an import. `work`
   * reads the current findings and returns the statements; writers of findings are serialised. `revision` stays,
   * because no answer changes.
   */
  writeFindings(work: () => Promise<readonly string[]>): Promise<void> {
    return this.findingWriter.exclusive(async () => {
      this.assertWritable();
      const statements = await work();
      if (statements.length === 0) return;
      await this.transaction([...statements, ...markChanged()]);
      this.copies?.changed();
    });
  }

  /** Puts findings and settings of another workspace into this one, which has none. */
  takeFindings({ finding, evidence, settings }: KeptFindings): Promise<void> {
    return this.writeFindings(async () => [
      `DELETE FROM workspace WHERE ${keptSettings}`,
      ...finding.map(row => insertRow('finding', row)),
      ...evidence.map(row => insertRow('evidence', row)),
      ...settings.map(([key, value]) => `INSERT INTO workspace VALUES (${text(key)}, ${text(value)})`),
    ]);
  }

  private async doubtFindings(): Promise<void> {
    const { data } = this.options;
    if (!data || this.temporary) return;
    try {
      this.doubt = doubtOf(await this.findingsCopy(), copiesIn(data));
    } catch {
      // What cannot be read is reported by whatever asks for it.
    }
  }

  private async findingsCopy(): Promise<FindingsCopy> {
    const id = await this.columns("SELECT value AS v FROM workspace WHERE key = 'id'");
    return { id: id.texts('v')[0] ?? 'none', path: this.store.path, ...(await readKept(this)) };
  }

  /** The files that no output may replace. */
  private async sources(): Promise<Sources> {
    return { workspace: this.store.path, captures: (await this.captures()).map(({ path }) => path) };
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
    if (target === this.store.path) return;
    await this.writer.exclusive(async () => {
      this.assertOpen();
      const options = { sources: await this.sources(), isWorkspace: true };
      await this.gate.exclusive(async () => {
        const from = this.store.path;
        await withOutputs(options, async outputs => {
          await outputs.check(target);
          await this.whileClosed(() =>
            outputs.write(target, part => copyFile(from, part, constants.COPYFILE_FICLONE)),
          );
        });
        this.options = { ...this.options, readOnly: false };
        const saved = await DatabaseFile.open(realpathSync.native(target), storeSettings(this.options));
        this.store.close();
        this.store = saved;
        if (this.temporary) removeWorkspace(from);
        this.temporary = false;
      });
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
      await this.copyTo(copy);
      await (await Workspace.at(path, false, this.options)).close();
      await copyKept(copy, path, kept, storeSettings(this.options).memory);
      const made = await Workspace.at(path, false, this.options);
      await made.store.run(await createKindViews(made));
      await made.store.closeWhole();
    } finally {
      removeWorkspace(copy);
    }
  }

  /** Copies the closed file: waits for running queries, closes, copies, reopens. */
  private copyTo(path: string): Promise<void> {
    return this.writer.exclusive(() =>
      this.gate.exclusive(() => {
        this.assertOpen();
        return this.whileClosed(() => copyFile(this.store.path, path, constants.COPYFILE_FICLONE));
      }),
    );
  }

  /**
   * Writes every table into `folder`, one file each, and returns their paths. Files of those names are replaced
   * when all have been written.
   */
  async exportTables(folder: string, as: 'parquet' | 'arrow', cancel?: Cancel): Promise<readonly string[]> {
    const target = resolve(folder);
    return this.writer.exclusive(async () => {
      this.assertOpen();
      const { writeArrow, writeParquet } = await import('./export.ts');
      return this.withOutputs({ cancel }, outputs => {
        outputs.makeFolder(target);
        if (as === 'arrow') return writeArrow(this, target, outputs, cancel);
        // The database forbids writes outside itself (see database-file.ts), so reopen it with `folder` allowed.
        return this.gate.exclusive(async () => {
          const allowed = realpathSync.native(target);
          await this.openAgain({ ...storeSettings(this.options), folder: allowed });
          try {
            return await writeParquet(this.store, target, outputs, cancel);
          } finally {
            await this.openAgain(storeSettings(this.options));
          }
        });
      });
    });
  }

  /** Closes the file, after running queries have finished. */
  async close(): Promise<void> {
    if (this.closed) return;
    await this.writer.exclusive(() =>
      this.findingWriter.exclusive(async () => {
        await this.copies?.settled();
        await this.gate.exclusive(async () => {
          this.closed = true;
          this.known = null;
          if (this.removedCaptures.length > 0 && !this.temporary)
            await this.store.run(forgetRemoved.join(';'));
          if (!this.temporary) return this.store.close();
          await this.store.discard();
          removeWorkspace(this.store.path);
          this.copies?.forget();
        });
      }),
    );
  }

  private async reopen(options: WorkspaceOptions, whileClosed?: () => void): Promise<void> {
    await this.gate.exclusive(() => this.openAgain(storeSettings(options), whileClosed));
    this.options = options;
  }

  private async openAgain(settings: StoreSettings, whileClosed?: () => void): Promise<void> {
    this.store.close();
    whileClosed?.();
    this.store = await DatabaseFile.open(this.store.path, settings);
  }

  /** Runs `work` while the file, which then holds everything, is closed; opens it again, also if `work` fails. */
  private async whileClosed<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.store.closeWhole();
      return await work();
    } catch (error) {
      // Two databases on one file would destroy it.
      if (error instanceof WorkspaceError && error.code === 'internal') this.closed = true;
      throw error;
    } finally {
      if (!this.closed) await this.openAgain(storeSettings(this.options));
    }
  }

  private read<T>(work: () => Promise<T>): Promise<T> {
    const reading = this.gate.shared(async () => {
      this.assertOpen();
      return work();
    });
    reading.catch(() => this.revive()).catch(() => undefined);
    return reading;
  }

  /** Opens the file again if DuckDB answers nothing any more; waits for a running change, which uses it too. */
  private async revive(): Promise<void> {
    if (!this.store.needsReopening) return;
    await this.writer.exclusive(() =>
      this.gate.exclusive(async () => {
        if (this.store.needsReopening && !this.closed) await this.openAgain(storeSettings(this.options));
      }),
    );
  }

  private change<T>(work: () => Promise<T>): Promise<T> {
    return this.writer.exclusive(async () => {
      this.assertWritable();
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
    return this.read(() =>
      this.store.transaction(async connection => {
        if (!(await lacksSymbols(connection, folders.length > 0))) return 0;
        return interruptible(connection, cancel, () => resolveSymbols(connection, folders, onGuess, cancel));
      }),
    );
  }

  private async transaction(statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    await this.read(() =>
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

  private assertWritable(): void {
    this.assertOpen();
    if (this.isReadOnly)
      throw new WorkspaceError(
        'unwritable',
        `${this.file} may only be read, because of its permissions, its folder’s, or its disk’s: save it elsewhere to change it.`,
      );
  }

  private assertOpen(): void {
    if (this.closed) throw new WorkspaceError('closed', 'The workspace is closed: open it again.');
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
