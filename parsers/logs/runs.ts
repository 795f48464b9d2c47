/**
 * Reads runs of lines, each of which is a record, with the scanner, and gives them out by column: nearly all
 * of a large log. Lines that the scanner leaves are read line by line; so is the last line of every run,
 * because a record may continue below it.
 */
import { type BulkOutput, type ClassId, maxEventRows } from '../bulk.ts';
import { type FieldSchemaId, type None, none, type TextId } from '../contract.ts';
import { type Level, levels } from '../levels.ts';
import type { LogFormat } from './definition.ts';
import { maxStatuses, statusLevel } from './levels.ts';
import { type LinesReader, severity, small } from './lines.ts';
import type { Pattern } from './pattern.ts';
import * as Id from './scanner/ids.ts';
import {
  compileFormat,
  isCompilable,
  isNamed,
  type LevelIds,
  type Plan,
  type Program,
} from './scanner/program.ts';
import { type Host, LogScanner } from './scanner/scanner.ts';
import * as Name from './scanner/shared/names.ts';
import * as Sink from './scanner/shared/sinks.ts';
import * as State from './scanner/shared/state.ts';
import { Op, type Step } from './steps.ts';
import { TemplateMasker } from './templates/masker.ts';
import { ReadTime } from './time.ts';

/** Most bytes given to the scanner at once: with the rows made of them they fit a core's cache. */
const largestPiece = 256 << 10;
const smallestPiece = 4 << 10;

export interface RunClock {
  /** `ts` of a time on a line of the part, at an offset of the part. */
  resolve(time: ReadTime, line: number, offset: number): number;
  /** Reports a record whose time {@link resolve} could not place. */
  reportUntimed(line: number, offset: number): void;
  /** `EventRow.zoneDiffers` of the time resolved last. */
  zoneDiffers(): boolean;
}

type Sinks = Readonly<Record<string, readonly [sink: number, argument: number]>>;

/** Columns that do not become fields. */
const sinks: Sinks = {
  component: [Sink.NAME, Name.COMPONENT],
  process: [Sink.NAME, Name.PROCESS],
  thread: [Sink.NAME, Name.THREAD],
  program: [Sink.NAME, Name.PROGRAM],
  pid: [Sink.ID, Id.PID],
  tid: [Sink.ID, Id.TID],
  priority: [Sink.PRIORITY, 0],
  message: [Sink.MESSAGE, 0],
};
/** Columns that the scanner does not support. */
const beyondScanner = ['pairs', 'partial'];

/** True if the scanner can read lines of the format, at least those of its first patterns. */
export function hasRuns({ nested, levelBelow, figures }: LogFormat, { patterns }: LinesReader): boolean {
  return (
    nested === undefined && levelBelow !== true && figures === undefined && readable(patterns).length > 0
  );
}

/**
 * The patterns up to the first that the scanner cannot run. They are tried in order, so later ones cannot be
 * used either.
 */
function readable(patterns: readonly Pattern[]): readonly Pattern[] {
  const end = patterns.findIndex(
    ({ steps, columns }) => !isCompilable(steps) || beyondScanner.some(column => columns.includes(column)),
  );
  return end < 0 ? patterns : patterns.slice(0, end);
}

function planOf(
  out: BulkOutput,
  reader: LinesReader,
  pattern: number,
  statusLevels: string | undefined,
): Plan {
  const { steps, columns, numeric } = reader.patterns[pattern]!;
  const words = reader.words[pattern]!;
  const integers = integerColumns(steps);
  const schemaOf = (inWords: readonly number[]) => {
    const given = (wholes: readonly number[]) => {
      const fields = reader.fieldTypes(pattern, inWords, wholes);
      return fields.length === 0 ? none : out.fieldSchema(fields);
    };
    return { whole: given(integers), wide: given([]) };
  };
  return {
    steps,
    words,
    sinks: columns.map((name, column) => {
      const sink = sinks[name];
      if (sink !== undefined) return sink[0] === Sink.PRIORITY && statusLevels !== undefined ? nowhere : sink;
      if (!numeric[column]) return [Sink.FIELD_TEXT, 0];
      if (name === statusLevels) return [Sink.STATUS, 0];
      return [integers.includes(column) ? Sink.FIELD_WHOLE : Sink.FIELD_NUMBER, 0];
    }),
    fieldSchema: schemaOf([]),
    wordSchema: schemaOf(words),
  };
}

const integerColumns = (steps: readonly Step[]): number[] =>
  steps.flatMap(({ op, column, branches }) => [
    ...(op === Op.Int && column >= 0 ? [column] : []),
    ...branches.flatMap(integerColumns),
  ]);

const nowhere = [Sink.NOWHERE, 0] as const;

function levelIds(out: BulkOutput, byStatus: boolean): LevelIds {
  const id = (level: Level | null) => (level === null ? none : out.string(level));
  return {
    // If statuses set the level, nothing else does.
    byNumber: [null, ...levels].map(level => (byStatus ? none : id(level))),
    byPriority: Array.from({ length: 8 }, (_, priority) => id(severity(priority))),
    byStatus: Array.from({ length: maxStatuses }, (_, status) => id(statusLevel(status))),
  };
}

export class LineRuns implements Host {
  /** Rows given out by the last {@link read}. */
  rows = 0;
  /** True if the last {@link read} stopped at a line that the scanner cannot read. */
  isForeign = false;
  private readonly scanner: LogScanner;
  private readonly program: Program;
  private readonly kind: TextId;
  /** Process name for lines that state a pid but no name. */
  private readonly programName: TextId | None;
  private readonly masker = new TemplateMasker();
  /** True if rows may have threads. */
  private readonly isNamed: boolean;
  /** Number of the scanner's texts that the output knows. */
  private textCount = 0;
  /** Times that the scanner has read in this run. */
  private readonly times: ReadTime[] = [];
  private timeCount = 0;
  private piece = largestPiece;
  private readonly ts = new Float64Array(maxEventRows);
  private readonly threads = new Int32Array(maxEventRows);

  private constructor(
    private readonly out: BulkOutput,
    private readonly reader: LinesReader,
    { plainMessages, statusLevels, program: name }: LogFormat,
  ) {
    this.scanner = new LogScanner(this);
    const { programAddress, programCapacity } = this.scanner;
    const ids = levelIds(out, statusLevels !== undefined);
    let plans = readable(reader.patterns).map((_, pattern) => planOf(out, reader, pattern, statusLevels));
    let program: Program | null = null;
    // Patterns of users may not fit; plans are dropped from the end until the program does, and the reader
    // matches the rest.
    for (; program === null; plans = program === null ? plans.slice(0, -1) : plans)
      program = compileFormat(plans, reader.opening, !plainMessages, ids, programAddress, programCapacity);
    this.isNamed = isNamed(plans);
    this.program = program;
    this.kind = out.string('log');
    this.programName = name === undefined ? none : out.string(name);
  }

  /** Runs for a new part; the parts of a file share those of its output. */
  static of(out: BulkOutput, reader: LinesReader, format: LogFormat): LineRuns {
    const runs = out.keep(
      () => new LineRuns(out, reader, format),
      () => undefined,
    );
    // The program notes which numbers were not whole. It is loaded anew, so that a part is read the same
    // whatever parts came before.
    runs.scanner.load(runs.program);
    return runs;
  }

  /**
   * Gives out events for the lines of `bytes[start, end)`, up to the first that the scanner cannot read;
   * returns the start of the first line not given out.
   *
   * @param line number of the first line within the part, from 1
   * @param base added to positions to get offsets within the part
   */
  read(bytes: Uint8Array, start: number, end: number, line: number, base: number, clock: RunClock): number {
    const { scanner } = this;
    const { input, state } = scanner;
    let at = start;
    this.rows = 0;
    while (at < end) {
      const length = Math.min(end - at, this.piece);
      input.set(bytes.subarray(at, at + length));
      this.timeCount = 0;
      const rows = scanner.run(length, base + at);
      const position = state[State.POSITION]!;
      if (rows > 0) this.give(rows, line + this.rows, clock);
      this.rows += rows;
      at += position;
      if (state[State.FULL] === 1) this.forgetTexts();
      this.isForeign = state[State.FOREIGN] === 1;
      // After a short run, the next is likely short, too.
      this.piece = this.isForeign
        ? Math.max(smallestPiece, Math.min(largestPiece, 4 * position))
        : largestPiece;
      // If there was no row, the end of the line may be in later input.
      if (this.isForeign || (rows === 0 && (length === end - at || length === largestPiece))) break;
    }
    return at;
  }

  readTime(which: number, start: number, end: number): number {
    this.times[this.timeCount] ??= new ReadTime();
    const time = this.times[this.timeCount]!;
    const after = this.program.spellings[which]!.read(this.scanner.bytes, start, end, time, false);
    if (after < 0) return 0;
    this.timeCount++;
    return after;
  }

  readLevel(start: number, end: number): number {
    const level = this.reader.levels.read(this.scanner.bytes, start, end);
    return level === null ? 0 : levels.indexOf(level) + 1;
  }

  templateOf(start: number, end: number): number {
    return this.masker.admit(this.scanner.bytes, start, end, this.out);
  }

  classOf(fieldSchema: number, level: number, component: number, template: number): number {
    this.learnTexts();
    const name = component < 0 ? none : (this.scanner.hostIds[component] as TextId);
    return this.out.eventClass(
      this.kind,
      level as TextId,
      name,
      template as TextId,
      fieldSchema as FieldSchemaId,
    );
  }

  private give(rows: number, line: number, clock: RunClock): void {
    const { scanner, out } = this;
    const { state } = scanner;
    this.learnTexts();
    scanner.resolveTexts(this.uninternedTexts(), this.isNamed);
    this.placeInTime(rows, line, clock);
    out.eventColumns({
      rows,
      class: scanner.classes.subarray(0, rows),
      ts: this.ts.subarray(0, rows),
      duration: null,
      thread: this.isNamed ? this.threadsOf(rows) : null,
      cpu: null,
      stack: null,
      values: scanner.values.subarray(0, state[State.VALUES]!),
      valueLengths: scanner.valueLengths.subarray(0, rows),
      numbers: scanner.numberValues.subarray(0, state[State.NUMBERS]!),
      numberLengths: scanner.numberLengths.subarray(0, rows),
      messages: scanner.messageBytes.subarray(0, state[State.MESSAGE_BYTES]!),
      messageLengths: scanner.messageLengths.subarray(0, rows),
      line,
      offset: scanner.offsets.subarray(0, rows),
    });
  }

  /** Gives out the texts that were not interned, and returns the id of the first. */
  private uninternedTexts(): number {
    const { state, uninternedBytes, uninternedLengths } = this.scanner;
    const count = state[State.UNINTERNED]!;
    if (count === 0) return none;
    const bytes = uninternedBytes.subarray(0, state[State.UNINTERNED_BYTES]!);
    return this.out.uninternedValues(bytes, uninternedLengths.subarray(0, count));
  }

  /** Fills `ts`. Rows between two changes have the time of the row above. */
  private placeInTime(rows: number, line: number, clock: RunClock): void {
    const { ts } = this;
    const { changes, times, offsets, state, classes } = this.scanner;
    const count = state[State.CHANGES]!;
    for (let change = 0; change < count; change++) {
      const row = changes[change]!;
      const end = change + 1 < count ? changes[change + 1]! : rows;
      const time = times[row]!;
      const value = time < 0 ? Number.NaN : clock.resolve(this.times[time]!, line + row, offsets[row]!);
      for (let at = row; at < end; at++) ts[at] = value;
      if (time >= 0 && Number.isNaN(value))
        for (let at = row; at < end; at++) clock.reportUntimed(line + at, offsets[at]!);
      if (time >= 0 && clock.zoneDiffers())
        for (let at = row; at < end; at++)
          classes[at] = this.out.classOfDifferingZone(classes[at] as ClassId);
    }
  }

  private threadsOf(rows: number): Int32Array | null {
    const { names, ids } = this.scanner;
    const processes = names[Name.PROCESS]!;
    const threads = names[Name.THREAD]!;
    const pids = ids[Id.PID]!;
    const tids = ids[Id.TID]!;
    const column = this.threads.subarray(0, rows);
    let any = false;
    for (let row = 0; row < rows; row++) {
      const process = processes[row]!;
      const pid = small(pids[row]!);
      const named = (process === none ? threads[row]! : process) as TextId | None;
      const name = named === none && pid >= 0 ? this.programName : named;
      const tid = small(tids[row]!);
      if (name === none && pid < 0 && tid < 0) {
        column[row] = none;
        continue;
      }
      column[row] = this.out.thread(name, pid, tid);
      any = true;
    }
    return any ? column : null;
  }

  private learnTexts(): void {
    const { scanner, textCount } = this;
    const { textCount: textsKnown } = scanner;
    if (textsKnown === textCount) return;
    const lengths = Int32Array.from({ length: textsKnown - textCount }, (_, i) =>
      scanner.textLength(textCount + i),
    );
    // Interned texts are contiguous.
    const start = scanner.textStart(textCount);
    const end = scanner.textStart(textsKnown - 1) + scanner.textLength(textsKnown - 1);
    const first = this.out.newTexts(scanner.bytes.subarray(start, end), lengths);
    for (let text = textCount; text < textsKnown; text++) scanner.hostIds[text] = first + text - textCount;
    this.textCount = textsKnown;
  }

  private forgetTexts(): void {
    this.scanner.clearTexts();
    this.textCount = 0;
  }
}
