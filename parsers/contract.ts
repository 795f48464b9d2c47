/**
 * The interface of a format.
 *
 * A {@link FormatEntry} decides whether bytes are its own, and a {@link Format} opens a {@link Reader}. A reader is *pushed* chunks
 * that may be split anywhere and answers by calling its {@link Output}. It never sees a path, a stream, a
 * promise or a database. If it must know later bytes of the file first, the format names them in {@link
 * Format.ranges}, and they are read before the first push. If it must know the whole file first, the format
 * has a {@link Format.survey}, and the file is read twice.
 *
 * Malformed input has exactly three outcomes:
 * - *not mine*: `sniff` says `no`;
 * - *skipped*: {@link Output.problem}, and the lines are counted as skipped;
 * - *nothing further can be trusted*: `throw new ParseError(…)`; the rows so far stay, the capture is marked
 *   partial.
 */
import type { BulkOutput } from './bulk.ts';
import type { Clock } from './clock.ts';
import type { FieldRole } from './event-meanings.ts';
import type { Level } from './levels.ts';
import type { MeaningName } from './meanings.ts';
import type { PlainRowTable, RowOf } from './rows.ts';

export type { Clock } from './clock.ts';

/** Ids are dense from 0 per output. The brand keeps a frame id from being passed for a text id. */
export type Id<T extends string> = number & { readonly __id: T };
export type TextId = Id<'text'>;
export type FrameId = Id<'frame'>;
export type StackId = Id<'stack'>;
export type ThreadId = Id<'thread'>;
export type SeriesId = Id<'series'>;
export type FieldSchemaId = Id<'field_schema'>;

/** No thread, stack, text, …: only allowed where a type says `| None`. */
export const none = -1;
export type None = typeof none;

/**
 * Certainty of a format that bytes are its own. `yes` is for a magic number or a structure that no other
 * format has.
 */
export type Sniff = 'no' | 'maybe' | 'likely' | 'yes';

/**
 * A format as the registry has it (`formats.ts`): what recognises its captures. What reads them is loaded once one is
 * recognised, so that a start does not load the readers of all formats.
 */
export interface FormatEntry {
  /** Stable name, `perf-script`: the value of `--format`, and recorded with the capture. */
  readonly id: string;
  /** Display name: `perf script`. */
  readonly title: string;
  /** Unit of the ledger. */
  readonly unit: 'lines' | 'bytes';
  /** Raised when a change makes older imports worth repeating; recorded with each capture. */
  readonly version: number;
  /**
   * Looks at the first bytes (up to 64 KiB, possibly cut anywhere) and the file's base name. The name may only break
   * ties: the same bytes under an unknown name must give the same rows. Must not throw.
   */
  sniff(head: Uint8Array, name: string): Sniff;
  /** Loads the format with its reader. */
  load(): Promise<Format>;
  /**
   * For a recording in several files: the name of the main file that the file `name` belongs to; null if
   * `name` is not such a file. Files of one recording that lie in one folder and are of this format are read
   * one after the other as one capture.
   */
  readonly belongsTo?: (name: string) => string | null;
  /** True if its texts name functions of the kernel: `open` is then given {@link Options.kernelFunction}. */
  readonly namesKernelFunctions?: boolean;
  /** True if it reads events of providers of ETW: `open` is then given {@link Options.manifestOf}. */
  readonly readsManifests?: boolean;
  /** Called with a text that no format recognises. True if reading it with this format is better than refusing it. */
  readonly isBetterThanNothing?: (head: Uint8Array) => boolean;
  /** True if `sniff` takes nearly any titles: parts of a text that no format recognises are then not taken for it. */
  readonly takesAnyTitles?: true;
  /** Similarity of the beginning of a refused text to this format. Without it, the text is read with a reader. */
  readonly nearness?: (head: Uint8Array) => Nearness | null;
  /**
   * Facts in captures of this format that are not kept in rows, for `docs/formats.md`: a phrase; left out if
   * everything is kept.
   */
  readonly lost?: string;
}

/** A format with its reader. */
export interface Format extends FormatEntry {
  /**
   * Opens a reader. One reader reads one *part*: the whole file, or consecutive whole records of it. Most
   * readers take `out` as an {@link Output}.
   */
  open(out: BulkOutput, options: Options): Reader;
  /**
   * Ranges of the file that a reader needs before its first push: a table at the end, sections that a header points
   * to. Called first with only the head read, then with the ranges of the call before, until it returns nothing new;
   * the reader finds all of them in `options.file`. Ranges beyond {@link maxRangeBytes} bytes in all, or after {@link
   * maxRangeCalls} calls, are not read. Must not throw.
   */
  readonly ranges?: (file: FileRanges) => readonly Range[];
  /**
   * For formats that must read the whole file before the first row. The file is read twice: first it is pushed to the
   * survey, then to the reader that the survey opens. `Format.open` is used only if a file can be read just once.
   * Excludes `boundary`.
   */
  readonly survey?: (options: Options) => Survey;
  /**
   * Offset of the first record that starts at or after `from`, or -1 when `bytes` holds none. A format that has this
   * can be read by several workers at once: parts begin at boundaries, and each part gets `options.head`. Must agree
   * with the reader: splitting at a boundary must not change the rows. Left out by a format whose records can only be
   * found or understood with the records before them.
   */
  readonly boundary?: ((bytes: Uint8Array, from: number) => number) | undefined;
  /** Meanings of the format's series that have no {@link SeriesKey.meaning}. */
  readonly meanings?: Meanings;
}

/** Similarity of a refused text to a format. */
export interface Nearness {
  /** Lines that match the format, and lines looked at. */
  readonly lines: number;
  readonly lookedAt: number;
  /** The reason why the text is not of the format, a clause; computed when called. */
  why(): string;
}

/** The meaning of a series; null if no {@link MeaningName} fits. */
export type Meanings = (series: SeriesKey) => Meaning | null;

/** The bytes from `start` to `end` of a file, after decompression. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Bytes of a file that are known before its first push. */
export interface FileRanges {
  /** The known bytes from `start` on: up to `end`, or fewer if the file ends or no more were read. */
  at(start: number, end: number): Uint8Array;
}

/** Maximum number of bytes that {@link Format.ranges} may ask for in all. */
export const maxRangeBytes = 64 << 20;
/**
 * Maximum number of calls of {@link Format.ranges}. A header that points to a table that points to sections
 * needs two.
 */
export const maxRangeCalls = 8;

export interface Options {
  /** Base name of the file, for messages and as a last source of facts (a date in a log's name). */
  readonly name: string;
  /** The first bytes of the file (up to 64 KiB): column headers and banners, for parts that start later. */
  readonly head: Uint8Array;
  /** Byte offset of this part in the (decompressed) file; 0 for the first. */
  readonly offset: number;
  /** The head, and the ranges that {@link Format.ranges} asked for. */
  readonly file: FileRanges;
  /**
   * Time at which the file was last written, epoch ns; null if unknown. For years and dates that the file leaves out.
   */
  readonly modified: bigint | null;
  /**
   * IANA zone or fixed offset (`+02:00`) that the user set; null: the zone that the file states, else a
   * guess.
   */
  readonly zone: string | null;
  /** Year that the user set for times without one. */
  readonly year: number | null;
  /** Start that the user set for captures without a clock, epoch ns. */
  readonly start: bigint | null;
  /** Interval that the user set for captures without a clock, ns. */
  readonly interval: number | null;
  /** Finds functions of kernels; left out if no symbols are at hand. */
  readonly kernelFunction?: FindKernelFunction;
  /** Finds the manifest of a provider of ETW by its GUID (XML); left out if the user named none. */
  readonly manifestOf?: (guid: string) => string | null;
}

/** An address of a kernel, or of one of its modules. */
export interface KernelAddress {
  /** Build id of the kernel. */
  readonly kernel: string;
  /** `[kernel.kallsyms]`, or a module: `[ext4]`. */
  readonly module: string;
  readonly address: bigint;
  /** From the start of the kernel or module. */
  readonly offset: bigint;
}

/** The function that contains an address. */
export interface KernelFunction {
  readonly name: string;
  /** Distance of the address from the start of the function. */
  readonly distance: bigint;
}

/** null: no symbols of this kernel, or no function there. */
export type FindKernelFunction = (at: KernelAddress) => KernelFunction | null;

export interface Reader {
  /** Takes the next bytes, which are valid only during the call. */
  push(chunk: Uint8Array): void;
  /** Ends the input: whatever is still open is finished or counted as skipped. */
  end(): void;
}

/** Takes the first of two readings; should hold little compared with the size of the file. */
export interface Survey extends Reader {
  /** Opens the reader of the second reading; called after `end`. */
  open(out: BulkOutput, options: Options): Reader;
}

/**
 * Takes the rows. Methods called for millions of rows have positional parameters, the others named ones.
 *
 * Times are ns since the zero given to {@link Output.clock}; `NaN` is "no time".
 */
export interface Output {
  // Interning: equal arguments give equal ids.
  /** A text from bytes; invalid UTF-8 is replaced by U+FFFD (and is a problem the reader should report). */
  text(bytes: Uint8Array, start: number, end: number): TextId;
  string(text: string): TextId;
  /**
   * `address` is given only if there is no symbol yet: symbols may be looked up later. `offset` is its position in
   * the file of the module, if the capture states it. `build` identifies the symbols of the module: its build id in
   * hexadecimal, or a map such as `/tmp/perf-7.map`.
   */
  frame(
    symbol: TextId,
    module: TextId,
    address?: bigint | null,
    offset?: bigint | null,
    build?: TextId | None,
  ): FrameId;
  /** The stack with `frame` as leaf and `parent` as its caller (`none` at a root). */
  stack(parent: StackId | None, frame: FrameId): StackId;
  /** `pid`, `tid`: -1 if unknown. */
  thread(process: TextId | None, pid: number, tid: number): ThreadId;
  series(key: SeriesKey): SeriesId;
  /** Names and types of the fields of events, in their order. */
  fieldSchema(fields: readonly FieldType[]): FieldSchemaId;

  // Rows:
  /** `cpu`: -1 if unknown; `period`: NaN if unknown. */
  sample(
    ts: number,
    cpu: number,
    thread: ThreadId | None,
    kind: TextId,
    weight: number,
    period: number,
    stack: StackId | None,
  ): void;
  event(row: EventRow): void;
  /** A point of a series. `row`: number of the sample in the file, from 0. */
  metric(series: SeriesId, ts: number, value: number, row: number, sinceBoot: boolean): void;

  /** A row of any other table of `tables.ts`, by column name; columns that may be null can be left out. */
  row<T extends PlainRowTable>(table: T, row: RowOf<T>): void;

  // The capture:
  /**
   * States the clock, whose zero `ts` counts from. Must be called before the first row with a time; may be
   * called again with better facts. The last call wins for all times of the part, earlier ones included. A
   * format with a `boundary` may move the zero of events only.
   */
  clock(clock: Clock): void;
  /** Facts a capture states about itself. Later calls add to earlier ones. */
  about(facts: CaptureFacts): void;
  /**
   * Reports something that was not understood. Per code, the count and the first examples are kept, with position and
   * text.
   */
  problem(problem: Problem): void;
  /** Adds to the ledger, in the format's unit: at the end used + blank + skipped must be the size of the part. */
  ledger(used: number, blank: number, skipped: number): void;
}

export interface SeriesKey {
  readonly object: string;
  readonly instance: string | null;
  readonly counter: string;
  readonly unit: string | null;
  readonly host: string | null;
  readonly cumulative: boolean;
  /** The process, or one of its threads, that the series is about. */
  readonly task?: Task;
  /** If left out, {@link Format.meanings} decides. */
  readonly meaning?: Meaning;
}

/** A process, or one of its threads, as a table of processes names it. */
export interface Task {
  readonly process: string;
  /** -1 if unknown. */
  readonly pid: number;
  readonly tid: number;
}

/**
 * The meaning of a series, whatever the tool calls it: questions select series by it. `meanings.ts` explains
 * the names.
 */
export interface Meaning {
  readonly name: MeaningName;
  /** Attributes, such as `{ 'cpu.mode': 'idle' }`. */
  readonly attributes: Readonly<Record<string, string>>;
  /**
   * factor × value + addend is in the unit of the meaning, or in that unit per second for a counter whose values are
   * rates. null if the tool does not state the unit of its values.
   */
  readonly factor: number | null;
  readonly addend: number;
}

export interface FieldType {
  readonly key: string;
  readonly type: 'number' | 'text';
  readonly unit?: string;
  /**
   * The texts are whole numbers below 2^64 as `0x1f`, which is how they are shown. They are compared, summed and selected
   * as numbers; the text keeps those beyond 2^53 exact.
   */
  readonly display?: 'hex';
  /**
   * The number is whole in all events given by the column (`bulk.ts`), and is stored in
   * `EventColumns.values`.
   */
  readonly whole?: true;
  /**
   * Number of the word of the message, from 1, that is the text of this field. The words of the message are
   * separated by one blank each, and `-` or an empty word means no value. Such a field has no value of its
   * own.
   */
  readonly word?: number;
  /**
   * Two characters: the text of this field is the part of the message between the first occurrence of the one and
   * the last of the other. An empty part means no value. Otherwise like `word`.
   */
  readonly inside?: '()';
  /**
   * Role of the field in the meaning of its event (`event-meanings.ts`): makes the event a switch, a wake-up,
   * a system call …
   */
  readonly role?: FieldRole;
}

/** A range of bytes, valid during the call. */
export interface Slice {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export interface EventRow {
  readonly ts: number;
  /** ns; less than none, or beyond 64 bits, is stored as none. */
  readonly duration?: number;
  readonly kind: TextId;
  readonly thread: ThreadId | None;
  readonly cpu: number;
  readonly level?: Level | null;
  readonly component?: TextId | None;
  readonly template?: TextId | None;
  readonly message: Slice | null;
  readonly fieldSchema: FieldSchemaId | None;
  /**
   * One value per field of the field schema: a number, NaN where absent; a text as its TextId. Values of
   * fields with `word` or `inside` are ignored. Copied during the call.
   */
  readonly fields: ArrayLike<number>;
  readonly stack: StackId | None;
  /**
   * First line of the record within this part, from 1; the importer adds the lines before the part. For
   * binary formats: number of the record in the file, from 1; NaN if the format has a `boundary`.
   */
  readonly line: number;
  readonly lines: number;
  /** Byte offset of the record within this part. */
  readonly offset: number;
  /** True if its time states a zone in a capture whose first time states none, or the reverse. */
  readonly zoneDiffers?: boolean;
}

export interface CaptureFacts {
  readonly host?: string;
  readonly os?: string;
  readonly arch?: string;
  readonly cpus?: number;
  readonly command?: string;
  /** Samples per second and CPU that the profiler was asked for, by kind. */
  readonly frequency?: Readonly<Record<string, number>>;
  /** Anything else worth showing, name to value. */
  readonly other?: Readonly<Record<string, string>>;
}

export type Severity = 'notice' | 'warning' | 'error';

export interface Problem {
  /** Stable, kebab-case: `frame-without-record`. */
  readonly code: string;
  readonly severity: Severity;
  /** Line within this part, from 1; -1 for binary formats. */
  readonly line: number;
  /** Byte offset within this part. */
  readonly offset: number;
  /** One sentence for the user: what is wrong and what was done about it. */
  readonly message: string;
  /** The bytes it is about; the first 200 are kept, as text. */
  readonly example?: Slice;
}

/** Nothing further in this part can be trusted. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  constructor(
    readonly code: string,
    message: string,
    /** Byte offset within the part. */
    readonly offset: number,
    /** Line within the part, from 1; -1 for binary formats. */
    readonly line: number,
  ) {
    super(message);
  }
}
