/**
 * The engine: holds one workspace and implements `EngineApi`, and `LocalEngine` for callers in its own
 * process. With a window it runs in a process of its own; in the CLI and in tests, in the caller's process.
 */

import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Ask } from '../../analyzers/contract.ts';
import { type Folded, folded } from '../../analyzers/questions/folded/folded.ts';
import type { Spelling } from '../../analyzers/questions/folded/spelling.ts';
import { formats, formatsBeside } from '../../parsers/formats.ts';
import { captureNames } from '../../workspace/clocks/clock-words.ts';
import { realPath } from '../../workspace/database/real-path.ts';
import { removeWorkspace, unsavedIn } from '../../workspace/database/temporary.ts';
import { Gate } from '../../workspace/gate.ts';
import { PreparedImport } from '../../workspace/import/begin.ts';
import type { SqlTable } from '../../workspace/query.ts';
import { readRaw } from '../../workspace/raw.ts';
import type { CaptureRecord } from '../../workspace/store/captures.ts';
import type { SymbolGuess } from '../../workspace/symbols/resolve.ts';
import { isTraced, traced } from '../../workspace/trace.ts';
import { defaultMemory, Workspace, type WorkspaceOptions } from '../../workspace/workspace.ts';
import type {
  AnswerHead,
  AnswerId,
  AnswerPage,
  AskRequest,
  CheckReport,
  ClockChange,
  CutReport,
  EngineEvents,
  EngineInfo,
  Evidence,
  EvidenceRequest,
  ExportRequest,
  FindingChange,
  FindingDraft,
  Findings,
  FindingsDocument,
  FindRequest,
  FormatInfo,
  ImportReport,
  ImportRequest,
  JobId,
  Note,
  PageRequest,
  PageWork,
  Progress,
  QuestionInfo,
  RawRecord,
  ReportRequest,
  ResumedWorkspace,
  SavedQuery,
  Scope,
  Summary,
  TableDefinition,
  TableInfo,
  UnreadFile,
  UnsavedWorkspace,
  WorkspaceInfo,
  WrittenReport,
} from '../contract.ts';
import { AnswerStore } from './answers.ts';
import { askingOf } from './asking.ts';
import { EngineError } from './errors.ts';
import { cutDown } from './findings/cut.ts';
import { WorkspaceFindings } from './findings/findings.ts';
import { captureInfo, workspaceInfo } from './info.ts';
import { Jobs, ProgressLimiter } from './jobs.ts';
import type { LocalEngine } from './local.ts';
import { Memo } from './memo.ts';
import { owedNotes } from './owed-notes.ts';
import { takePageWork } from './page-work.ts';
import { paramValues } from './params.ts';
import { analyzerOf, questions } from './questions.ts';
import { checkedSaved, joinedSaved, readSaved, readSavedFile, savedFile, savedKey } from './saved.ts';
import { checkedTable, mustFit, tableInfo } from './tables.ts';
import { writePieces } from './text.ts';
import { unreadAfter, unreadFrom, unreadKey } from './unread.ts';
import { unsavedWorkspaces } from './unsaved.ts';
import { type FormatFolders, type LoadedFormats, loadUserFormats } from './user-formats.ts';
import { answerText, writeAnswer } from './write-answer.ts';

/** Upper bounds for held answers and for values that questions share, bytes. */
const answersLimit = 512 * 2 ** 20;
const memoLimit = 512 * 2 ** 20;

/** Larger exports must go to a file: V8 strings end at 512 MiB, and clipboards accept far less. */
const textLimit = 128 * 2 ** 20;

/** Upper bound of the view state that a window keeps with a workspace, characters. */
const viewLimit = 2 ** 20;

export interface EngineOptions {
  readonly version: string;
  /** The bundled import worker; without it captures are parsed on the engine's thread. */
  readonly worker?: URL | string;
  /** Memory limit of opened workspaces, bytes. */
  readonly memory?: number;
  /** Folder of unsaved workspaces; see `WorkspaceOptions`. */
  readonly unsaved?: string;
  /** Folder of the application's data; see `WorkspaceOptions`. */
  readonly data?: string | null;
  /** Folders of user formats; without it there are none. */
  readonly userFormats?: FormatFolders;
}

const noFolders: FormatFolders = { named: [], usual: [] };

export class Engine implements LocalEngine {
  private readonly answers = new AnswerStore(answersLimit);
  private readonly memo = new Memo(memoLimit);
  private readonly jobs = new Jobs();
  private current: Workspace | null = null;
  /** Operations that replace the current workspace run one at a time. */
  private readonly switches = new Gate();
  /** The list of unread files is read, changed and written by one import at a time. */
  private readonly unreadList = new Gate();
  /** Number of running imports. */
  private importing = 0;
  /** Titles of user formats, as last loaded, by id. */
  private ownTitles: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly options: EngineOptions,
    private readonly events: EngineEvents,
  ) {}

  async info(): Promise<EngineInfo> {
    return { version: this.options.version, cores: cpus().length, isTraced: isTraced() };
  }

  async tracePage(page: number, work: readonly PageWork[]): Promise<void> {
    takePageWork(page, work);
  }

  open(path: string | null): Promise<WorkspaceInfo> {
    return this.switches.exclusive(() => this.openNow(path));
  }

  private async openNow(path: string | null): Promise<WorkspaceInfo> {
    // The same file cannot be opened twice.
    if (path !== null && this.current && this.current.path === realPath(path)) return this.changed();
    return this.switchTo(await Workspace.open(path, this.workspaceOptions));
  }

  complete(job: JobId): Promise<void> {
    return this.withProgress(job, onProgress =>
      this.jobs.run(job, async cancel => {
        const workspace = this.opened;
        const { revision } = workspace;
        try {
          await workspace.complete({ cancel, onProgress });
        } finally {
          if (this.current === workspace && workspace.revision !== revision) await this.changed();
        }
        if (cancel.aborted) throw new EngineError('cancelled', 'Cancelled.');
      }),
    );
  }

  resume(): Promise<ResumedWorkspace> {
    return this.switches.exclusive(async () => {
      const wasReading = this.importing > 0;
      await this.jobs.endAll();
      this.forget();
      if (!this.current) return { workspace: await this.openNow(null), wasReading };
      const workspace = await this.changed();
      await this.findingsChanged();
      return { workspace, wasReading };
    });
  }

  async unsaved(): Promise<readonly UnsavedWorkspace[]> {
    const { unsaved } = this.options;
    return unsaved ? unsavedWorkspaces(unsaved, this.current?.file) : [];
  }

  recover(path: string): Promise<WorkspaceInfo> {
    return this.switches.exclusive(async () => {
      this.mustBeUnsaved(path);
      return this.switchTo(await Workspace.recover(path, this.workspaceOptions));
    });
  }

  async discard(path: string): Promise<void> {
    this.mustBeUnsaved(path);
    removeWorkspace(path);
  }

  async workspace(): Promise<WorkspaceInfo> {
    return workspaceInfo(this.opened, this.title);
  }

  async saveAs(path: string): Promise<WorkspaceInfo> {
    const workspace = this.opened;
    await workspace.saveAs(path);
    return this.current === workspace ? this.changed() : workspaceInfo(workspace, this.title);
  }

  async close(): Promise<void> {
    this.jobs.cancelAll();
    await this.switches.exclusive(async () => {
      const workspace = this.current;
      this.current = null;
      await this.leave(workspace);
    });
  }

  import(job: JobId, request: ImportRequest): Promise<ImportReport> {
    return this.importBegun(job, request);
  }

  async begin(request: ImportRequest): Promise<PreparedImport> {
    const { worker, memory = defaultMemory } = this.options;
    const { userFormats } = this.formatsFor(request);
    return new PreparedImport(request, { worker, memory, userFormats });
  }

  importBegun(job: JobId, request: ImportRequest, begun?: PreparedImport): Promise<ImportReport> {
    return this.jobs.run(job, async cancel => {
      const workspace = this.opened;
      this.importing++;
      const limiter = new ProgressLimiter(latest => this.events.progress(job, latest));
      let files = 0;
      const onProgress = (progress: Progress) => {
        // Captures are committed one by one: questions asked during the import must not mix the previous
        // state with the new one.
        if (progress.files !== files) this.memo.clear();
        files = progress.files;
        limiter.push(progress);
      };
      try {
        const { userFormats, table, failures } = this.formatsFor(request);
        if (table && request.replaces !== undefined)
          await mustFit(await this.record(request.replaces), table);
        const options = { cancel, onProgress, userFormats };
        const report = await workspace.import(request, options, begun);
        const names = captureNames(await workspace.captures());
        const info = {
          ...report,
          captures: report.captures.map(capture => captureInfo(capture, names, this.title)),
          failures: [...failures, ...report.failures],
        };
        await this.unreadList.exclusive(async () => {
          const before = unreadFrom(await workspace.setting(unreadKey));
          if (before.length > 0 || info.failures.length > 0)
            await keepUnread(workspace, unreadAfter(before, info));
        });
        return info;
      } finally {
        begun?.stop();
        this.importing--;
        limiter.flush();
        if (this.current === workspace) await this.changed();
      }
    });
  }

  async formats(): Promise<readonly FormatInfo[]> {
    return formatsBeside(this.userFormats().definitions).map(({ id, title }) => ({ id, title }));
  }

  async remove(capture: number): Promise<WorkspaceInfo> {
    await this.opened.remove(capture);
    return this.changed();
  }

  async restore(capture: number): Promise<WorkspaceInfo> {
    await this.opened.restore(capture);
    return this.changed();
  }

  async forgetUnread(): Promise<WorkspaceInfo> {
    const workspace = this.opened;
    await this.unreadList.exclusive(() => keepUnread(workspace, []));
    return this.changed();
  }

  async setClock(capture: number, ...changes: readonly ClockChange[]): Promise<WorkspaceInfo> {
    await this.opened.setClock(capture, ...changes);
    return this.changed();
  }

  async undoClock(): Promise<WorkspaceInfo> {
    await this.opened.undoClock();
    return this.changed();
  }

  addSymbols(
    job: JobId,
    folders: readonly string[],
    onGuess?: (guess: SymbolGuess) => void,
  ): Promise<number> {
    return this.jobs.run(job, cancel => this.opened.addSymbols(folders, onGuess, cancel));
  }

  async table(capture: number, definition: TableDefinition | null): Promise<TableInfo> {
    return tableInfo(await this.record(capture), definition);
  }

  async raw(capture: number, line: number): Promise<RawRecord | null> {
    const record = await this.record(capture);
    if (!Number.isSafeInteger(line)) throw new EngineError('bad-request', 'A line is a whole number.');
    const found = await this.opened.columns(
      `SELECT "offset"::DOUBLE AS "offset", line::DOUBLE AS line, lines::INTEGER AS lines FROM event
       WHERE capture = ${record.id} AND line <= ${line} AND ${line} < line + greatest(coalesce(lines, 1), 1)
         AND "offset" IS NOT NULL
       ORDER BY line DESC, id LIMIT 1`,
    );
    if (found.length === 0) return null;
    const raw = await readRaw(record, found.numbers('offset')[0]!, Math.max(1, found.ints('lines')[0]!));
    return { ...raw, line: found.numbers('line')[0]! };
  }

  async momentOfLine(capture: number, line: number): Promise<bigint> {
    const { name, clock } = await this.record(capture);
    const found = await this.opened.columns(
      `SELECT ts::BIGINT AS ts FROM event WHERE capture = ${Math.trunc(capture)} AND ts IS NOT NULL
         AND line <= ${Math.trunc(line)} AND ${Math.trunc(line)} < line + greatest(coalesce(lines, 1), 1) ORDER BY line DESC, id LIMIT 1`,
    );
    const ts = found.wides('ts')[0];
    if (ts === undefined)
      throw new EngineError('bad-request', `No event with a time is on line ${line} of ${name}.`);
    return clock.zero + (clock.utcOffset ?? 0n) + ts;
  }

  view(): Promise<string | null> {
    return this.opened.setting('view');
  }

  async keepView(text: string): Promise<void> {
    if (text.length > viewLimit)
      throw new EngineError('too-large', 'The view state is too large to store with the workspace.');
    if (!this.opened.isReadOnly) await this.opened.setSetting('view', text);
  }

  async saved(): Promise<readonly SavedQuery[]> {
    return readSaved(await this.opened.setting(savedKey));
  }

  async keepSaved(saved: readonly SavedQuery[]): Promise<readonly SavedQuery[]> {
    const checked = checkedSaved(saved);
    await this.opened.setSetting(savedKey, JSON.stringify(checked));
    return checked;
  }

  async exportSaved(path: string): Promise<void> {
    const text = savedFile(await this.saved());
    await this.opened.withOutputs({}, outputs => outputs.write(path, part => writeFile(part, text)));
  }

  async importSaved(path: string): Promise<readonly SavedQuery[]> {
    return this.keepSaved(joinedSaved(await this.saved(), readSavedFile(path)));
  }

  async questions(): Promise<readonly QuestionInfo[]> {
    return questions;
  }

  ask(job: JobId, request: AskRequest): Promise<AnswerHead> {
    const begin = process.hrtime.bigint();
    const args = { params: JSON.stringify(request.params) };
    const work = { category: 'question', name: request.question, args };
    return this.jobs.run(job, cancel =>
      traced(work, async () => {
        const analyzer = analyzerOf(request.question);
        const { revision } = this.opened;
        const params = paramValues(analyzer, request.params);
        const asked = await analyzer.answer(this.asking(cancel), params, request.scope);
        const missing = await owedNotes(this.opened, analyzer.needs, request.scope);
        const answer = { ...asked, notes: [...missing, ...asked.notes] };
        if (cancel.aborted) throw new EngineError('cancelled', 'Cancelled.');
        return {
          answer: this.answers.add(answer, revision),
          rows: answer.rows,
          columns: answer.columns,
          notes: answer.notes,
          whole: answer.whole ?? null,
          ...(answer.grid && { grid: answer.grid }),
          ...(answer.sparklines && { sparklines: answer.sparklines }),
          elapsed: Number(process.hrtime.bigint() - begin),
          revision,
        };
      }),
    );
  }

  page(job: JobId, answer: AnswerId, request: PageRequest): Promise<AnswerPage> {
    return this.jobs.run(job, async cancel => this.answers.get(answer).page(this.asking(cancel), request));
  }

  find(job: JobId, answer: AnswerId, request: FindRequest): Promise<number> {
    return this.jobs.run(job, async cancel => this.answers.get(answer).find(this.asking(cancel), request));
  }

  async release(answer: AnswerId): Promise<void> {
    this.answers.release(answer);
  }

  exportAnswer(job: JobId, answer: AnswerId, request: ExportRequest): Promise<string> {
    const { as, path, ...arrangement } = request;
    return this.jobs.run(job, async cancel => {
      const workspace = this.opened;
      const held = this.answers.get(answer);
      const ask = this.asking(cancel);
      const steady = <T>(work: () => Promise<T>) => {
        if (held.revision === null) return work();
        if (held.revision !== workspace.revision)
          throw new EngineError('answer-gone', 'The captures have changed since this was asked: ask again.');
        return workspace.unchanged(work);
      };
      if (path === undefined) {
        if (as === 'arrow')
          throw new EngineError('bad-request', 'Arrow is not text: name a file to write it to.');
        return steady(() => joined(answerText(ask, held, arrangement, as)));
      }
      await workspace.withOutputs({ cancel }, outputs =>
        steady(() => outputs.write(path, part => writeAnswer(part, ask, held, arrangement, as, cancel))),
      );
      return '';
    });
  }

  get findingsDoubt(): string | null {
    return this.current?.findingsDoubt ?? null;
  }

  findings(): Promise<Findings> {
    return this.noted.all();
  }

  evidence(evidence: number): Promise<Evidence> {
    return this.noted.evidence(evidence);
  }

  findingsDocument(): Promise<FindingsDocument> {
    return this.noted.document();
  }

  addFinding(job: JobId, draft: FindingDraft): Promise<number> {
    return this.workOnFindings(job, (noted, ask) => noted.add(ask, draft));
  }

  changeFinding(finding: number, change: FindingChange): Promise<Findings> {
    return this.changeFindings(noted => noted.change(finding, change));
  }

  removeFinding(finding: number): Promise<Findings> {
    return this.changeFindings(noted => noted.remove(finding));
  }

  orderFindings(ids: readonly number[]): Promise<Findings> {
    return this.changeFindings(noted => noted.order(ids));
  }

  changeSummary(summary: Summary): Promise<Findings> {
    return this.changeFindings(noted => noted.changeSummary(summary));
  }

  addEvidence(job: JobId, finding: number, request: EvidenceRequest): Promise<number> {
    return this.workOnFindings(job, (noted, ask) => noted.addEvidence(ask, finding, request));
  }

  renewEvidence(job: JobId, evidence: number): Promise<number> {
    return this.workOnFindings(job, (noted, ask) => noted.renewEvidence(ask, evidence));
  }

  checkFindings(job: JobId, findings?: readonly number[]): Promise<CheckReport> {
    return this.withProgress(job, onProgress =>
      this.workOnFindings(job, (noted, ask) => noted.check(ask, onProgress, findings)),
    );
  }

  checkDocument(job: JobId, document: FindingsDocument): Promise<CheckReport> {
    return this.withProgress(job, onProgress =>
      this.jobs.run(job, async cancel => this.noted.checkDocument(this.asking(cancel), onProgress, document)),
    );
  }

  cutDown(job: JobId, path: string): Promise<CutReport> {
    return this.withProgress(job, onProgress =>
      this.jobs.run(job, cancel => {
        const { memory, version } = this.options;
        const source = { workspace: this.opened, ask: this.asking(cancel), version };
        return cutDown(source, path, { memory, onProgress });
      }),
    );
  }

  report(job: JobId, request: ReportRequest): Promise<WrittenReport> {
    return this.withProgress(job, onProgress =>
      this.jobs.run(job, async cancel => {
        const workspace = this.opened;
        const source = {
          workspace,
          ask: this.asking(cancel),
          noted: this.noted,
          info: () => workspaceInfo(workspace, this.title),
          onProgress,
          cancel,
        };
        try {
          const { writeReport } = await import('./report.ts');
          return await writeReport(source, request);
        } finally {
          if (this.current === workspace) await this.notifyFindings();
        }
      }),
    );
  }

  undoFindings(): Promise<Findings> {
    return this.changeFindings(noted => noted.undo());
  }

  redoFindings(): Promise<Findings> {
    return this.changeFindings(noted => noted.redo());
  }

  async cancel(job: JobId): Promise<void> {
    this.jobs.cancel(job);
  }

  sql(job: JobId, select: string, limit?: number): Promise<SqlTable> {
    return this.jobs.run(job, cancel =>
      this.opened.table(select, { cancel, ...(limit === undefined ? {} : { limit }) }),
    );
  }

  folded(job: JobId, scope: Scope, spelling: Spelling = {}): Promise<Folded> {
    return this.jobs.run(job, cancel => folded(this.asking(cancel), scope, spelling));
  }

  exportFolded(job: JobId, scope: Scope, spelling: Spelling, path: string): Promise<readonly Note[]> {
    return this.jobs.run(job, cancel => {
      const [workspace, ask] = [this.opened, this.asking(cancel)];
      return workspace.withOutputs({ cancel }, outputs =>
        workspace.unchanged(async () => {
          const { chunks, notes } = await folded(ask, scope, spelling);
          await outputs.write(path, part => writePieces(part, chunks, cancel));
          return notes;
        }),
      );
    });
  }

  exportTables(job: JobId, folder: string, as: 'parquet' | 'arrow'): Promise<readonly string[]> {
    return this.jobs.run(job, cancel => this.opened.exportTables(folder, as, cancel));
  }

  private get noted(): WorkspaceFindings {
    return new WorkspaceFindings(this.opened, this.options.version);
  }

  /** Changes findings, notifies the window, and resolves to the findings. */
  private async changeFindings(change: (noted: WorkspaceFindings) => Promise<void>): Promise<Findings> {
    await change(this.noted);
    return this.findingsChanged();
  }

  /**
   * Like {@link changeFindings}, for work that asks questions and can be cancelled. Work done before a cancel
   * stays.
   */
  private workOnFindings<T>(
    job: JobId,
    work: (noted: WorkspaceFindings, ask: Ask) => Promise<T>,
  ): Promise<T> {
    return this.jobs.run(job, async cancel => {
      try {
        return await work(this.noted, this.asking(cancel));
      } finally {
        if (this.current) await this.notifyFindings();
      }
    });
  }

  /** Notifies the window of changed findings. An error is ignored: the workspace may have been closed, which does not undo the change. */
  private async notifyFindings(): Promise<void> {
    await this.findingsChanged().catch(() => undefined);
  }

  private async findingsChanged(): Promise<Findings> {
    const findings = await this.findings();
    this.events.findingsChanged(findings);
    return findings;
  }

  private async withProgress<T>(
    job: JobId,
    work: (onProgress: (progress: Progress) => void) => Promise<T>,
  ): Promise<T> {
    const limiter = new ProgressLimiter(latest => this.events.progress(job, latest));
    try {
      return await work(progress => limiter.push(progress));
    } finally {
      limiter.flush();
    }
  }

  /** Called once the new workspace is open: if it cannot be opened, the previous one stays. */
  private async switchTo(next: Workspace): Promise<WorkspaceInfo> {
    const former = this.current;
    this.current = next;
    await this.leave(former);
    const info = await this.changed();
    await this.findingsChanged();
    return info;
  }

  private async leave(former: Workspace | null): Promise<void> {
    this.jobs.cancelAll();
    this.forget();
    await former?.close();
  }

  private get workspaceOptions(): WorkspaceOptions {
    const { worker, memory, unsaved, data } = this.options;
    return {
      ...(worker && { worker }),
      ...(memory && { memory }),
      ...(unsaved && { unsaved }),
      ...(data && { data }),
    };
  }

  /** A window may name only files of unsaved workspaces. */
  private mustBeUnsaved(path: string): void {
    const { unsaved } = this.options;
    const isOne = unsaved && unsavedIn(unsaved).some(each => each.path === path);
    if (!isOne || path === this.current?.file)
      throw new EngineError('bad-request', `${path} is not an unsaved workspace.`);
  }

  private asking(cancel: AbortSignal): Ask {
    return askingOf(this.opened, cancel, this.memo);
  }

  private userFormats(): LoadedFormats {
    const loaded = loadUserFormats(this.options.userFormats ?? noFolders);
    this.ownTitles = new Map(loaded.definitions.map(({ id, title }) => [id, title]));
    return loaded;
  }

  /** User formats that an import may use beside the built-in ones, and the files that were rejected. */
  private formatsFor(request: ImportRequest) {
    const { definitions, failures } = this.userFormats();
    const table = request.table && checkedTable(request.table);
    return { userFormats: table ? [...definitions, table] : definitions, table, failures };
  }

  private async record(id: number): Promise<CaptureRecord> {
    const found = (await this.opened.captures()).find(capture => capture.id === id);
    if (found) return found;
    throw new EngineError('bad-request', `There is no capture ${id} in this workspace.`);
  }

  /** Title of a format; the id, if a user format no longer exists. */
  private readonly title = (id: string): string =>
    this.ownTitles.get(id) ?? formats.find(format => format.id === id)?.title ?? id;

  private get opened(): Workspace {
    if (!this.current)
      throw new EngineError('no-workspace', 'No workspace is open: open or create one first.');
    return this.current;
  }

  /**
   * Called after every change of the workspace: drops values computed from the previous state and notifies
   * the window.
   */
  private async changed(): Promise<WorkspaceInfo> {
    this.memo.clear();
    const info = await workspaceInfo(this.opened, this.title);
    this.events.changed(info);
    return info;
  }

  private forget(): void {
    this.memo.clear();
    this.answers.clear();
  }
}

function keepUnread(workspace: Workspace, list: readonly UnreadFile[]): Promise<void> {
  return workspace.setSetting(unreadKey, JSON.stringify(list));
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    length += piece.length;
    if (length > textLimit) {
      throw new EngineError(
        'too-large',
        `The answer is more than ${textLimit >> 20} MB as text: write it to a file.`,
      );
    }
  }
  return parts.join('');
}
