/**
 * What a format is, and what it may do: the whole of it on one page.
 *
 * A {@link Format} says whether some bytes are its own and opens a {@link Reader}. A reader is *pushed* chunks that may
 * be split anywhere and answers by calling its {@link Output}. It never sees a path, a stream, a promise or a database.
 * Where it must know what stands further on in the file, the format names those {@link Format.ranges}, and they are read
 * before the first push; where all of it must be known, it has a {@link Format.survey}, and the file is read twice.
 *
 * Malformed input has exactly three outcomes:
 * - *not mine*: `sniff` says `no`;
 * - *skipped*: {@link Output.problem}, and the lines are counted as skipped;
 * - *nothing further can be trusted*: `throw new ParseError(…)`; the rows so far stay, the capture is marked partial.
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

/** No thread, no stack, no text, …: only where a type says `| None`. */
export const none = -1;
export type None = typeof none;

/** How sure a format is that some bytes are its own. `yes` is for a magic number or a structure nothing else has. */
export type Sniff = 'no' | 'maybe' | 'likely' | 'yes';

export interface Format {
  /** Stable name: `perf-script`. What `--format` takes and what the capture records. */
  readonly id: string;
  /** What a person calls it: `perf script`. */
  readonly title: string;
  /** What the ledger counts. */
  readonly unit: 'lines' | 'bytes';
  /** Raised when a change makes older imports worth repeating; recorded with each capture. */
  readonly version: number;
  /**
   * Looks at the first bytes (up to 64 KiB, possibly cut anywhere) and the file's base name. The name may only break
   * ties: the same bytes under an unknown name must give the same rows. Must not throw.
   */
  sniff(head: Uint8Array, name: string): Sniff;
  /**
   * Opens a reader. One reader reads one *part*: the whole file, or a run of whole records of it. Most readers take `out`
   * as an {@link Output}.
   */
  open(out: BulkOutput, options: Options): Reader;
  /**
   * Stretches of the file that a reader needs before its first push: a table at the end, sections that a header points to.
   * Asked first with nothing read but the head, then with what it asked for, until it asks for nothing new; the reader finds
   * all of it in `options.file`. What is asked for beyond {@link mostRanged} bytes, or in more than {@link mostRangeSteps}
   * steps, is not read. Must not throw.
   */
  readonly ranges?: (file: FileRanges) => readonly Range[];
  /**
   * For formats whose rows cannot be told before the whole file is known: it is read twice, and the first time pushed to the
   * survey, which then opens the reader. `open` is called in its place only where a file can be read but once. Has no `boundary`.
   */
  readonly survey?: (options: Options) => Survey;
  /**
   * Of a file that is part of a recording in several files: the name of the one that it belongs to. Where that lies in the same
   * folder and is of this format, they are read one after the other as one capture.
   */
  readonly belongsTo?: (name: string) => string | null;
  /**
   * Offset of the first record that starts at or after `from`, or -1 when `bytes` holds none. A format that has this
   * can be read by several workers at once: parts begin at boundaries, and each part gets `options.head`.
   * Must agree with the reader: cutting at a boundary must not change the rows. A format whose records can only be found
   * one from the other, or understood by those before, has none.
   */
  readonly boundary?: ((bytes: Uint8Array, from: number) => number) | undefined;
  /** What the series of this format mean, where they do not say so themselves ({@link SeriesKey.meaning}). */
  readonly meanings?: Meanings;
  /** Asked of a text that no format claims: whether it is better read as this than not at all. */
  readonly isBetterThanNothing?: (head: Uint8Array) => boolean;
  /** How near the beginning of a text that is refused is to this format; without it a reader tries. */
  readonly nearness?: (head: Uint8Array) => Nearness | null;
  /** What captures of this format say and no row holds, for `docs/formats.md`: a phrase; nothing where all is kept. */
  readonly lost?: string;
}

/** What a text that is refused has in common with a format. */
export interface Nearness {
  /** Lines that are as the format has them, and lines looked at. */
  readonly lines: number;
  readonly of: number;
  /** Why it is not the format, a clause; worked out when asked. */
  why(): string;
}

/** The meaning of a series; null where it has none that {@link MeaningName} knows. */
export type Meanings = (series: SeriesKey) => Meaning | null;

/** The bytes from `start` to `end` of a file, before any packing. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is known of a file before its first byte is pushed. */
export interface FileRanges {
  /** The bytes from `start` on, as far as they were read: up to `end`, or less where the file ends or nobody asked for more. */
  at(start: number, end: number): Uint8Array;
}

/** What {@link Format.ranges} may ask for in all, bytes. */
export const mostRanged = 64 << 20;
/** How often {@link Format.ranges} is asked: a header, a table it points to, and sections that the table points to are two. */
export const mostRangeSteps = 8;

export interface Options {
  /** Base name of the file, for messages and as a last hint (a date in a log's name). */
  readonly name: string;
  /** The first bytes of the file (up to 64 KiB): column headers and banners, for parts that start later. */
  readonly head: Uint8Array;
  /** Byte offset of this part in the (decompressed) file; 0 for the first. */
  readonly offset: number;
  /** What {@link Format.ranges} asked for, and the head. */
  readonly file: FileRanges;
  /** When the file was last written, epoch ns; null when unknown. For years and dates that the file leaves out. */
  readonly modified: bigint | null;
  /** IANA zone or fixed offset (`+02:00`) the user set; null: what the file says, else a guess. */
  readonly zone: string | null;
  /** Year the user set for times without one. */
  readonly year: number | null;
  /** Start the user set for captures without a clock, epoch ns. */
  readonly start: bigint | null;
  /** Interval the user set for captures without a clock, ns. */
  readonly interval: number | null;
}

export interface Reader {
  /** Takes the next bytes. They are the reader's only during the call. */
  push(chunk: Uint8Array): void;
  /** No more bytes: whatever is still open is finished or counted as skipped. */
  end(): void;
}

/** What takes the first of two readings; it must hold little beside the size of the file. */
export interface Survey extends Reader {
  /** After `end`. */
  open(out: BulkOutput, options: Options): Reader;
}

/**
 * Where rows go. Positional for what is written by the million, by name for what is not.
 *
 * Times are ns since the zero given to {@link Output.clock}; `NaN` is "no time".
 */
export interface Output {
  // Interning: equal arguments give equal ids.
  /** A text from bytes; invalid UTF-8 is replaced by U+FFFD (and is a problem the reader should report). */
  text(bytes: Uint8Array, start: number, end: number): TextId;
  string(text: string): TextId;
  /**
   * Only where there is no symbol, which may be looked up later: `address`, and `offset`, where in the file of the module
   * that is, if the capture states it. `build`: by what symbols of the module can be found, the id of its
   * build in hexadecimal, or a map such as `/tmp/perf-7.map`.
   */
  frame(
    symbol: TextId,
    module: TextId,
    address?: bigint | null,
    offset?: bigint | null,
    build?: TextId | None,
  ): FrameId;
  /** The stack that has `frame` as leaf and `parent` as its caller (`none` at a root). */
  stack(parent: StackId | None, frame: FrameId): StackId;
  /** `pid`, `tid`: -1 where unknown. */
  thread(process: TextId | None, pid: number, tid: number): ThreadId;
  series(of: SeriesKey): SeriesId;
  /** Names and types of the fields of events, in their order. */
  fieldSchema(fields: readonly FieldType[]): FieldSchemaId;

  // Rows.
  /** `cpu`: -1 where unknown; `period`: NaN. */
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
  /** A point of a series. `row`: which sample of the file, from 0. */
  metric(series: SeriesId, ts: number, value: number, row: number, sinceBoot: boolean): void;

  /** A row of any other table of `tables.ts`, by the names of its columns; one that may be null can be left out. */
  row<T extends PlainRowTable>(table: T, row: RowOf<T>): void;

  // About the capture.
  /**
   * What `ts` counts from. Must be called before the first row with a time; may be called again with better facts. The
   * last one counts, its zero too: all times of the part, earlier ones among them, count from there. A format with a
   * `boundary` may move the zero of events only.
   */
  clock(clock: Clock): void;
  /** Facts a capture states about itself. Later calls add to earlier ones. */
  about(facts: CaptureFacts): void;
  /** Something not understood. Kept per code: a count, and the first examples with place and text. */
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
  /** Of a series that is about one process, or one of its threads: whose it is. */
  readonly task?: Task;
  /** Not set: what {@link Format.meanings} says. */
  readonly meaning?: Meaning;
}

/** A process, or one of its threads, as a table of processes names it. */
export interface Task {
  readonly process: string;
  /** -1 where unknown. */
  readonly pid: number;
  readonly tid: number;
}

/** What a series measures, whatever the tool calls it: questions select by it. `meanings.ts` explains the names. */
export interface Meaning {
  readonly name: MeaningName;
  /** Which part of it: `{ 'cpu.mode': 'idle' }`. */
  readonly attributes: Readonly<Record<string, string>>;
  /**
   * factor × value + addend is in the unit of the meaning; of a counter that is no count but a rate, per second. null where
   * the tool does not tell the unit of its values.
   */
  readonly factor: number | null;
  readonly addend: number;
}

export interface FieldType {
  readonly key: string;
  readonly type: 'number' | 'text';
  readonly unit?: string;
  /** The number is whole in all events given by the column (`bulk.ts`), and stands among their values. */
  readonly whole?: true;
  /**
   * The text is that word of the message, from 1: its words are apart by one blank each, and `-` or nothing is none. No
   * value of it is given, and none is stored.
   */
  readonly word?: number;
  /** What the field is to the meaning of its event: `event-meanings.ts`. Makes the event a switch, a wake-up, a system call … */
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
   * As many values as the field schema has fields: a number, NaN where it is absent; a text as its TextId. What stands for a
   * word of the message is not looked at. Copied during the call.
   */
  readonly fields: ArrayLike<number>;
  readonly stack: StackId | None;
  /**
   * First line of the record within this part, from 1; the importer adds what came before the part. Of binary formats: which
   * record of the file it is, from 1; NaN where they have a `boundary`.
   */
  readonly line: number;
  readonly lines: number;
  /** Byte offset of the record within this part. */
  readonly offset: number;
}

export interface CaptureFacts {
  readonly host?: string;
  readonly os?: string;
  readonly arch?: string;
  readonly cpus?: number;
  readonly command?: string;
  /** Samples per second and CPU the profiler was asked for, by kind. */
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
