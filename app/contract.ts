/**
 * The process boundary: the requests of a window to the engine, and the events that the engine sends to it.
 *
 * Carried by birpc over a MessagePort (window), or called directly (CLI, tests), where more is available:
 * `engine/local.ts`. Values are structured-cloned: 64-bit times are bigint, columns are typed arrays, which
 * are copied whole. Rows travel a page at a time: Electron copies everything between processes, so a view
 * receives only what fits its pixels.
 */
import type {
  AnswerColumn,
  AnswerData,
  Arrangement,
  HeatGrid,
  Note,
  Params,
  Scope,
  Shape,
  SparklineSpan,
  Target,
} from '../analyzers/contract.ts';
import type {
  Difference,
  Evidence,
  EvidenceRequest,
  FindingMark,
  Findings,
  Summary,
} from '../analyzers/findings/finding.ts';
import type { FindingsDocument } from '../analyzers/findings/json.ts';
import type { TableDefinition } from '../parsers/table/definition.ts';
import type { FoundTable } from '../parsers/table/found.ts';
import type { RowTable } from '../parsers/tables.ts';
import type { ClockChange } from '../workspace/clocks/clock.ts';
import type { DuplicateFile, ReplacedCapture } from '../workspace/import/request.ts';

export type { Arrangement, Note, Scope, Sort, Target as Sought } from '../analyzers/contract.ts';
export type {
  Difference,
  Evidence,
  EvidenceCheck,
  EvidenceInfo,
  EvidenceRequest,
  Finding,
  FindingMark,
  FindingOf,
  Findings,
  Fingerprint,
  RowDifference,
  StoredAnswer,
  StoredCell,
  Summary,
} from '../analyzers/findings/finding.ts';
export type { FindingsDocument } from '../analyzers/findings/json.ts';
export type { ColumnDefinition, ColumnUse, TableDefinition } from '../parsers/table/definition.ts';
export type { FoundColumn } from '../parsers/table/found.ts';
export type { TimeFormName } from '../parsers/table/times.ts';
export type { DuplicateFile, ReplacedCapture } from '../workspace/import/request.ts';

/** Chosen by the caller; identifies a job for progress and cancel. */
export type JobId = string;
/** Identifies an answer that the engine holds until it is released. */
export type AnswerId = number;

export interface EngineApi {
  info(): Promise<EngineInfo>;
  /** Adds the work of a page to the trace, because a page cannot write files. `page` is its process. */
  tracePage(page: number, work: readonly PageWork[]): Promise<void>;
  /**
   * Opens or makes a workspace file and closes the previous one; `null` makes one that lives until the engine
   * ends. What a killed import has not made yet is made by {@link complete}.
   */
  open(path: string | null): Promise<WorkspaceInfo>;
  /**
   * Makes what a killed import has not made yet, such as states of threads, and raises `changed`; does nothing if there
   * is nothing. Until it resolves, the captures are partial; after a cancel what is not made yet stays so.
   */
  complete(job: JobId): Promise<void>;
  /**
   * The workspace that a page starts with: the open one, or a new one as with `open(null)`. Cancels all jobs:
   * a previous page is gone, and nothing waits for its jobs.
   */
  resume(): Promise<ResumedWorkspace>;
  workspace(): Promise<WorkspaceInfo>;
  /** Saves the open workspace under another name and continues there. */
  saveAs(path: string): Promise<WorkspaceInfo>;
  close(): Promise<void>;
  /** Workspaces not saved when the engine, or the whole program, ended unexpectedly; the latest first. */
  unsaved(): Promise<readonly UnsavedWorkspace[]>;
  /** Opens an unsaved workspace, which stays unsaved, and closes the previous one. */
  recover(path: string): Promise<WorkspaceInfo>;
  /** Deletes an unsaved workspace. */
  discard(path: string): Promise<void>;

  /**
   * Reads captures. Resolves when all are read or the job was cancelled; captures that were there before are
   * not changed.
   */
  import(job: JobId, request: ImportRequest): Promise<ImportReport>;
  /** All formats, for `--format` and the window's choice. */
  formats(): Promise<readonly FormatInfo[]>;
  /** Removes a capture and its rows from the workspace. */
  remove(capture: number): Promise<WorkspaceInfo>;
  /** Restores a capture of {@link WorkspaceInfo.removed} unchanged. */
  restore(capture: number): Promise<WorkspaceInfo>;
  /** Empties {@link WorkspaceInfo.unread}. */
  forgetUnread(): Promise<WorkspaceInfo>;
  /** Changes a capture's clock without reading the capture again. */
  setClock(capture: number, ...changes: readonly ClockChange[]): Promise<WorkspaceInfo>;
  /**
   * Undoes the last change of a clock, see {@link WorkspaceInfo.clockChange}. Does nothing if there is none.
   */
  undoClock(): Promise<WorkspaceInfo>;

  /**
   * The interpretation of a table capture's columns: the one it was read with, or that of the definition `given`. Changes
   * nothing; an import with `table` and `replaces` applies it.
   */
  table(capture: number, given: TableDefinition | null): Promise<TableInfo>;

  /**
   * The record at a line of a capture, read again from the file. Rejects if the file is gone or has changed;
   * null if no record states its offset.
   */
  raw(capture: number, line: number): Promise<RawRecord | null>;

  /**
   * State of the window when the workspace was last closed; null if there is none. Only the window interprets
   * the text.
   */
  view(): Promise<string | null>;
  keepView(text: string): Promise<void>;

  /** Saved searches and SQL, in their order. */
  saved(): Promise<readonly SavedQuery[]>;
  /** Replaces all saved queries; on disk when it resolves. Resolves to the queries that are kept. */
  keepSaved(saved: readonly SavedQuery[]): Promise<readonly SavedQuery[]>;
  /** Writes all saved queries to a file, for other workspaces. */
  exportSaved(path: string): Promise<void>;
  /**
   * Adds the saved queries of a file: identical ones are kept once; a different one of the same name gets a
   * number.
   */
  importSaved(path: string): Promise<readonly SavedQuery[]>;

  questions(): Promise<readonly QuestionInfo[]>;
  ask(job: JobId, request: AskRequest): Promise<AnswerHead>;
  /** Rows of an answer, in the requested arrangement. */
  page(job: JobId, answer: AnswerId, request: PageRequest): Promise<AnswerPage>;
  /** Index, in the arranged answer, of the next row from `after` on that matches; -1 if none. */
  find(job: JobId, answer: AnswerId, request: FindRequest): Promise<number>;
  release(answer: AnswerId): Promise<void>;
  /**
   * A whole answer as text, for the clipboard or a file. With `path` it is written to that file, and the text
   * is empty.
   */
  exportAnswer(job: JobId, answer: AnswerId, request: ExportRequest): Promise<string>;

  /**
   * All findings, in their order, without the rows of evidence. Every change of them is on disk when it
   * resolves, also during an import; it can be undone, and raises `findingsChanged`.
   */
  findings(): Promise<Findings>;
  /** One piece of evidence with its rows. */
  evidence(evidence: number): Promise<Evidence>;
  /** All findings with all rows of their evidence: the input of a report. */
  findingsDocument(): Promise<FindingsDocument>;
  /** Asks the questions of its evidence and appends the finding. Resolves to its id. */
  addFinding(job: JobId, draft: FindingDraft): Promise<number>;
  /**
   * Changes the members given. Text changes of one finding within seconds of each other are undone together.
   */
  changeFinding(finding: number, change: FindingChange): Promise<Findings>;
  removeFinding(finding: number): Promise<Findings>;
  /** @param ids all ids, in their new order */
  orderFindings(ids: readonly number[]): Promise<Findings>;
  changeSummary(summary: Summary): Promise<Findings>;
  /** Asks a question and appends the answer to the evidence of a finding. Resolves to the evidence's id. */
  addEvidence(job: JobId, finding: number, request: EvidenceRequest): Promise<number>;
  /** Asks again and replaces the answer. Resolves to the evidence's new id. */
  renewEvidence(job: JobId, evidence: number): Promise<number>;
  /**
   * Recomputes the evidence of these findings, or of all, and stores the differences with each. Progress
   * counts evidence as files.
   */
  checkFindings(job: JobId, findings?: readonly number[]): Promise<CheckReport>;
  /** Checks all evidence, and writes the findings as a document. */
  report(job: JobId, request: ReportRequest): Promise<WrittenReport>;
  /** Undoes the last change of findings, see {@link Findings.undo}. Does nothing if there is none. */
  undoFindings(): Promise<Findings>;
  redoFindings(): Promise<Findings>;
  /**
   * Writes another workspace file with the findings and the parts of captures that their evidence needs.
   * Every evidence has been asked for in that workspace and has the same answer there.
   */
  cutDown(job: JobId, path: string): Promise<CutReport>;

  cancel(job: JobId): Promise<void>;
}

/** Events that the engine sends to the window. */
export interface EngineEvents {
  progress(job: JobId, progress: Progress): void;
  /** Captures were added or removed, or a clock changed: answers still held show the previous state. */
  changed(workspace: WorkspaceInfo): void;
  /** Findings changed, or belong to another workspace. */
  findingsChanged(findings: Findings): void;
}

/** A search or SQL text saved under a name. Searches and SQL have separate names. */
export interface SavedQuery {
  readonly name: string;
  readonly of: 'search' | 'sql';
  readonly text: string;
}

export interface FindingDraft {
  readonly title: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  readonly links?: readonly number[];
  readonly marks?: readonly FindingMark[];
  readonly evidence?: readonly EvidenceRequest[];
}

export interface FindingChange extends Omit<Partial<FindingDraft>, 'evidence'> {
  /** Ids of the evidence to keep, in their new order. */
  readonly evidence?: readonly number[];
}

export interface CheckReport {
  /** One entry per evidence, in the order of the findings. */
  readonly evidence: readonly CheckedEvidence[];
  readonly same: number;
  readonly stale: number;
  /** Number of questions that could not be answered. */
  readonly failed: number;
}

/**
 * Redacted answers are text: csv or json. `folded`: the stacks of the samples behind an answer, as flame
 * graph tools read them.
 */
export type EvidenceForm = 'csv' | 'json' | 'arrow' | 'parquet' | 'folded';

export interface ReportRequest {
  /** `.html` or `.md`; null: nothing is written, and the answer lists what would be replaced. */
  readonly path: string | null;
  /** Time zone of the times shown; UTC by default. */
  readonly zone?: string;
  /** Redaction rules, as JSON: `report/redact.ts`. */
  readonly rules?: string;
  /** Form in which whole answers are written beside the report, one file each. */
  readonly evidence?: EvidenceForm;
}

export interface WrittenReport {
  /** The report is the first. */
  readonly files: readonly string[];
  /** Size of the report with its pictures. */
  readonly bytes: number;
  readonly checked: number;
  readonly differing: number;
  /** The key to the stand-ins, for the author: the report itself holds none of the names. */
  readonly replaced: readonly { readonly kind: string; readonly name: string; readonly standIn: string }[];
}

export interface CutReport {
  readonly path: string;
  readonly bytes: number;
  readonly evidence: number;
  /** Captures in the file: with all their rows, or only those of an interval. */
  readonly captures: readonly { readonly name: string; readonly isWhole: boolean }[];
}

export interface CheckedEvidence {
  readonly finding: number;
  readonly title: string;
  readonly evidence: number;
  readonly question: string;
  readonly result: 'same' | 'stale' | 'failed';
  /** Differences of captures, clocks and readers. */
  readonly reasons: readonly string[];
  readonly difference: Difference | null;
}

export interface EngineInfo {
  readonly version: string;
  readonly cores: number;
  /** True if the program's work is written to a trace file: see {@link EngineApi.tracePage}. */
  readonly isTraced: boolean;
}

/** Work done by the page, for a trace of the program itself. */
export interface PageWork {
  readonly category: 'frame' | 'task' | 'call';
  readonly name: string;
  /** µs since 1970. */
  readonly begin: number;
  /** µs */
  readonly duration: number;
}

export interface FormatInfo {
  readonly id: string;
  readonly title: string;
}

export interface WorkspaceInfo {
  /** `null` until the user has chosen a file. */
  readonly path: string | null;
  /** Increases with every change, and when another workspace is opened; part of every cache key. */
  readonly revision: number;
  readonly captures: readonly CaptureInfo[];
  /** Rows per table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Interval that all captures span, epoch ns; null if none is aligned. */
  readonly span: { readonly from: bigint; readonly to: bigint } | null;
  /**
   * Start of the first unaligned capture, ns on its own clock: times of unaligned captures are shown relative
   * to it.
   */
  readonly ownStart: bigint | null;
  /** Files that could not be read by imports so far, kept with the workspace. */
  readonly unread: readonly UnreadFile[];
  /** Captures removed since the workspace was opened, the latest last: they can be restored. */
  readonly removed: readonly { readonly id: number; readonly name: string }[];
  /** True if {@link EngineApi.complete} has something to make. */
  readonly isOwing: boolean;
  /** The change that {@link EngineApi.undoClock} would undo: `the clock of vmstat.txt`; null if none. */
  readonly clockChange: string | null;
}

export interface ResumedWorkspace {
  readonly workspace: WorkspaceInfo;
  /** An import was running and is cancelled: what it had read stays. */
  readonly wasReading: boolean;
}

export interface UnsavedWorkspace {
  readonly path: string;
  readonly captures: readonly string[];
  /** Titles of its findings. */
  readonly findings: readonly string[];
  readonly bytes: number;
  /** Epoch ms. */
  readonly changed: number;
}

/** Code of an unread file that is not a capture but an invalid user format. */
export const wrongFormat = 'user-format';

/** A file that could not be read at all. */
export interface UnreadFile {
  readonly path: string;
  readonly code: string;
  /** One sentence, with path and what to do. */
  readonly message: string;
  /** The nearest formats and why the file is none of them: one sentence per format. */
  readonly nearest?: readonly string[];
}

export type CaptureStatus = 'complete' | 'partial' | 'empty' | 'failed';

export interface CaptureInfo {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly formatTitle: string;
  /** Confidence of the sniffed format, or `forced`. */
  readonly confidence: string;
  readonly status: CaptureStatus;
  /** Reason why it is not complete. */
  readonly reason: string | null;
  readonly bytes: number;
  /** Epoch ns; null when unaligned or empty. */
  readonly start: bigint | null;
  readonly end: bigint | null;
  /** From the first to the last row, ns. */
  readonly duration: number | null;
  readonly host: string | null;
  readonly os: string | null;
  readonly cpus: number | null;
  readonly command: string | null;
  readonly clock: ClockInfo;
  readonly unit: 'lines' | 'bytes';
  readonly size: number;
  readonly used: number;
  readonly blank: number;
  readonly skipped: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly problems: number;
  /**
   * For tables: `given` if a person has described the columns, `found` if not; null for other captures. See
   * {@link EngineApi.table}.
   */
  readonly table: 'found' | 'given' | null;
}

export interface TableInfo extends FoundTable {
  /** The part that a person gave. */
  readonly given: TableDefinition;
  /** The whole definition, as a person could give it. */
  readonly definition: TableDefinition;
}

export interface RawRecord {
  /** The bytes of the file, decompressed, and UTF-16 converted to UTF-8. */
  readonly bytes: Uint8Array;
  /** First line of the record, from 1. */
  readonly line: number;
  /** Offset of the record in the decompressed file. */
  readonly offset: number;
  /** True if the end of the record is left out. */
  readonly isCut: boolean;
}

export interface ClockInfo {
  readonly domain: string;
  readonly zone: string | null;
  /** Source of the times, as a sentence for people. */
  readonly source: string;
  readonly guess: boolean;
  /** Name of the capture that a guess rests on. */
  readonly by: string | null;
  readonly aligned: boolean;
  /** ns; null when unknown. */
  readonly error: number | null;
  /** Its times lack the year, so a year can be set. */
  readonly lacksYear: boolean;
  /** Its rows are ordered but have no times: setting a start requires an interval. */
  readonly numbered: boolean;
  /** A person has changed the clock since it was read; the change can be reverted. */
  readonly isChanged: boolean;
  /** ns that a person added to all its times; 0: as read. */
  readonly shifted: bigint;
  /** ns that its times gain per second against those of its file; 0: as read. */
  readonly drift: number;
  /**
   * Members that are assumed, and members that a person has set: start, interval, order (of day and month),
   * date, year, zone, shift, drift.
   */
  readonly guessed: readonly string[];
  readonly setByHand: readonly string[];
}

export type { ClockChange } from '../workspace/clocks/clock.ts';

export interface ImportRequest {
  /** Files and folders. */
  readonly paths: readonly string[];
  readonly format?: string;
  /** Folders with symbols, for functions that captures know only by address. */
  readonly symbols?: readonly string[];
  /** Folders and files with manifests of providers of ETW. */
  readonly manifests?: readonly string[];
  /** Description by which tables are read. */
  readonly table?: TableDefinition;
  /**
   * Capture to replace: the first capture read takes over its name and its dependents. It is removed only
   * after that capture has been stored.
   */
  readonly replaces?: number;
  /** Also reads files whose content the workspace already has; by default they are skipped. */
  readonly again?: boolean;
  /**
   * Treatment of a file that continues an imported capture: replace the capture, or, by default, skip it as a
   * duplicate.
   */
  readonly grown?: 'replace';
  readonly zone?: string;
  readonly year?: number;
  /** ns to add to every time. */
  readonly offset?: bigint;
  /** Epoch ns. */
  readonly start?: bigint;
  /** ns. */
  readonly interval?: number;
  readonly workers?: number;
}

export interface ImportReport {
  /** Imported captures, in the order given. */
  readonly captures: readonly CaptureInfo[];
  readonly failures: readonly UnreadFile[];
  /** Files skipped because the workspace already has them, or their beginning. */
  readonly duplicates: readonly DuplicateFile[];
  /** Captures whose files had grown, and which were replaced. */
  readonly replaced: readonly ReplacedCapture[];
  /** Sentences about what was left out after reading. */
  readonly remarks?: readonly string[];
  readonly cancelled: boolean;
}

export interface Progress {
  /** The current step: `reading cpu.perf.txt.zst`. */
  readonly what: string;
  readonly bytes: number;
  /** null when unknown. */
  readonly totalBytes: number | null;
  readonly rows: number;
  readonly files: number;
  readonly totalFiles: number;
  /** ns since the job began. */
  readonly elapsed: number;
}

export interface QuestionInfo {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly needs: readonly RowTable[];
  readonly params: Params;
  readonly shape: Shape;
  readonly columns: readonly AnswerColumn[];
}

export interface AskRequest {
  readonly question: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly scope: Scope;
}

export interface AnswerHead {
  readonly answer: AnswerId;
  readonly rows: number;
  readonly columns: readonly AnswerColumn[];
  readonly notes: readonly Note[];
  readonly whole: { readonly amount: number; readonly unit: string } | null;
  /** The cells of a heat map. */
  readonly grid?: HeatGrid;
  readonly sparklines?: SparklineSpan;
  /** Time that the question took, ns. */
  readonly elapsed: number;
  readonly revision: number;
}

export interface PageRequest extends Arrangement {
  readonly offset: number;
  readonly limit: number;
}

export interface AnswerPage {
  /** Rows of the whole answer in this arrangement. */
  readonly total: number;
  /** Rows of this page. */
  readonly rows: number;
  /** One entry per column of the answer, with only the texts that these rows use. */
  readonly data: readonly AnswerData[];
}

export interface FindRequest extends Arrangement {
  readonly sought: Target;
  readonly after: number;
  readonly backwards?: boolean;
}

export interface ExportRequest extends Arrangement {
  readonly as: 'csv' | 'tsv' | 'json' | 'arrow';
  readonly path?: string;
}

/** An error as it crosses the process boundary, with its code. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  /** Stack of a defect of the program, which has the code `internal`. */
  readonly stack?: string;
}
