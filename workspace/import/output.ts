/**
 * The {@link Output} readers write to: interns locally, fills row writers, tallies problems. One lives per parser and
 * file and serves one part after the other, so that what repeats is sent once.
 */
import {
  type CaptureFacts,
  type ClassId,
  type Clock,
  type EventRow,
  type EventRun,
  type FieldType,
  type FrameId,
  type Meanings,
  none,
  type Output,
  type Problem,
  type SeriesId,
  type SeriesKey,
  type ShapeId,
  type StackId,
  type TextId,
  type ThreadId,
} from '../../parsers/contract.ts';
import { Kept } from '../../parsers/kit/kept.ts';
import {
  arraysOf,
  type Batch,
  type Interned,
  type MetricBlock,
  maxExamples,
  type ProblemExample,
  type ProblemTally,
  type RowBlock,
} from './batch.ts';
import { ByteTable, hashOf, TupleTable, viewOf } from './intern.ts';
import { Lookups, LooseTexts } from './loose.ts';
import { MetricLog } from './metrics.ts';
import { capacity, EventRows, SampleRows } from './rows.ts';
import { Shapes } from './shapes.ts';
import { isUtf8, repaired, wholeCharacters } from './utf8.ts';

/** A text longer than this is cut: no screen shows it, and hostile input must not fill the memory. */
export const maxText = 1 << 20;

/** Interned rows a parser may hold before its ids begin anew with the next part. */
const maxInterned = 64 << 20;

/** Values of fields are learned until texts take this much. */
const maxValues = 24 << 20;
/** Fields of which it is known apart whether their values repeat. */
const fieldsKept = 256;

const exampleLength = 200;
const maxStrings = 32 << 10;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
const halves = new Int32Array(2);
const double = new Float64Array(halves.buffer);

export class PartOutput implements Output {
  used = 0;
  blank = 0;
  skipped = 0;
  lastClock: Clock | null = null;
  facts: CaptureFacts = {};
  first = Number.NaN;
  last = Number.NaN;

  private part = 0;
  /** The zero of the part's first clock, under which its batches are sent; the last clock's is the one that counts. */
  zero: bigint | null = null;
  private offset = 0;
  private tallies = new Map<
    string,
    { severity: Problem['severity']; count: number; examples: ProblemExample[] }
  >();

  private texts = new ByteTable();
  private frames = new TupleTable(4);
  private stacks = new TupleTable(2);
  private threads = new TupleTable(3);
  private seriesIds = new Map<string, number>();
  private shapes = new Shapes();
  private classes = new TupleTable(6);
  /** Values of fields that are not kept. */
  private readonly loose = new LooseTexts();
  private readonly lookups = Array.from({ length: fieldsKept }, () => new Lookups());
  private newSeries: SeriesKey[] = [];
  /** Strings seen before: encoding one costs more than looking it up. */
  private strings = new Map<string, TextId>();
  private readonly kept = new Kept();
  private reset = true;
  /** How many rows of each table have been sent. */
  private sent = { text: 0, frame: 0, stack: 0, thread: 0, event_class: 0 };

  private readonly samples = new SampleRows();
  private readonly events = new EventRows();
  private readonly metricLog = new MetricLog();
  /** What the metrics under way have in common, as the reader gives it. */
  private moment = { ts: 0, row: -1, sinceBoot: false };
  private blocks: RowBlock[] = [];
  private metricBlocks: MetricBlock[] = [];
  private blockBytes = 0;

  /** `meanings`: what the series of the format mean. */
  constructor(private readonly meanings: Meanings = () => null) {}

  /** Begins a part that lies at `offset` in the file. */
  begin(part: number, offset: number): void {
    this.part = part;
    this.offset = offset;
    this.used = this.blank = this.skipped = 0;
    this.zero = this.lastClock = null;
    this.facts = {};
    this.first = this.last = Number.NaN;
    this.tallies = new Map();
    const { texts, frames, stacks, threads, classes } = this;
    if (texts.size + frames.size + stacks.size + threads.size + classes.size > maxInterned) this.forget();
    this.shapes.begin();
  }

  text(bytes: Uint8Array, start: number, end: number): TextId {
    const stop = end - start > maxText ? this.cut(bytes, start) : end;
    const hash = hashOf(bytes, start, stop);
    const known = this.texts.find(bytes, start, stop, hash);
    return (known >= 0 ? known : this.learn(bytes, start, stop, hash)) as TextId;
  }

  /** Adds a text that is not among those known, and returns its id. */
  private learn(bytes: Uint8Array, start: number, end: number, hash: number): number {
    if (isUtf8(bytes, start, end)) return this.texts.add(bytes, start, end, hash);
    const clean = this.repaired(bytes, start, end);
    return this.texts.intern(clean, 0, clean.length);
  }

  private repaired(bytes: Uint8Array, start: number, end: number, line = -1, offset = 0): Uint8Array {
    this.invalid(line, offset);
    return repaired(bytes, start, end);
  }

  string(text: string): TextId {
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    const bytes = encoder.encode(text);
    const id = this.text(bytes, 0, bytes.length);
    if (this.strings.size >= maxStrings) this.strings.clear();
    this.strings.set(text, id);
    return id;
  }

  newTexts(bytes: Uint8Array, lengths: Int32Array): TextId {
    return this.texts.append(bytes, lengths) as TextId;
  }

  value(bytes: Uint8Array, start: number, end: number, of: number): number {
    const stop = end - start > maxText ? this.cut(bytes, start) : end;
    const lookups = this.lookups[of & (fieldsKept - 1)] as Lookups;
    if (lookups.pay) {
      const hash = hashOf(bytes, start, stop);
      const known = this.texts.find(bytes, start, stop, hash);
      lookups.count(known >= 0);
      if (known >= 0) return known;
      if (this.texts.size < maxValues) return this.learn(bytes, start, stop, hash);
    }
    if (isUtf8(bytes, start, stop)) return this.loose.add(bytes, start, stop);
    const clean = this.repaired(bytes, start, stop);
    return this.loose.add(clean, 0, clean.length);
  }

  looseValues(bytes: Uint8Array, lengths: Int32Array): number {
    return this.loose.addAll(bytes, lengths);
  }

  frame(symbol: TextId, module: TextId, address: number): FrameId {
    double[0] = address;
    return this.frames.intern(symbol, module, halves[0], halves[1]) as FrameId;
  }

  stack(parent: StackId, frame: FrameId): StackId {
    return this.stacks.intern(parent, frame) as StackId;
  }

  thread(process: TextId, pid: number, tid: number): ThreadId {
    return this.threads.intern(process, pid, tid) as ThreadId;
  }

  series(of: SeriesKey): SeriesId {
    const { object, instance, counter, unit, host, cumulative } = of;
    const all = JSON.stringify([object, instance, counter, unit, host, cumulative]);
    const known = this.seriesIds.get(all);
    if (known !== undefined) return known as SeriesId;
    const id = this.seriesIds.size;
    this.seriesIds.set(all, id);
    const key = { object, instance, counter, unit, host, cumulative };
    const meaning = of.meaning ?? this.meanings(key);
    this.newSeries.push(meaning ? { ...key, meaning } : key);
    return id as SeriesId;
  }

  shape(fields: readonly FieldType[]): ShapeId {
    return this.shapes.of(fields);
  }

  eventClass(kind: TextId, level: TextId, component: TextId, template: TextId, shape: ShapeId): ClassId {
    const stored = this.shapes.runIdOf(this.shapes.get(shape));
    return this.classes.intern(kind, level, component, template, stored, 1) as ClassId;
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
    const to = this.samples;
    const i = to.rows++;
    this.see(ts);
    to.ts[i] = ts;
    to.cpu[i] = cpu;
    to.thread[i] = thread;
    to.kind[i] = kind;
    to.weight[i] = weight;
    to.period[i] = period;
    to.stack[i] = stack;
    if (to.full) this.hold(this.samples.take());
  }

  event(row: EventRow): void {
    const to = this.events;
    const i = to.rows++;
    const duration = row.duration ?? Number.NaN;
    const { ts } = row;
    this.see(ts);
    if (ts + duration > this.last) this.last = ts + duration;
    to.ts[i] = ts;
    if (!Number.isNaN(duration)) {
      to.duration[i] = duration;
      to.hasDuration = true;
    }
    to.thread.set(i, row.thread);
    to.cpu.set(i, row.cpu);
    to.stack.set(i, row.stack);
    to.line[i] = row.line;
    to.offset[i] = row.offset + this.offset;
    to.messages[i] = row.message
      ? this.message(row, row.message.bytes, row.message.start, row.message.end)
      : -1;
    const shape = this.shapes.get(row.shape);
    to.addFields(i, shape, row.fields);
    to.class[i] = this.classes.intern(
      row.kind,
      row.level ? this.string(row.level) : none,
      row.component ?? none,
      row.template ?? none,
      this.shapes.idOf(shape),
      row.lines,
    );
    if (to.full) this.hold(this.events.take());
  }

  eventRun(run: EventRun): void {
    if (this.events.rows + run.rows > capacity) this.hold(this.events.take());
    const to = this.events;
    const begin = to.rows;
    const end = begin + run.rows;
    to.rows = end;
    to.ts.set(run.ts, begin);
    this.seeAll(run.ts);
    to.class.set(run.class, begin);
    to.addRun(begin, run);
    const { line, offset } = to;
    for (let i = begin, next = run.line; i < end; i++, next++) line[i] = next;
    for (let i = begin, row = 0; i < end; i++, row++) offset[i] = (run.offset[row] as number) + this.offset;
    to.thread.setAll(begin, run.thread);
    to.messages.set(run.messageLengths, begin);
    to.addBytes(run.messages);
    if (to.full) this.hold(this.events.take());
  }

  metric(series: SeriesId, ts: number, value: number, row: number, sinceBoot: boolean): void {
    if (Number.isNaN(value)) return;
    this.metricsOf(ts, row, sinceBoot).add(series, value);
    if (this.metricLog.isFull(false)) this.holdMetrics();
  }

  metricRun(series: Int32Array, values: Float64Array, ts: number, row: number, sinceBoot: boolean): void {
    this.metricsOf(ts, row, sinceBoot).addAll(series, values);
    if (this.metricLog.isFull(false)) this.holdMetrics();
  }

  clock(clock: Clock): void {
    this.zero ??= clock.zero;
    this.lastClock = { ...clock };
  }

  about(facts: CaptureFacts): void {
    this.facts = mergeFacts(this.facts, facts);
  }

  problem({ code, severity, line, offset, message, example }: Problem): void {
    const tally = this.tally(code, severity);
    if (tally.examples.length >= maxExamples) return;
    const shown = example
      ? decoder.decode(
          example.bytes.subarray(example.start, Math.min(example.end, example.start + exampleLength)),
        )
      : null;
    tally.examples.push({ line, offset, message, example: shown });
  }

  ledger(used: number, blank: number, skipped: number): void {
    this.used += used;
    this.blank += blank;
    this.skipped += skipped;
  }

  problems(): ProblemTally[] {
    return [...this.tallies].map(([code, tally]) => ({ code, ...tally }));
  }

  /** Bytes of rows that wait to be taken. */
  get waiting(): number {
    return this.blockBytes;
  }

  /**
   * Everything since the last batch; metrics only when many of them wait, or `whole`, because there are no more in the
   * part: longer runs are cheaper.
   */
  take(whole: boolean): Batch {
    if (this.samples.rows > 0) this.hold(this.samples.take());
    if (this.events.rows > 0) this.hold(this.events.take());
    if (whole && this.metricLog.count > 0) this.holdMetrics();
    const { texts, frames, stacks, threads, classes, sent } = this;
    const interned: Interned = {
      text: texts.since(sent.text),
      frame: frames.since(sent.frame),
      stack: stacks.since(sent.stack),
      thread: threads.since(sent.thread),
      series: this.newSeries,
      shape: this.shapes.take(),
      event_class: classes.since(sent.event_class),
    };
    const { part, zero, reset, blocks, metricBlocks: metrics } = this;
    const loose = this.loose.take();
    const internedBytes =
      interned.text.bytes.length +
      loose.bytes.length +
      4 *
        (interned.frame.length +
          interned.stack.length +
          interned.thread.length +
          interned.event_class.length);
    const batch = {
      part,
      zero,
      reset,
      interned,
      loose,
      blocks,
      metrics,
      bytes: this.blockBytes + internedBytes,
    };
    this.sent = {
      text: texts.count,
      frame: frames.count,
      stack: stacks.count,
      thread: threads.count,
      event_class: classes.count,
    };
    this.newSeries = [];
    this.reset = false;
    this.blocks = [];
    this.metricBlocks = [];
    this.blockBytes = 0;
    return batch;
  }

  /** Widens the part's span by a time. NaN compares as false, as a time and before the first time of all. */
  private see(ts: number): void {
    if (!(ts >= this.first) && !Number.isNaN(ts)) this.first = ts;
    if (!(ts <= this.last) && !Number.isNaN(ts)) this.last = ts;
  }

  /** {@link see} for many times. */
  private seeAll(times: Float64Array): void {
    let { first, last } = this;
    for (const ts of times) {
      if (!(ts >= first) && !Number.isNaN(ts)) first = ts;
      if (!(ts <= last) && !Number.isNaN(ts)) last = ts;
    }
    this.first = first;
    this.last = last;
  }

  /** Copies a message and returns its length. */
  private message(row: EventRow, bytes: Uint8Array, start: number, end: number): number {
    const to = this.events;
    const stop = end - start > maxText ? this.cut(bytes, start, row.line, row.offset) : end;
    const length = stop - start;
    to.reserveBytes(length);
    const from = viewOf(bytes);
    const into = to.byteView;
    let i = start;
    let j = to.byteCount;
    let any = 0;
    for (; i + 4 <= stop; i += 4, j += 4) {
      const word = from.getInt32(i);
      into.setInt32(j, word);
      any |= word;
    }
    for (; i < stop; i++, j++) {
      const byte = bytes[i] as number;
      to.bytes[j] = byte;
      any |= byte;
    }
    if ((any & 0x80808080) === 0 || isUtf8(bytes, start, stop)) {
      to.byteCount += length;
      return length;
    }
    const clean = this.repaired(bytes, start, stop, row.line, row.offset);
    to.reserveBytes(clean.length);
    to.bytes.set(clean, to.byteCount);
    to.byteCount += clean.length;
    return clean.length;
  }

  private cut(bytes: Uint8Array, start: number, line = -1, offset = 0): number {
    const message = `A text longer than ${maxText >> 20} MiB was cut.`;
    this.problem({ code: 'text-cut', severity: 'warning', line, offset, message });
    return wholeCharacters(bytes, start, start + maxText);
  }

  /** Told once, and not where the reader has: it knows the line. */
  private invalid(line: number, offset: number): void {
    const code = 'invalid-utf8';
    if (this.tallies.has(code)) return;
    const message = 'Bytes that are not UTF-8 are shown as U+FFFD.';
    this.problem({ code, severity: 'notice', line, offset, message });
  }

  private tally(code: string, severity: Problem['severity']) {
    let tally = this.tallies.get(code);
    if (!tally) {
      tally = { severity, count: 0, examples: [] };
      this.tallies.set(code, tally);
    }
    tally.count++;
    return tally;
  }

  private hold(block: RowBlock): void {
    this.blocks.push(block);
    for (const column of block.columns) {
      if (column === null) continue;
      this.blockBytes += ArrayBuffer.isView(column)
        ? column.byteLength
        : column.lengths.byteLength + ('bytes' in column ? column.bytes : column.values).byteLength;
    }
  }

  /** Where metrics of this moment go. */
  private metricsOf(ts: number, row: number, sinceBoot: boolean): MetricLog {
    const { metricLog, moment } = this;
    if (row !== moment.row || ts !== moment.ts || sinceBoot !== moment.sinceBoot) {
      if (metricLog.isFull(true)) this.holdMetrics();
      this.see(ts);
      metricLog.at(ts, row, sinceBoot);
      this.moment = { ts, row, sinceBoot };
    }
    return metricLog;
  }

  private holdMetrics(): void {
    const block = this.metricLog.take(this.seriesIds.size);
    this.metricBlocks.push(block);
    for (const array of arraysOf(block)) this.blockBytes += array.byteLength;
    this.moment.row = -1;
  }

  keep<T>(make: () => T, drop: (kept: T) => void): T {
    return this.kept.get(make, drop);
  }

  /** The file has ended. */
  close(): void {
    this.kept.drop();
  }

  private forget(): void {
    this.close();
    this.texts = new ByteTable();
    this.frames = new TupleTable(4);
    this.stacks = new TupleTable(2);
    this.threads = new TupleTable(3);
    this.seriesIds = new Map();
    this.shapes = new Shapes();
    this.classes = new TupleTable(6);
    this.strings = new Map();
    this.sent = { text: 0, frame: 0, stack: 0, thread: 0, event_class: 0 };
    this.reset = true;
  }
}

/** Later facts add to earlier ones. */
export function mergeFacts(earlier: CaptureFacts, later: CaptureFacts): CaptureFacts {
  const merged = { ...earlier, ...later };
  const frequency = { ...earlier.frequency, ...later.frequency };
  const other = { ...earlier.other, ...later.other };
  return {
    ...merged,
    ...(Object.keys(frequency).length > 0 ? { frequency } : {}),
    ...(Object.keys(other).length > 0 ? { other } : {}),
  };
}
