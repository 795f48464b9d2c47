/**
 * An {@link Output} in memory, for tests: rows with their ids resolved to what they stand for. It checks while it
 * records: an id that refers to nothing, a row with a time before any clock, or a ledger that shrinks throws.
 */
import {
  type CaptureFacts,
  type ClassId,
  type Clock,
  type EventRow,
  type EventRun,
  type FieldType,
  type Format,
  type FrameId,
  firstWhole,
  longestRun,
  none,
  type Options,
  type Output,
  ParseError,
  type Problem,
  type Reader,
  type SeriesId,
  type SeriesKey,
  type Severity,
  type ShapeId,
  type Slice,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { type Level, levels } from '../tables.ts';
import { decode } from './bytes.ts';
import { Kept } from './kept.ts';

export interface RecordedFrame {
  readonly symbol: string;
  readonly module: string;
  /** null where there is a symbol. */
  readonly address: number | null;
}

export interface RecordedThread {
  readonly process: string | null;
  readonly pid: number | null;
  readonly tid: number | null;
}

export interface RecordedSample {
  readonly ts: number | null;
  readonly cpu: number | null;
  readonly thread: RecordedThread | null;
  readonly kind: string;
  readonly weight: number;
  readonly period: number | null;
  /** Symbols from root to leaf joined by `;`. */
  readonly stack: string | null;
  /** The same, root first, in full. */
  readonly frames: readonly RecordedFrame[];
}

export interface RecordedEvent {
  readonly ts: number | null;
  readonly duration: number | null;
  readonly kind: string;
  readonly thread: RecordedThread | null;
  readonly cpu: number | null;
  readonly level: string | null;
  readonly component: string | null;
  readonly template: string | null;
  readonly message: string | null;
  readonly fields: Readonly<Record<string, number | string | null>>;
  readonly stack: string | null;
  readonly frames: readonly RecordedFrame[];
  readonly line: number;
  readonly lines: number;
  readonly offset: number;
}

export interface RecordedMetric {
  readonly series: SeriesKey;
  readonly ts: number | null;
  readonly value: number;
  readonly row: number;
  readonly sinceBoot: boolean;
}

export interface RecordedProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly line: number;
  readonly offset: number;
  readonly message: string;
  readonly example: string | null;
}

export interface Ledger {
  used: number;
  blank: number;
  skipped: number;
}

interface Stack {
  readonly names: string;
  readonly frames: readonly RecordedFrame[];
}

const noFrames: readonly RecordedFrame[] = [];

interface EventClass {
  readonly kind: TextId;
  readonly level: TextId;
  readonly component: TextId;
  readonly template: TextId;
  readonly shape: ShapeId;
}

/** Values by id, and ids by key. */
class Table<T> {
  readonly values: T[] = [];
  private readonly ids = new Map<string, number>();

  constructor(private readonly name: string) {}

  intern(key: string, make: () => T): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.values.push(make()) - 1;
    this.ids.set(key, id);
    return id;
  }

  /** Without a look whether it is there. */
  add(value: T): number {
    return this.values.push(value) - 1;
  }

  get(id: number): T {
    const value = Number.isInteger(id) ? this.values[id] : undefined;
    if (value === undefined) throw new Error(`there is no ${this.name} ${id}`);
    return value;
  }

  getOrNull(id: number | undefined): T | null {
    return id === undefined || id === -1 ? null : this.get(id);
  }
}

export class Recorder implements Output {
  readonly samples: RecordedSample[] = [];
  readonly events: RecordedEvent[] = [];
  readonly metrics: RecordedMetric[] = [];
  readonly problems: RecordedProblem[] = [];
  /** Every clock given, in order; the last one counts. */
  readonly clocks: Clock[] = [];
  readonly facts: { -readonly [K in keyof CaptureFacts]: CaptureFacts[K] } = {};
  readonly counts: Ledger = { used: 0, blank: 0, skipped: 0 };
  /** How many fields were words of their event's message, so that no value was given. */
  words = 0;
  /** Set by {@link readAll} when the reader gave up. */
  failed: ParseError | null = null;

  private readonly kept = new Kept();
  private readonly texts = new Table<string>('text');
  private readonly loose: string[] = [];
  private readonly frames = new Table<RecordedFrame>('frame');
  private readonly stacks = new Table<Stack>('stack');
  private readonly threads = new Table<RecordedThread>('thread');
  /** Every series that was interned. */
  readonly allSeries = new Table<SeriesKey>('series');
  private readonly shapes = new Table<readonly FieldType[]>('shape');
  private readonly classes = new Table<EventClass>('class');

  /** The clock that counts. */
  get lastClock(): Clock | null {
    return this.clocks.at(-1) ?? null;
  }

  text(bytes: Uint8Array, start: number, end: number): TextId {
    if (start < 0 || end < start || end > bytes.length) throw new Error(`no text at [${start}, ${end})`);
    return this.string(decode(bytes, start, end));
  }

  string(text: string): TextId {
    return this.texts.intern(text, () => text) as TextId;
  }

  value(bytes: Uint8Array, start: number, end: number): number {
    return this.text(bytes, start, end);
  }

  looseValues(bytes: Uint8Array, lengths: Int32Array): number {
    const first = -2 - this.loose.length;
    let end = 0;
    for (const length of lengths) {
      end += length;
      this.loose.push(decode(bytes, end - length, end));
    }
    return first;
  }

  newTexts(bytes: Uint8Array, lengths: Int32Array): TextId {
    let end = 0;
    const ids = Array.from(lengths, length => {
      end += length;
      return this.texts.add(decode(bytes, end - length, end));
    });
    return (ids[0] ?? none) as TextId;
  }

  frame(symbol: TextId, module: TextId, address: number): FrameId {
    const frame: RecordedFrame = {
      symbol: this.texts.get(symbol),
      module: this.texts.get(module),
      address: orNull(address),
    };
    return this.frames.intern(`${symbol} ${module} ${address}`, () => frame) as FrameId;
  }

  stack(parent: StackId, frame: FrameId): StackId {
    const above = this.stacks.getOrNull(parent);
    const leaf = this.frames.get(frame);
    return this.stacks.intern(`${parent} ${frame}`, () => ({
      names: above === null ? leaf.symbol : `${above.names};${leaf.symbol}`,
      frames: [...(above?.frames ?? noFrames), leaf],
    })) as StackId;
  }

  thread(process: TextId, pid: number, tid: number): ThreadId {
    const thread: RecordedThread = {
      process: this.texts.getOrNull(process),
      pid: small('pid', pid),
      tid: small('tid', tid),
    };
    return this.threads.intern(`${process} ${pid} ${tid}`, () => thread) as ThreadId;
  }

  series(of: SeriesKey): SeriesId {
    const { object, instance, counter, unit, host, cumulative, meaning } = of;
    const key: SeriesKey = { object, instance, counter, unit, host, cumulative, ...(meaning && { meaning }) };
    return this.allSeries.intern(JSON.stringify(Object.values(key)), () => key) as SeriesId;
  }

  shape(fields: readonly FieldType[]): ShapeId {
    return this.shapes.intern(JSON.stringify(fields), () => fields.map(field => ({ ...field }))) as ShapeId;
  }

  eventClass(kind: TextId, level: TextId, component: TextId, template: TextId, shape: ShapeId): ClassId {
    const of = { kind, level, component, template, shape };
    return this.classes.intern(Object.values(of).join(' '), () => of) as ClassId;
  }

  keep<T>(make: () => T, drop: (kept: T) => void): T {
    return this.kept.get(make, drop);
  }

  /** No reader writes to it any more. */
  close(): void {
    this.kept.drop();
  }

  sample(
    ts: number,
    cpu: number,
    thread: ThreadId,
    kind: TextId,
    weight: number,
    period: number,
    stack: StackId,
  ): void {
    const leaf = this.stacks.getOrNull(stack);
    this.samples.push({
      ts: this.time(ts),
      cpu: small('cpu', cpu),
      thread: this.threads.getOrNull(thread),
      kind: this.texts.get(kind),
      weight: integer('weight', weight),
      period: Number.isNaN(period) ? null : integer('period', period),
      stack: leaf?.names ?? null,
      frames: leaf?.frames ?? noFrames,
    });
  }

  event(row: EventRow): void {
    const leaf = this.stacks.getOrNull(row.stack);
    const level = row.level ?? null;
    if (level !== null && !levels.includes(level)) throw new Error(`there is no level ${level}`);
    const message = textOf(row.message);
    this.events.push({
      ts: this.time(row.ts),
      duration: orNull(row.duration ?? Number.NaN),
      kind: this.texts.get(row.kind),
      thread: this.threads.getOrNull(row.thread),
      cpu: small('cpu', row.cpu),
      level,
      component: this.texts.getOrNull(row.component),
      template: this.texts.getOrNull(row.template),
      message,
      fields: this.fieldsOf(row, message),
      stack: leaf?.names ?? null,
      frames: leaf?.frames ?? noFrames,
      line: integer('line', row.line),
      lines: integer('lines', row.lines),
      offset: integer('offset', row.offset),
    });
  }

  eventRun(run: EventRun): void {
    if (run.rows > longestRun) throw new Error(`a run of ${run.rows} events is too long`);
    let value = 0;
    let number = 0;
    let message = 0;
    for (let row = 0; row < run.rows; row++) {
      const { shape, level, ...of } = this.classes.get(run.class[row]!);
      const types = shape < 0 ? [] : this.shapes.get(shape);
      const [firstValue, firstNumber] = [value, number];
      const start = message;
      message += run.messageLengths[row]!;
      this.event({
        ts: run.ts[row]!,
        ...of,
        thread: (run.thread?.[row] ?? none) as ThreadId,
        cpu: none,
        level: this.texts.getOrNull(level) as Level | null,
        message: { bytes: run.messages, start, end: message },
        shape,
        fields: types.map(({ type, word, whole }) => {
          if (word !== undefined) return Number.NaN;
          if (type === 'text') return textOrNaN(run.values[value++]!);
          return whole ? wholeOrNaN(run.values[value++]!) : run.numbers[number++]!;
        }),
        stack: none,
        line: run.line + row,
        lines: 1,
        offset: run.offset[row]!,
      });
      const lengths = [value - firstValue, number - firstNumber];
      const given = [run.valueLengths[row], run.numberLengths[row]];
      if (`${given}` !== `${lengths}`) throw new Error(`a row of ${given} values whose shape has ${lengths}`);
    }
    const given = run.values.length + run.numbers.length;
    if (given !== value + number)
      throw new Error(`${given} values in a run whose shapes have ${value + number}`);
  }

  metric(series: SeriesId, ts: number, value: number, row: number, sinceBoot: boolean): void {
    if (!Number.isFinite(value)) throw new Error(`a metric of ${value}: a missing value makes no row`);
    this.metrics.push({
      series: this.allSeries.get(series),
      ts: this.time(ts),
      value,
      row: integer('row', row),
      sinceBoot,
    });
  }

  metricRun(series: Int32Array, values: Float64Array, ts: number, row: number, sinceBoot: boolean): void {
    if (series.length !== values.length) throw new Error('metrics: as many values as series');
    values.forEach((value, i) => {
      this.metric(series[i] as SeriesId, ts, value, row, sinceBoot);
    });
  }

  clock(clock: Clock): void {
    this.clocks.push({ ...clock });
  }

  about(facts: CaptureFacts): void {
    const { frequency, other, ...rest } = facts;
    Object.assign(this.facts, rest);
    if (frequency) this.facts.frequency = { ...this.facts.frequency, ...frequency };
    if (other) this.facts.other = { ...this.facts.other, ...other };
  }

  problem({ code, severity, line, offset, message, example }: Problem): void {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code)) throw new Error(`the code ${code} is not kebab-case`);
    if (message === '') throw new Error(`the problem ${code} says nothing`);
    this.problems.push({
      code,
      severity,
      line,
      offset,
      message,
      example:
        example === undefined
          ? null
          : decode(example.bytes, example.start, Math.min(example.end, example.start + 200)),
    });
  }

  ledger(used: number, blank: number, skipped: number): void {
    this.counts.used += integer('used', used);
    this.counts.blank += integer('blank', blank);
    this.counts.skipped += integer('skipped', skipped);
  }

  /** Samples per stack (`root;…;leaf`), of one kind or of all. */
  folded(kind?: string): Map<string, number> {
    const weights = new Map<string, number>();
    for (const sample of this.samples) {
      if (sample.stack === null || (kind !== undefined && sample.kind !== kind)) continue;
      weights.set(sample.stack, (weights.get(sample.stack) ?? 0) + sample.weight);
    }
    return weights;
  }

  /** How many problems per code. */
  problemCounts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { code } of this.problems) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  }

  private time(ts: number): number | null {
    if (Number.isNaN(ts)) return null;
    if (this.clocks.length === 0) throw new Error('a row with a time before any clock');
    // Beyond 104 days from zero an integer is the nearest double, exact to some ns.
    if (!Number.isInteger(ts)) throw new Error(`the time ${ts} is not an integer`);
    return ts;
  }

  private fieldsOf(row: EventRow, message: string | null): Record<string, number | string | null> {
    const shape = this.shapes.getOrNull(row.shape) ?? [];
    if (row.fields.length < shape.length) {
      throw new Error(`${row.fields.length} values for ${shape.length} fields`);
    }
    const fields: Record<string, number | string | null> = {};
    shape.forEach(({ key, type, word }, index) => {
      const value = row.fields[index]!;
      if (key in fields) throw new Error(`the field ${key} twice in one shape`);
      if (word !== undefined) {
        if (type !== 'text') throw new Error(`the field ${key} is a number and a word`);
        fields[key] = wordOf(message, word);
        this.words++;
      } else if (Number.isNaN(value)) fields[key] = null;
      else if (type === 'number') fields[key] = value;
      else fields[key] = value < none ? this.loose[-2 - value]! : this.texts.getOrNull(value);
    });
    return fields;
  }
}

/** Options as for a whole file without anything known about it. */
export function options(bytes: Uint8Array, given: Partial<Options> = {}): Options {
  return {
    name: 'capture',
    head: bytes.subarray(0, 64 << 10),
    offset: 0,
    modified: null,
    zone: null,
    year: null,
    start: null,
    interval: null,
    ...given,
  };
}

/**
 * Reads `bytes` in chunks: whole, of a size, or cut at given offsets. Chunks are overwritten after each push, because
 * a reader owns them only during the call. A {@link ParseError} is kept in `failed`; any other error is a defect and
 * thrown on.
 */
export function readAll(
  format: Format,
  bytes: Uint8Array,
  given: Partial<Options> = {},
  chunking: number | readonly number[] = [],
): Recorder {
  const recorder = new Recorder();
  const cuts = typeof chunking === 'number' ? every(chunking, bytes.length) : chunking;
  try {
    const reader = format.open(recorder, options(bytes, given));
    let start = 0;
    for (const cut of [...cuts, bytes.length]) {
      pushCopy(reader, bytes, start, cut);
      start = cut;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    recorder.failed = error;
  } finally {
    recorder.close();
  }
  return recorder;
}

/** What a reader says to every way of cutting `bytes` in two. */
export function* everySplit(
  format: Format,
  bytes: Uint8Array,
  given: Partial<Options> = {},
): Generator<{ cut: number; recorder: Recorder }> {
  for (let cut = 1; cut < bytes.length; cut++) {
    yield { cut, recorder: readAll(format, bytes, given, [cut]) };
  }
}

/** What a reader says to every beginning of `bytes`, from none of it to all but the last byte. */
export function* everyTruncation(
  format: Format,
  bytes: Uint8Array,
  given: Partial<Options> = {},
): Generator<{ length: number; recorder: Recorder }> {
  for (let length = 0; length < bytes.length; length++) {
    yield { length, recorder: readAll(format, bytes.subarray(0, length), given) };
  }
}

function pushCopy(reader: Reader, bytes: Uint8Array, start: number, end: number): void {
  // Not `slice`, which on a Buffer of Node shares the memory.
  const chunk = new Uint8Array(bytes.subarray(start, end));
  reader.push(chunk);
  chunk.fill(0xaa);
}

function every(size: number, length: number): number[] {
  const cuts: number[] = [];
  for (let at = size; at < length; at += size) cuts.push(at);
  return cuts;
}

function wordOf(message: string | null, word: number): string | null {
  const text = message?.split(' ')[word - 1];
  return text === undefined || text === '' || text === '-' ? null : text;
}

const textOf = (slice: Slice | null): string | null =>
  slice === null ? null : decode(slice.bytes, slice.start, slice.end);
const wholeOrNaN = (value: number): number => {
  if (value !== none && value < firstWhole) throw new Error(`${value} is no whole number`);
  return value === none ? Number.NaN : value - firstWhole;
};
const textOrNaN = (text: number): number => (text === none ? Number.NaN : text);
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function small(name: string, value: number): number | null {
  if (value === -1) return null;
  if (value !== (value | 0) || value < 0) throw new Error(`the ${name} ${value} is not a small integer`);
  return value;
}

function integer(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`the ${name} ${value} is not a count`);
  return value;
}
