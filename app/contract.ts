/**
 * The whole process boundary: what a window may ask the engine, and what the engine tells the window.
 *
 * Carried by birpc over a MessagePort (window), or called directly (CLI, tests), which may ask more: `engine/local.ts`. Values cross as they are: 64-bit times as
 * bigint, columns as typed arrays, which a structured clone copies whole. Rows travel a page at a time: Electron copies
 * everything between processes, so a view receives what fits its pixels.
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
  Sought,
  SparklineSpan,
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
import type { DuplicateFile, ReplacedCapture } from '../workspace/import/request.ts';

export type { Arrangement, Note, Scope, Sort, Sought } from '../analyzers/contract.ts';
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

/** Chosen by the caller; names a piece of work for progress and cancel. */
export type JobId = string;
/** Names an answer the engine holds until released. */
export type AnswerId = number;

export interface EngineApi {
  info(): Promise<EngineInfo>;
  /** Adds to the trace what a page has done, which can write no files. `page` is its process. */
  tracePage(page: number, work: readonly PageWork[]): Promise<void>;
  /** Opens or makes a workspace file and closes the one before; `null` makes one that lives until the engine ends. */
  open(path: string | null): Promise<WorkspaceInfo>;
  /**
   * What a page begins with: the workspace that is open, or one as of `open(null)`. Cancels all jobs: a page that was there before is
   * gone, with whoever waited for them.
   */
  resume(): Promise<ResumedWorkspace>;
  workspace(): Promise<WorkspaceInfo>;
  /** Saves the open workspace under another name and goes on there. */
  saveAs(path: string): Promise<WorkspaceInfo>;
  close(): Promise<void>;
  /** Workspaces that were not saved when the engine, or all of the program, ended unexpectedly; the last first. */
  unsaved(): Promise<readonly UnsavedWorkspace[]>;
  /** Opens one of them, still not saved, and closes the one before. */
  recover(path: string): Promise<WorkspaceInfo>;
  /** Removes one of them. */
  discard(path: string): Promise<void>;

  /** Reads captures. Resolves when all are read or the job was cancelled; what was there before is never touched. */
  import(job: JobId, request: ImportRequest): Promise<ImportReport>;
  /** Which formats there are, for `--format` and the window's choice. */
  formats(): Promise<readonly FormatInfo[]>;
  /** Takes a capture and its rows out of the workspace. */
  remove(capture: number): Promise<WorkspaceInfo>;
  /** Brings back a capture of {@link WorkspaceInfo.removed}, as it was. */
  restore(capture: number): Promise<WorkspaceInfo>;
  /** Empties {@link WorkspaceInfo.unread}. */
  forgetUnread(): Promise<WorkspaceInfo>;
  /** Overrules a guess about a capture's clock, without reading it again. */
  setClock(capture: number, ...changes: readonly ClockChange[]): Promise<WorkspaceInfo>;
  /** Takes the last change of a clock back, see {@link WorkspaceInfo.clockChange}. Where there is none, nothing changes. */
  undoClock(): Promise<WorkspaceInfo>;

  /**
   * What the columns of a capture that is a table are taken for: as it was read, or as it would be by `told`. Nothing
   * changes; an import with `table` and `replaces` reads it so.
   */
  table(capture: number, given: TableDefinition | null): Promise<TableInfo>;

  /**
   * The record on a line of a capture as it is in the file, read again from there: an error where the file is gone or
   * another now; null where no record says where it begins.
   */
  raw(capture: number, line: number): Promise<RawRecord | null>;

  /** How a window looked at the workspace when it was left; null where none did. The text is the window's own. */
  view(): Promise<string | null>;
  keepView(text: string): Promise<void>;

  /** Searches and SQL that were given a name, in their order. */
  saved(): Promise<readonly SavedQuery[]>;
  /** Keeps these in place of those that were: on disk when it resolves. Answers with what is kept. */
  keepSaved(saved: readonly SavedQuery[]): Promise<readonly SavedQuery[]>;
  /** Writes all of them into a file, for other workspaces. */
  exportSaved(path: string): Promise<void>;
  /** Adds those of a file: what is the same stands once, another of the same name is numbered. */
  importSaved(path: string): Promise<readonly SavedQuery[]>;

  questions(): Promise<readonly QuestionInfo[]>;
  ask(job: JobId, request: AskRequest): Promise<AnswerHead>;
  /** Rows of an answer, arranged as asked. */
  page(job: JobId, answer: AnswerId, request: PageRequest): Promise<AnswerPage>;
  /** Where in the arranged answer the next row from `after` on is such; -1 if none. */
  find(job: JobId, answer: AnswerId, request: FindRequest): Promise<number>;
  release(answer: AnswerId): Promise<void>;
  /** A whole answer as text, for the clipboard or a file. With `path` it is written there and the text is empty. */
  exportAnswer(job: JobId, answer: AnswerId, request: ExportRequest): Promise<string>;

  /**
   * All findings, in their order, evidence without its rows. Whatever changes them is on disk when it resolves, beside an import, too;
   * it can be undone, and `findingsChanged` tells of it.
   */
  findings(): Promise<Findings>;
  /** One evidence with its rows. */
  evidence(evidence: number): Promise<Evidence>;
  /** All of it, with all rows: what a report is made from. */
  findingsDocument(): Promise<FindingsDocument>;
  /** Asks for its evidence, and puts the finding at the end. Answers with its id. */
  addFinding(job: JobId, draft: FindingDraft): Promise<number>;
  /** Changes what is given. Texts of one finding that follow each other within seconds are undone together. */
  changeFinding(finding: number, change: FindingChange): Promise<Findings>;
  removeFinding(finding: number): Promise<Findings>;
  /** All ids, in their new order. */
  orderFindings(ids: readonly number[]): Promise<Findings>;
  changeSummary(summary: Summary): Promise<Findings>;
  /** Asks, and puts the answer at the end of a finding's evidence. Answers with its id. */
  addEvidence(job: JobId, finding: number, request: EvidenceRequest): Promise<number>;
  /** Asks again, and takes the answer in place of the one that was: under another id, which it answers with. */
  renewEvidence(job: JobId, evidence: number): Promise<number>;
  /** Recomputes evidence, of these findings or of all, and keeps with each what differs. Progress counts evidence as files. */
  checkFindings(job: JobId, findings?: readonly number[]): Promise<CheckReport>;
  /** Checks all evidence, and writes the findings as a document. */
  report(job: JobId, request: ReportRequest): Promise<WrittenReport>;
  /** Takes the last change of findings back, see {@link Findings.undo}. Where there is none, nothing changes. */
  undoFindings(): Promise<Findings>;
  redoFindings(): Promise<Findings>;
  /**
   * Writes a workspace of the findings, and of captures what their evidence needs, to another file. Every evidence has been asked for there,
   * and has the answer that it has here.
   */
  cutDown(job: JobId, path: string): Promise<CutReport>;

  cancel(job: JobId): Promise<void>;
}

/** What the engine tells the window unasked. */
export interface EngineEvents {
  progress(job: JobId, progress: Progress): void;
  /** Captures came or went, or a clock changed: answers held are of the old state. */
  changed(workspace: WorkspaceInfo): void;
  /** Findings are others than before, or of another workspace. */
  findingsChanged(findings: Findings): void;
}

/** What was written, under a name: once for searches and once for SQL. */
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
  /** Ids of its evidence that stay, in their new order. */
  readonly evidence?: readonly number[];
}

export interface CheckReport {
  /** One an evidence, in the order of the findings. */
  readonly evidence: readonly CheckedEvidence[];
  readonly same: number;
  readonly stale: number;
  /** The question could not be answered. */
  readonly failed: number;
}

/** Redacted answers are texts: csv or json. `folded`: the stacks of samples that an answer is of, as flame graph tools read them. */
export type EvidenceForm = 'csv' | 'json' | 'arrow' | 'parquet' | 'folded';

export interface ReportRequest {
  /** `.html` or `.md`; null: nothing is written, and the answer says what would be replaced. */
  readonly path: string | null;
  /** In which times are shown; UTC by default. */
  readonly zone?: string;
  /** What is replaced, as JSON: `report/redact.ts`. */
  readonly rules?: string;
  /** Whole answers are written beside it, a file each. */
  readonly evidence?: EvidenceForm;
}

export interface WrittenReport {
  /** The report first. */
  readonly files: readonly string[];
  /** Of the report and its pictures. */
  readonly bytes: number;
  readonly checked: number;
  readonly differing: number;
  /** For whoever made the report: it holds none of the names. */
  readonly replaced: readonly { readonly kind: string; readonly name: string; readonly standIn: string }[];
}

export interface CutReport {
  readonly path: string;
  readonly bytes: number;
  readonly evidence: number;
  /** What is in it: all rows of a capture, or those of a time. */
  readonly captures: readonly { readonly name: string; readonly isWhole: boolean }[];
}

export interface CheckedEvidence {
  readonly finding: number;
  readonly title: string;
  readonly evidence: number;
  readonly question: string;
  readonly result: 'same' | 'stale' | 'failed';
  /** What is different about captures, clocks and readers. */
  readonly reasons: readonly string[];
  readonly difference: Difference | null;
}

export interface EngineInfo {
  readonly version: string;
  readonly cores: number;
  /** Whether what it does is written to a file: see {@link EngineApi.tracePage}. */
  readonly isTraced: boolean;
}

/** Something that the page has done, for a trace of the program's own work. */
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
  /** `null` while it has no file the user chose. */
  readonly path: string | null;
  /** Grows with every change: part of every cache key. */
  readonly revision: number;
  readonly captures: readonly CaptureInfo[];
  /** Rows per table. */
  readonly rows: Readonly<Record<string, number>>;
  /** What all captures span, epoch ns; null when none is aligned. */
  readonly span: { readonly from: bigint; readonly to: bigint } | null;
  /** Where the first of the captures that are not aligned begins, ns on their own clock: their times are shown since then. */
  readonly ownStart: bigint | null;
  /** Files that imports so far could not read, kept with the workspace. */
  readonly unread: readonly UnreadFile[];
  /** Captures removed since it was opened, the last one at the end: they can come back. */
  readonly removed: readonly { readonly id: number; readonly name: string }[];
  /** What {@link EngineApi.undoClock} would undo: `the clock of vmstat.txt`; null where nothing. */
  readonly clockChange: string | null;
}

export interface ResumedWorkspace {
  readonly workspace: WorkspaceInfo;
  /** An import was under way, and is cancelled: what it had read stays. */
  readonly wasReading: boolean;
}

export interface UnsavedWorkspace {
  readonly path: string;
  /** Names of its captures. */
  readonly captures: readonly string[];
  /** What its findings are called. */
  readonly findings: readonly string[];
  readonly bytes: number;
  /** Epoch ms. */
  readonly changed: number;
}

/** The code of an unread file that is no capture but one of the user's formats, and wrong. */
export const wrongFormat = 'user-format';

/** A file that could not be read at all. */
export interface UnreadFile {
  readonly path: string;
  readonly code: string;
  /** One sentence, with path and what to do. */
  readonly message: string;
  /** What it is nearest to, and why it is not that: a sentence a format. */
  readonly nearest?: readonly string[];
}

export type CaptureStatus = 'complete' | 'partial' | 'failed';

export interface CaptureInfo {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly formatTitle: string;
  /** How sure the format's recognition was, or `forced`. */
  readonly confidence: string;
  readonly status: CaptureStatus;
  /** Why it is not complete. */
  readonly reason: string | null;
  readonly bytes: number;
  /** Epoch ns; null when unaligned or empty. */
  readonly start: bigint | null;
  readonly end: bigint | null;
  /** From its first to its last row, ns. */
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
  /** Of a table whose columns a person may know better: whether one has said so. See {@link EngineApi.table}. */
  readonly table: 'found' | 'given' | null;
}

export interface TableInfo extends FoundTable {
  /** What of it was given. */
  readonly given: TableDefinition;
  /** All of it, as what a person would have to say for the same. */
  readonly definition: TableDefinition;
}

export interface RawRecord {
  /** As they are in the file, unpacked; UTF-16 as UTF-8. */
  readonly bytes: Uint8Array;
  /** First line of the record, from 1. */
  readonly line: number;
  /** Where it begins in the unpacked file. */
  readonly offset: number;
  /** The record goes on: the rest is left out. */
  readonly isCut: boolean;
}

export interface ClockInfo {
  readonly domain: string;
  readonly zone: string | null;
  /** What tells the time and how it is known, as a sentence for people. */
  readonly source: string;
  readonly guess: boolean;
  /** The name of the capture on which a guess rests. */
  readonly by: string | null;
  readonly aligned: boolean;
  /** ns; null when unknown. */
  readonly error: number | null;
  /** Its times leave out the year, so that it can be overruled. */
  readonly lacksYear: boolean;
  /** Its rows have an order and no times: a start needs an interval. */
  readonly numbered: boolean;
  /** A person has set something of it since it was read, and it can go back. */
  readonly isChanged: boolean;
  /** ns that a person added to all its times; 0: as read. */
  readonly shifted: bigint;
  /** What its times gain in each second, against those of its file, ns; 0: as read. */
  readonly drift: number;
  /** What of it is assumed, and what a person has set: start, interval, order (of day and month), date, year, zone, shift, drift. */
  readonly guessed: readonly string[];
  readonly setByHand: readonly string[];
}

export type ClockChange =
  | { readonly zone: string }
  /** Of its first row, where its times leave out the year. */
  | { readonly year: number }
  /** ns to add to every time of the capture. */
  | { readonly shift: bigint }
  /** Epoch ns of its first sample, and ns between samples where rows have no time. */
  | { readonly start: bigint; readonly interval?: number }
  /** ns that its times gain in each second since its first, against those of its file. */
  | { readonly drift: number }
  /** The moment `from` of its time was `to`, epoch ns. Of an unaligned capture `from` is on its own clock. `by`: the capture that saw `to`. */
  | { readonly pin: { readonly from: bigint; readonly to: bigint; readonly by: number | null } }
  /** To where the capture `by` has seen the same: see the question `clock-fits`. */
  | { readonly fit: { readonly by: number } }
  /** Back to what its file was read as. */
  | { readonly asRead: true };

export interface ImportRequest {
  /** Files and folders. */
  readonly paths: readonly string[];
  readonly format?: string;
  /** Folders with symbols, for functions that captures know only by address. */
  readonly symbols?: readonly string[];
  /** Reads tables by this description. */
  readonly table?: TableDefinition;
  /** A capture whose place and name the first one read takes; it goes only when that one has come. */
  readonly replaces?: number;
  /** Reads files whose content is in the workspace already; they are left out otherwise. */
  readonly again?: boolean;
  /** What becomes of a file that goes on where a capture ends: it takes the capture's place, or is left out as a duplicate. */
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
  /** Captures that came in, in the order given. */
  readonly captures: readonly CaptureInfo[];
  readonly failures: readonly UnreadFile[];
  /** What was left out because the workspace holds it, or its beginning, already. */
  readonly duplicates: readonly DuplicateFile[];
  /** Captures whose files had grown: what came takes their place. */
  readonly replaced: readonly ReplacedCapture[];
  readonly cancelled: boolean;
}

export interface Progress {
  /** What is being done: `reading cpu.perf.txt.zst`. */
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
  /** What it cost, ns. */
  readonly elapsed: number;
  readonly revision: number;
}

export interface PageRequest extends Arrangement {
  readonly offset: number;
  readonly limit: number;
}

export interface AnswerPage {
  /** Rows of the whole answer, so arranged. */
  readonly total: number;
  /** Rows of this page. */
  readonly rows: number;
  /** One per column of the answer, with only the texts that these rows use. */
  readonly data: readonly AnswerData[];
}

export interface FindRequest extends Arrangement {
  readonly sought: Sought;
  readonly after: number;
  readonly backwards?: boolean;
}

export interface ExportRequest extends Arrangement {
  readonly as: 'csv' | 'tsv' | 'json' | 'arrow';
  readonly path?: string;
}

/** Errors keep their code across the boundary. */
export interface WireError {
  readonly code: string;
  readonly message: string;
}
