/**
 * Runs of lines that are a record each, read by the kernel and given out by the column: what nearly all of a large log
 * is. What the kernel leaves, and the last line of every run, since a record may go on below it, is read line by line.
 */
import { longestRun, none, type Output, type ShapeId, type TextId } from '../contract.ts';
import { levels } from '../tables.ts';
import type { LogFormat } from './definition.ts';
import { doublesPerRow, type Host, idsAt, LogKernel, Word, wordsPerRow } from './kernel/kernel.ts';
import { compileFormat, Id, isCompilable, Name, type Plan, type Program, Sink } from './kernel/program.ts';
import { mostStatuses, statusLevel } from './levels.ts';
import { type LinesReader, severity, small } from './lines.ts';
import type { Pattern } from './pattern.ts';
import { Op, type Step } from './steps.ts';
import { TemplateMasker } from './templates/masker.ts';
import { ReadTime } from './time.ts';

/** Bytes given to the kernel at once: with the rows made of them they stay in a core's cache. */
const largestPiece = 256 << 10;
const smallestPiece = 4 << 10;

/** `ts` of a time that stands on a line, at an offset, of the part. */
export type Resolve = (time: ReadTime, line: number, offset: number) => number;

type Sinks = Readonly<Record<string, readonly [sink: number, argument: number]>>;

/** Columns that are no fields. */
const sinks: Sinks = {
  component: [Sink.name, Name.component],
  process: [Sink.name, Name.process],
  thread: [Sink.name, Name.thread],
  program: [Sink.name, Name.program],
  pid: [Sink.id, Id.pid],
  tid: [Sink.id, Id.tid],
  priority: [Sink.id, Id.priority],
  message: [Sink.message, 0],
};
/** Columns that mean more than the kernel knows. */
const beyondKernel = ['pairs', 'partial'];

/** Whether the kernel can read such a format: its first patterns at least. */
export function hasRuns({ nested, levelBelow }: LogFormat, { patterns }: LinesReader): boolean {
  return nested === undefined && levelBelow !== true && readable(patterns).length > 0;
}

/** The patterns are tried in order: after one that the kernel cannot run it may try no other. */
function readable(patterns: readonly Pattern[]): readonly Pattern[] {
  const end = patterns.findIndex(
    ({ steps, columns }) => !isCompilable(steps) || beyondKernel.some(column => columns.includes(column)),
  );
  return end < 0 ? patterns : patterns.slice(0, end);
}

function planOf({ steps, columns, numeric }: Pattern): Plan {
  return {
    steps,
    sinks: columns.map(
      (name, column) => sinks[name] ?? [numeric[column] ? Sink.fieldNumber : Sink.fieldText, 0],
    ),
  };
}

const readsLevel = (steps: readonly Step[]): boolean =>
  steps.some(({ op, branches }) => op === Op.Level || branches.some(readsLevel));

export class LineRuns implements Host {
  /** Rows given out by the last {@link read}. */
  rows = 0;
  private readonly kernel: LogKernel;
  private readonly program: Program;
  private readonly kind: TextId;
  /** Of each pattern. */
  private readonly shapes: readonly ShapeId[];
  private readonly levels: readonly TextId[];
  /** Levels by status of HTTP. */
  private readonly byStatus: readonly TextId[];
  private readonly masker = new TemplateMasker();
  private readonly hasLevels: boolean;
  /** Of each pattern, how many numbers its fields hold and which of them is a status of HTTP; null where levels are told otherwise. */
  private readonly statuses: readonly { readonly count: number; readonly at: number }[] | null;
  /** Whether there may be components or threads. */
  private readonly hasNames: boolean;
  /** TextIds of the texts that the kernel knows, by their numbers. */
  private textIds = new Int32Array(1024);
  private textCount = 0;
  /** Times that the kernel has met in this run. */
  private readonly times: ReadTime[] = [];
  private timeCount = 0;
  private piece = largestPiece;
  // Columns of a run.
  private readonly ts = new Float64Array(longestRun);
  private readonly offset = new Float64Array(longestRun);
  private readonly template = new Int32Array(longestRun);
  private readonly shape = new Int32Array(longestRun);
  private readonly messageLengths = new Int32Array(longestRun);
  private texts = new Int32Array(longestRun);

  private constructor(
    private readonly out: Output,
    private readonly reader: LinesReader,
    { plainMessages, statusLevels }: LogFormat,
  ) {
    this.kernel = new LogKernel(this);
    const { programAt, programRoom } = this.kernel;
    let plans = readable(reader.patterns).map(planOf);
    let program: Program | null = null;
    // What does not fit, which patterns of users may not, the reader does by itself.
    for (; program === null; plans = program === null ? plans.slice(0, -1) : plans)
      program = compileFormat(plans, reader.opening, !plainMessages, programAt, programRoom);
    const goesTo = (...wanted: number[]) =>
      plans.some(plan => plan.sinks.some(([sink]) => wanted.includes(sink)));
    this.hasLevels = goesTo(Sink.id) || plans.some(({ steps }) => readsLevel(steps));
    this.hasNames = goesTo(Sink.name, Sink.id);
    this.program = program;
    this.kernel.load(program);
    this.kind = out.string('log');
    this.levels = levels.map(level => out.string(level));
    this.byStatus = Array.from({ length: mostStatuses }, (_, status) => {
      const level = statusLevel(status);
      return level === null ? none : out.string(level);
    });
    this.shapes = plans.map((_, pattern) => {
      const fields = reader.fieldTypes(pattern);
      return fields.length === 0 ? none : out.shape(fields);
    });
    this.statuses =
      statusLevels === undefined
        ? null
        : plans.map((_, pattern) => {
            const numbers = reader.fieldTypes(pattern).filter(({ type }) => type === 'number');
            return { count: numbers.length, at: numbers.findIndex(({ key }) => key === statusLevels) };
          });
  }

  /** Those of the output, which every part of a file shares. */
  static of(out: Output, reader: LinesReader, format: LogFormat): LineRuns {
    return out.keep(
      () => new LineRuns(out, reader, format),
      () => undefined,
    );
  }

  /**
   * Gives out events for lines of `bytes[start, end)` from the first on, as far as they are such, and returns where the
   * first line starts that is not given out.
   *
   * @param line number of the first line within the part, from 1
   * @param base what to add to positions for offsets within the part
   */
  read(bytes: Uint8Array, start: number, end: number, line: number, base: number, resolve: Resolve): number {
    const { kernel } = this;
    let at = start;
    this.rows = 0;
    while (at < end) {
      const length = Math.min(end - at, this.piece);
      kernel.input.set(bytes.subarray(at, at + length));
      this.timeCount = 0;
      const rows = kernel.run(length);
      const { position } = kernel;
      if (rows > 0) this.give(rows, line + this.rows, base + at, resolve);
      this.rows += rows;
      at += position;
      if (kernel.isFull) this.forgetTexts();
      this.piece = Math.max(smallestPiece, Math.min(largestPiece, 4 * position));
      // Without a row, more of the input may hold the end of the line.
      if (kernel.isForeign || (rows === 0 && (length === end - at || length === largestPiece))) break;
      if (rows === 0) this.piece = largestPiece;
    }
    return at;
  }

  readTime(which: number, start: number, end: number): number {
    this.times[this.timeCount] ??= new ReadTime();
    const time = this.times[this.timeCount]!;
    const after = this.program.spellings[which]!.read(this.kernel.bytes, start, end, time, false);
    if (after < 0) return 0;
    this.timeCount++;
    return after;
  }

  readLevel(start: number, end: number): number {
    const level = this.reader.levels.read(this.kernel.bytes, start, end);
    return level === null ? 0 : levels.indexOf(level) + 1;
  }

  templateOf(start: number, end: number): number {
    return this.masker.admit(this.kernel.bytes, start, end, this.out);
  }

  private give(rows: number, line: number, base: number, resolve: Resolve): void {
    const { kernel, out } = this;
    this.learnTexts();
    const { looseCount } = kernel;
    const firstLoose =
      looseCount === 0
        ? none
        : out.looseValues(
            kernel.looseBytes.subarray(0, kernel.looseLength),
            kernel.looseLengths.subarray(0, looseCount),
          );
    out.eventRun({
      rows,
      kind: this.kind,
      ...this.columns(rows, line, base, resolve),
      texts: this.textsOf(kernel.textCount, firstLoose),
      numbers: kernel.numberValues.subarray(0, kernel.numberCount),
      messages: kernel.messageBytes.subarray(0, kernel.messageLength),
      line,
    });
  }

  private columns(rows: number, line: number, base: number, resolve: Resolve) {
    const { rows: words } = this.kernel;
    const ts = this.ts.subarray(0, rows);
    const offset = this.offset.subarray(0, rows);
    const template = this.template.subarray(0, rows);
    const shape = this.shape.subarray(0, rows);
    const messageLengths = this.messageLengths.subarray(0, rows);
    let lastTime = -1;
    let last = Number.NaN;
    for (let row = 0, at = 0; row < rows; row++, at += wordsPerRow) {
      const time = words[at + Word.time]!;
      offset[row] = base + words[at + Word.start]!;
      if (time !== lastTime) {
        lastTime = time;
        last = time < 0 ? Number.NaN : resolve(this.times[time]!, line + row, offset[row]!);
      }
      ts[row] = last;
      template[row] = words[at + Word.template]!;
      shape[row] = this.shapes[words[at + Word.pattern]!]!;
      messageLengths[row] = words[at + Word.message]!;
    }
    const level = this.statuses ? this.statusLevelsOf(rows) : this.hasLevels ? this.levelsOf(rows) : null;
    const component = this.hasNames ? this.namesOf(rows, Name.component) : null;
    const thread = this.hasNames ? this.threadsOf(rows) : null;
    return { ts, offset, template, shape, messageLengths, level, component, thread };
  }

  private levelsOf(rows: number): Int32Array | null {
    const { rows: words, doubles } = this.kernel;
    const column = new Int32Array(rows);
    let any = false;
    for (let row = 0; row < rows; row++) {
      const priority = doubles[row * doublesPerRow + idsAt + Id.priority]!;
      const level = words[row * wordsPerRow + Word.level]!;
      const found = Number.isNaN(priority) ? null : severity(priority);
      const number = found === null ? level - 1 : levels.indexOf(found);
      column[row] = number < 0 ? none : this.levels[number]!;
      any ||= number >= 0;
    }
    return any ? column : null;
  }

  private statusLevelsOf(rows: number): Int32Array {
    const { rows: words, numberValues } = this.kernel;
    const column = new Int32Array(rows);
    let first = 0;
    for (let row = 0; row < rows; row++) {
      const { count, at } = this.statuses![words[row * wordsPerRow + Word.pattern]!]!;
      const status = at < 0 ? Number.NaN : numberValues[first + at]!;
      column[row] = this.byStatus[status] ?? none;
      first += count;
    }
    return column;
  }

  private namesOf(rows: number, name: number): Int32Array | null {
    const { rows: words } = this.kernel;
    const column = new Int32Array(rows);
    let any = false;
    for (let row = 0; row < rows; row++) {
      const text = words[row * wordsPerRow + Word.names + name]!;
      column[row] = text < 0 ? none : this.textIds[text]!;
      any ||= text >= 0;
    }
    return any ? column : null;
  }

  private threadsOf(rows: number): Int32Array | null {
    const { doubles } = this.kernel;
    const processes = this.namesOf(rows, Name.process);
    const threads = this.namesOf(rows, Name.thread);
    const column = new Int32Array(rows).fill(none);
    let any = false;
    for (let row = 0; row < rows; row++) {
      const pid = doubles[row * doublesPerRow + idsAt + Id.pid]!;
      const tid = doubles[row * doublesPerRow + idsAt + Id.tid]!;
      const process = processes?.[row] ?? none;
      const name = (process === none ? (threads?.[row] ?? none) : process) as TextId;
      if (name === none && Number.isNaN(pid) && Number.isNaN(tid)) continue;
      column[row] = this.out.thread(name, small(pid), small(tid));
      any = true;
    }
    return any ? column : null;
  }

  private textsOf(count: number, firstLoose: number): Int32Array {
    const { textValues } = this.kernel;
    const { textIds } = this;
    if (this.texts.length < count) this.texts = new Int32Array(2 * count);
    const texts = this.texts.subarray(0, count);
    for (let at = 0; at < count; at++) {
      const text = textValues[at]!;
      texts[at] = text >= 0 ? textIds[text]! : text === none ? none : firstLoose + 2 + text;
    }
    return texts;
  }

  private learnTexts(): void {
    const { kernel } = this;
    const { textsKnown } = kernel;
    if (textsKnown > this.textIds.length) {
      const larger = new Int32Array(Math.max(textsKnown, 2 * this.textIds.length));
      larger.set(this.textIds);
      this.textIds = larger;
    }
    const count = textsKnown - this.textCount;
    if (count === 0) return;
    const lengths = Int32Array.from({ length: count }, (_, i) => kernel.textLength(this.textCount + i));
    // Interned texts lie one after the other.
    const start = kernel.textStart(this.textCount);
    const end = kernel.textStart(textsKnown - 1) + kernel.textLength(textsKnown - 1);
    const first = this.out.newTexts(kernel.bytes.subarray(start, end), lengths);
    for (let i = 0; i < count; i++) this.textIds[this.textCount + i] = first + i;
    this.textCount = textsKnown;
  }

  private forgetTexts(): void {
    this.kernel.clearTexts();
    this.textCount = 0;
  }
}
