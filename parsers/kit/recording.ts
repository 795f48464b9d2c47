/**
 * An {@link Output} in memory, for tests: records rows with values in place of ids. Throws at an id that
 * refers to nothing, a row with a time before any clock, or a ledger that shrinks.
 */
import {
  type CaptureFacts,
  type Clock,
  type EventRow,
  type FieldSchemaId,
  type FieldType,
  type FrameId,
  type None,
  none,
  type Output,
  type ParseError,
  type Problem,
  type SeriesId,
  type SeriesKey,
  type Slice,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { levels } from '../levels.ts';
import type { PlainRowTable, RowOf } from '../rows.ts';
import { type ColumnType, type Table, tables } from '../tables.ts';
import { durationOf, isCount, isSmall } from './bounds.ts';
import { decode } from './bytes.ts';
import { mergeFacts } from './facts.ts';
import {
  Ids,
  type Ledger,
  type RecordedEvent,
  type RecordedFrame,
  type RecordedMetric,
  type RecordedProblem,
  type RecordedRow,
  type RecordedSample,
  type RecordedThread,
} from './recorded.ts';

const noFrames: readonly RecordedFrame[] = [];

/**
 * A stack as its leaf and the stack of its caller. Frames are listed only for stacks of rows, since most
 * stacks are only callers of others.
 */
class Stack {
  private cachedFrames: readonly RecordedFrame[] | null = null;

  constructor(
    private readonly above: Stack | null,
    private readonly leaf: RecordedFrame,
  ) {}

  /** Root first. */
  get frames(): readonly RecordedFrame[] {
    if (this.cachedFrames) return this.cachedFrames;
    const leafFirst: RecordedFrame[] = [];
    for (let at: Stack | null = this; at; at = at.above) leafFirst.push(at.leaf);
    this.cachedFrames = leafFirst.reverse();
    return this.cachedFrames;
  }

  /** Symbols from root to leaf joined by `;`. */
  get names(): string {
    return this.frames.map(({ symbol }) => symbol).join(';');
  }
}

export class RowRecorder implements Output {
  readonly samples: RecordedSample[] = [];
  readonly events: RecordedEvent[] = [];
  readonly metrics: RecordedMetric[] = [];
  /** Rows of tables that have no method of their own. */
  readonly rows = new Map<PlainRowTable, RecordedRow[]>();
  readonly problems: RecordedProblem[] = [];
  /** Every clock that the reader set, in order; the last one is valid. */
  readonly clocks: Clock[] = [];
  facts: CaptureFacts = {};
  readonly counts: Ledger = { used: 0, blank: 0, skipped: 0 };
  /** Number of fields that were words of their event's message, so that they had no value. */
  words = 0;
  /** Set by {@link readAll} when the reader threw. */
  failed: ParseError | null = null;

  protected readonly texts = new Ids<string>('text');
  protected readonly uninterned: string[] = [];
  private readonly frames = new Ids<RecordedFrame>('frame');
  private readonly stacks = new Ids<Stack>('stack');
  private readonly threads = new Ids<RecordedThread>('thread');
  /** Every series that was interned. */
  readonly allSeries = new Ids<SeriesKey>('series');
  protected readonly schemas = new Ids<readonly FieldType[]>('field_schema');

  /** The valid clock. */
  get lastClock(): Clock | null {
    return this.clocks.at(-1) ?? null;
  }

  /** Number of rows of all tables. */
  get rowCount(): number {
    let count = this.samples.length + this.events.length + this.metrics.length;
    for (const rows of this.rows.values()) count += rows.length;
    return count;
  }

  text(bytes: Uint8Array, start: number, end: number): TextId {
    if (start < 0 || end < start || end > bytes.length) throw new Error(`no text at [${start}, ${end})`);
    return this.string(decode(bytes, start, end));
  }

  string(text: string): TextId {
    return this.texts.intern(text, () => text) as TextId;
  }

  frame(
    symbol: TextId,
    module: TextId,
    address: bigint | null = null,
    offset: bigint | null = null,
    build: TextId | None = none,
  ): FrameId {
    const named = build === none ? {} : { build: this.texts.get(build) };
    const frame = {
      symbol: this.texts.get(symbol),
      module: this.texts.get(module),
      address,
      offset,
      ...named,
    };
    for (const number of [address, offset])
      if (number !== null && BigInt.asUintN(64, number) !== number)
        throw new Error(`${number} is not an address`);
    return this.frames.intern(`${symbol} ${module} ${address} ${offset} ${build}`, () => frame) as FrameId;
  }

  stack(parent: StackId | None, frame: FrameId): StackId {
    const above = this.stacks.getOrNull(parent);
    const leaf = this.frames.get(frame);
    return this.stacks.intern(`${parent} ${frame}`, () => new Stack(above, leaf)) as StackId;
  }

  thread(process: TextId | None, pid: number, tid: number): ThreadId {
    const thread: RecordedThread = {
      process: this.texts.getOrNull(process),
      pid: smallOrNull('pid', pid),
      tid: smallOrNull('tid', tid),
    };
    return this.threads.intern(`${process} ${pid} ${tid}`, () => thread) as ThreadId;
  }

  series(series: SeriesKey): SeriesId {
    const { object, instance, counter, unit, host, cumulative, task, meaning } = series;
    const key: SeriesKey = {
      ...{ object, instance, counter, unit, host, cumulative },
      ...(task && { task }),
      ...(meaning && { meaning }),
    };
    return this.allSeries.intern(JSON.stringify(Object.values(key)), () => key) as SeriesId;
  }

  fieldSchema(fields: readonly FieldType[]): FieldSchemaId {
    return this.schemas.intern(JSON.stringify(fields), () =>
      fields.map(field => ({ ...field })),
    ) as FieldSchemaId;
  }

  sample(
    ts: number,
    cpu: number,
    thread: ThreadId | None,
    kind: TextId,
    weight: number,
    period: number,
    stack: StackId | None,
  ): void {
    const leaf = this.stacks.getOrNull(stack);
    this.samples.push({
      ts: this.time(ts),
      cpu: smallOrNull('cpu', cpu),
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
    if (level !== null && !levels.includes(level)) throw new Error(`unknown level ${level}`);
    const message = textOf(row.message);
    this.events.push({
      ts: this.time(row.ts),
      duration: integerOrNull('duration', durationOf(row.duration ?? Number.NaN)),
      kind: this.texts.get(row.kind),
      thread: this.threads.getOrNull(row.thread),
      cpu: smallOrNull('cpu', row.cpu),
      level,
      component: this.texts.getOrNull(row.component),
      template: this.texts.getOrNull(row.template),
      message,
      fields: this.fieldsOf(row, message),
      stack: leaf?.names ?? null,
      frames: leaf?.frames ?? noFrames,
      line: integer('line', row.line),
      lines: count('lines', row.lines),
      offset: integer('offset', row.offset),
    });
  }

  row<T extends PlainRowTable>(table: T, row: RowOf<T>): void {
    const { columns }: Table = tables[table];
    const values: Readonly<Record<string, unknown>> = row;
    for (const name of Object.keys(values))
      if (!(name in columns)) throw new Error(`${table} has no column ${name}`);
    const resolved = Object.entries(columns).map(([name, column]) => {
      const value = this.resolved(`${table}.${name}`, column.type, values[name]);
      if (value === null && !column.nullable) throw new Error(`${table}.${name} is missing`);
      return [name, value] as const;
    });
    const rows = this.rows.get(table) ?? [];
    this.rows.set(table, rows);
    rows.push(Object.fromEntries(resolved));
  }

  /** The value that an id in a column stands for; null for none. */
  private resolved(name: string, type: ColumnType, value: unknown): unknown {
    if (value === undefined || Number.isNaN(value)) return null;
    if (type === 'flag') return value === true;
    const number = Number(value);
    switch (type) {
      case 'time':
        return this.time(number);
      case 'duration':
      case 'line':
      case 'offset':
      case 'integer':
        return integer(name, number);
      case 'number':
        return number;
      case 'small':
        return smallOrNull(name, number);
      case 'text':
        return this.texts.getOrNull(number);
      case 'frame':
        return this.frames.getOrNull(number);
      case 'stack':
        return this.stacks.getOrNull(number)?.names ?? null;
      case 'thread':
        return this.threads.getOrNull(number);
      case 'series':
        return this.allSeries.getOrNull(number);
      case 'field_schema':
        return this.schemas.getOrNull(number);
      default:
        throw new Error(`${name}: rows cannot be recorded with a column of type ${type}`);
    }
  }

  metric(series: SeriesId, ts: number, value: number, row: number, sinceBoot: boolean): void {
    if (!Number.isFinite(value)) throw new Error(`a metric of ${value}: a missing value is not a row`);
    this.metrics.push({
      series: this.allSeries.get(series),
      ts: this.time(ts),
      value,
      row: count('row', row),
      sinceBoot,
    });
  }

  clock(clock: Clock): void {
    this.clocks.push({ ...clock });
  }

  about(facts: CaptureFacts): void {
    this.facts = mergeFacts(this.facts, facts);
  }

  problem({ code, severity, line, offset, message, example }: Problem): void {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code)) throw new Error(`the code ${code} is not kebab-case`);
    if (message === '') throw new Error(`the problem ${code} has no message`);
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

  /** Number of samples per stack (`root;…;leaf`), of one kind or of all. */
  folded(kind?: string): Map<string, number> {
    const weights = new Map<string, number>();
    for (const sample of this.samples) {
      if (sample.stack === null || (kind !== undefined && sample.kind !== kind)) continue;
      weights.set(sample.stack, (weights.get(sample.stack) ?? 0) + sample.weight);
    }
    return weights;
  }

  /** Number of problems per code. */
  problemCounts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { code } of this.problems) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  }

  private time(ts: number): number | null {
    if (Number.isNaN(ts)) return null;
    if (this.clocks.length === 0) throw new Error('a row with a time before any clock');
    // Beyond 104 days from zero, the nearest double is still an integer, exact to some ns.
    if (!Number.isInteger(ts)) throw new Error(`the time ${ts} is not an integer`);
    return ts;
  }

  /** Units of the fields of events, by key; joined by `|` where a field has several. */
  get units(): Record<string, string> {
    const units: Record<string, string> = {};
    for (const { key, unit } of this.schemas.values.flat())
      if (unit !== undefined && !units[key]?.split('|').includes(unit))
        units[key] = units[key] === undefined ? unit : `${units[key]}|${unit}`;
    return units;
  }

  private fieldsOf(row: EventRow, message: string | null): Record<string, number | string | null> {
    const fieldSchema = this.schemas.getOrNull(row.fieldSchema) ?? [];
    if (row.fields.length < fieldSchema.length) {
      throw new Error(`${row.fields.length} values for ${fieldSchema.length} fields`);
    }
    const fields: Record<string, number | string | null> = {};
    fieldSchema.forEach(({ key, type, word, inside }, index) => {
      const value = row.fields[index]!;
      if (Object.hasOwn(fields, key)) throw new Error(`the field ${key} twice in one field schema`);
      if (word !== undefined || inside !== undefined) {
        if (type !== 'text') throw new Error(`the field ${key} is a number and a word`);
        fields[key] = word === undefined ? textInside(message, inside!) : wordOf(message, word);
        this.words++;
      } else if (Number.isNaN(value)) fields[key] = null;
      else if (type === 'number') fields[key] = value;
      else fields[key] = value < none ? this.uninterned[-2 - value]! : this.texts.getOrNull(value);
    });
    return fields;
  }
}

function wordOf(message: string | null, word: number): string | null {
  const text = message?.split(' ')[word - 1];
  return text === undefined || text === '' || text === '-' ? null : text;
}

function textInside(message: string | null, [open = '', close = '']: string): string | null {
  const [from, to] = [message?.indexOf(open) ?? -1, message?.lastIndexOf(close) ?? -1];
  return from < 0 || to <= from + 1 ? null : message!.slice(from + 1, to);
}

const textOf = (slice: Slice | null): string | null =>
  slice === null ? null : decode(slice.bytes, slice.start, slice.end);
const integerOrNull = (name: string, value: number): number | null => {
  if (Number.isNaN(value)) return null;
  if (!Number.isInteger(value)) throw new Error(`the ${name} ${value} is not an integer`);
  return value;
};

function smallOrNull(name: string, value: number): number | null {
  if (value === -1) return null;
  if (!isSmall(value)) throw new Error(`the ${name} ${value} is not a small integer`);
  return value;
}

/** A small integer that is never missing. */
function count(name: string, value: number): number {
  const known = smallOrNull(name, value);
  if (known === null) throw new Error(`the ${name} is missing`);
  return known;
}

function integer(name: string, value: number): number {
  if (!isCount(value)) throw new Error(`the ${name} ${value} is not a count`);
  return value;
}
