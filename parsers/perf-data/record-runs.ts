/** Reads sequences of plain samples with the scanner, and passes their rows on in columns. Other records are read one by one. */
import { type BulkOutput, maxEventRows } from '../bulk.ts';
import { type FieldSchemaId, type FieldType, type None, none, type StackId } from '../contract.ts';
import { withRole } from '../families/tracepoints/tracepoints.ts';
import { ByteView } from '../kit/byte-view.ts';
import { Field } from './attrs.ts';
import type { RecordedEvent } from './events.ts';
import { PrintBuffer } from './print-buffer.ts';
import type { RecordOrder } from './record-order.ts';
import { compileEvent, slotOf } from './scanner/program.ts';
import { type Host, RecordScanner } from './scanner/scanner.ts';
import * as Code from './scanner/shared/codes.ts';
import * as Word from './scanner/shared/event-words.ts';
import * as State from './scanner/shared/state.ts';
import type { Session } from './session.ts';
import type { DirectPrinter } from './tracepoints.ts';

/** Fields of samples that the scanner reads or can skip. */
const plainFields =
  Field.ip |
  Field.tid |
  Field.time |
  Field.callchain |
  Field.id |
  Field.cpu |
  Field.period |
  Field.streamId |
  Field.raw |
  Field.identifier;
const neededFields = Field.tid | Field.time;

/** An event whose samples the scanner reads. */
interface KnownEvent {
  readonly event: RecordedEvent;
  readonly printer: DirectPrinter | null;
  /** Numbers of the fields that had a number that is not whole. */
  readonly wide: Set<number>;
}

/** Every sample has a weight of 1. */
const ones = new Float64Array(maxEventRows).fill(1);

type TakeBytes = (bytes: Uint8Array, start: number, end: number, tag: number) => void;

export class RecordRuns implements RecordOrder, Host {
  private readonly scanner: RecordScanner;
  private readonly known: (KnownEvent | null)[] = [];
  /** Events that can be described only after one of their samples was read. */
  private readonly waiting = new Set<number>();
  private version = -1;
  private tasksVersion = -1;
  private programEnd: number;
  private view = new ByteView(new Uint8Array(0), true);
  private readonly record = { view: this.view, start: 0, end: 0 };
  private readonly buffer = new PrintBuffer();

  constructor(
    private readonly out: BulkOutput,
    private readonly session: Session,
    private readonly takeBytes: TakeBytes,
    maxBytes: number,
  ) {
    this.scanner = RecordScanner.for(this);
    this.scanner.state[State.MOST_HELD] = maxBytes;
    this.scanner.state[State.ZERO_KNOWN] = 0;
    this.programEnd = this.scanner.programAt;
    session.beforeRow = () => this.flush();
  }

  /**
   * Reads the records in `bytes[start, end)`, up to the first that is not plain or not complete.
   *
   * @param tag tag of the first record; each byte adds `step`
   * @returns position of the first record not read
   */
  run(bytes: Uint8Array, start: number, end: number, tag: number, step: number): number {
    const { scanner } = this;
    this.updateEvents();
    let at = start;
    while (end - at >= 8) {
      const length = Math.min(end - at, scanner.inputSize);
      scanner.bytes.set(bytes.subarray(at, at + length), scanner.at('input'));
      const read = scanner.exports.run(length, tag + (at - start) * step, step, 1);
      at += read;
      if (read === 0 || length < scanner.inputSize) break;
    }
    return at;
  }

  add(high: number, low: number, bytes: Uint8Array, start: number, end: number, tag: number): void {
    const { scanner } = this;
    this.updateEvents();
    scanner.bytes.set(bytes.subarray(start, end), scanner.at('input'));
    scanner.exports.add(high, low, end - start, tag);
  }

  round(): void {
    this.updateEvents();
    this.scanner.exports.round();
  }

  releaseAll(): void {
    this.updateEvents();
    this.scanner.exports.releaseAll();
    this.flush();
  }

  get late(): number {
    return this.scanner.exports.lateOnes();
  }

  close(): void {
    this.session.beforeRow = () => undefined;
    this.scanner.close();
  }

  take(start: number, size: number, tag: number, event: number): void {
    const { scanner, session } = this;
    this.takeBytes(scanner.bytes, start, start + size, tag);
    this.updateState();
    if (event < 0 || !this.waiting.has(event)) return;
    this.waiting.delete(event);
    const recorded = session.events.all[event];
    if (recorded) this.describeEvent(event, recorded);
  }

  /** Passes all waiting rows to the output. */
  flush(): void {
    const { scanner, out, session } = this;
    scanner.exports.writeCounts();
    const { state } = scanner;
    const events = state[State.EVENTS]!;
    const samples = state[State.SAMPLES]!;
    const read = state[State.READ]!;
    const latest = state[State.LATEST]!;
    const [values, numbers, messages] = [State.VALUES, State.NUMBERS, State.MESSAGE_BYTES].map(
      at => state[at]!,
    ) as [number, number, number];
    scanner.exports.clearRows();
    if (read === 0 && events === 0) return;
    session.count(read, latest);
    const ints = (name: Parameters<RecordScanner['ints']>[0], rows: number) => scanner.ints(name, rows);
    const doubles = (name: Parameters<RecordScanner['ints']>[0], rows: number) => scanner.doubles(name, rows);
    if (events > 0)
      out.eventColumns({
        rows: events,
        class: ints('classes', events),
        ts: doubles('ts', events),
        duration: null,
        thread: ints('thread', events),
        cpu: ints('cpu', events),
        stack: orNull(ints('stack', events)),
        values: ints('values', values),
        valueLengths: ints('valueLengths', events),
        numbers: doubles('numbers', numbers),
        numberLengths: ints('numberLengths', events),
        messages: scanner.bytes.subarray(scanner.at('messages'), scanner.at('messages') + messages),
        messageLengths: ints('messageLengths', events),
        line: session.takeLines(events),
        offset: doubles('offset', events),
      });
    if (samples > 0)
      out.sampleColumns({
        rows: samples,
        ts: doubles('sampleTs', samples),
        cpu: ints('sampleCpu', samples),
        thread: ints('sampleThread', samples),
        kind: ints('sampleKind', samples),
        weight: ones.subarray(0, samples),
        period: doubles('samplePeriod', samples),
        stack: ints('sampleStack', samples),
      });
  }

  threadOf(pid: number, tid: number): number {
    const thread = this.session.tasks.thread(pid, tid);
    this.scanner.state[State.SPACE_KEY] = thread.process.space.key;
    return thread.id;
  }

  stackOf(start: number, size: number, event: number): number {
    const { event: recorded } = this.known[event]!;
    return this.session.stackAt(this.viewNow(), start, start + size, recorded);
  }

  childOf(parent: number, mode: number, high: number, low: number, pid: number, tid: number): number {
    return this.session.childOf(parent as StackId | None, mode, high, low, pid, tid);
  }

  printed(event: number, piece: number, start: number, end: number): number {
    const { buffer, record, scanner } = this;
    const printer = this.known[event]!.printer!.pieces[piece];
    if (typeof printer !== 'function') return -1;
    record.view = this.viewNow();
    record.start = start;
    record.end = end;
    buffer.length = 0;
    const number = printer(record, buffer);
    const { bytes, length } = buffer;
    if (length > scanner.at('hostedText')) return -1;
    for (let at = 0; at < length; at++) if (bytes[at]! >= 0x80) return -1;
    scanner.bytes.set(bytes.subarray(0, length), scanner.at('hostedOut'));
    scanner.state[State.NUMBER] = number;
    return length;
  }

  textOf(_event: number, field: number, start: number, end: number): number {
    return this.out.fieldValue(this.scanner.bytes, start, end, field);
  }

  callName(number: number): number {
    return this.session.tracepoints.callName(number) ?? none;
  }

  widen(event: number, field: number): number {
    const known = this.known[event]!;
    known.wide.add(field);
    return this.classOf(known);
  }

  private viewNow(): ByteView {
    const { bytes } = this.scanner;
    if (this.view.bytes !== bytes) this.view = new ByteView(bytes, true);
    return this.view;
  }

  /** Updates the scanner's state from the session: the first time, and changes of tasks and of the kernel's modules. */
  private updateState(): void {
    const { scanner, session } = this;
    const { state } = scanner;
    const { tasks, zeroHalves } = session;
    if (state[State.ZERO_KNOWN] === 0 && zeroHalves !== null) {
      state[State.ZERO_HIGH] = zeroHalves.high;
      state[State.ZERO_LOW] = zeroHalves.low;
      state[State.ZERO_KNOWN] = 1;
    }
    state[State.KERNEL_KEY] = session.kernelKey;
    if (tasks.version === this.tasksVersion) return;
    this.tasksVersion = tasks.version;
    scanner.exports.forgetThreads();
  }

  /** Describes all events to the scanner anew if they have changed. */
  private updateEvents(): void {
    const { session, scanner } = this;
    if (this.version === session.version) return;
    this.version = session.version;
    this.flush();
    this.updateState();
    scanner.exports.forget();
    const { events } = session;
    const { state, words } = scanner;
    const { isOrdered, sampleHead, trailer } = events;
    state[State.SAMPLE_TIME] = isOrdered ? sampleHead.time : -1;
    state[State.TRAILER_TIME] = isOrdered ? trailer.time : -1;
    state[State.SAMPLE_ID] = sampleHead.id;
    const ids = [...events.ids];
    const isExact = ids.every(([id]) => Number.isSafeInteger(id));
    state[State.EVENT_COUNT] = isExact ? events.all.length : 0;
    this.programEnd = scanner.programAt;
    this.known.length = 0;
    this.waiting.clear();
    events.all.slice(0, Code.EVENTS_MAX).forEach((event, index) => {
      this.known.push(null);
      this.describeEvent(index, event);
    });
    const [at, slots] = [scanner.at('ids'), scanner.at('idSlots')];
    scanner.bytes.fill(0, at, at + slots * 16);
    for (const [id, event] of ids.slice(0, Code.IDS_MAX)) {
      const index = events.all.indexOf(event);
      if (index >= Code.EVENTS_MAX) continue;
      const low = id >>> 0;
      let slot = slotOf(low);
      while (words.getInt32(at + slot * 16 + 8, true) !== 0) slot = (slot + 1) % slots;
      words.setUint32(at + slot * 16, low, true);
      words.setUint32(at + slot * 16 + 4, Math.floor(id / 2 ** 32), true);
      words.setInt32(at + slot * 16 + 8, index + 1, true);
    }
  }

  /** Describes an event to the scanner, if its samples are plain. */
  private describeEvent(index: number, event: RecordedEvent): void {
    const { scanner, session } = this;
    const { attr, head, period, isTracepoint } = event;
    const { sampleType } = attr;
    scanner.setEvent(index, Word.PLAIN, 0);
    if (sampleType & ~plainFields || (sampleType & neededFields) !== neededFields) return;
    const hasRaw = (sampleType & Field.raw) !== 0;
    const hasChain = (sampleType & Field.callchain) !== 0;
    const givesEvent = isTracepoint && hasRaw;
    const printer = givesEvent ? session.tracepoints.directOf(event) : null;
    if (givesEvent && printer === null) {
      // The first record of an event decides how the event is read.
      if (!session.tracepoints.isRead(event)) this.waiting.add(index);
      return;
    }
    const known: KnownEvent = { event, printer, wide: new Set() };
    this.known[index] = known;
    const set = (word: number, value: number) => scanner.setEvent(index, word, value);
    if (printer !== null) {
      const { programEnd: base } = this;
      const room = scanner.programAt + scanner.programRoom - base;
      const fields = printer.fields.map(({ field }) => field);
      const program = compileEvent(printer.pieces, fields, base, room);
      if (program === null) return;
      scanner.bytes.set(program.bytes, base);
      this.programEnd += program.bytes.length;
      set(Word.PIECES, program.pieces);
      set(Word.PIECE_COUNT, printer.pieces.length);
      set(Word.FIELDS, program.fields);
      set(Word.FIELD_COUNT, fields.length);
      set(Word.WIDE, 0);
      set(Word.CLASS, this.classOf(known));
    }
    set(Word.HEAD_SIZE, head.size);
    set(Word.IP, head.ip);
    set(Word.TID, head.tid);
    set(Word.TIME, head.time);
    set(Word.CPU, head.cpu);
    set(Word.PERIOD, head.period);
    set(Word.HAS_CHAIN, hasChain ? 1 : 0);
    set(Word.HAS_RAW, hasRaw ? 1 : 0);
    set(Word.KIND, event.kind);
    set(Word.GIVES_EVENT, givesEvent ? 1 : 0);
    set(Word.GIVES_SAMPLE, !givesEvent || hasChain ? 1 : 0);
    const fixed = scanner.eventAt(index) + Word.FIXED_PERIOD * 4;
    scanner.words.setFloat64(fixed, Number.isSafeInteger(period) ? period : Number.NaN, true);
    set(Word.PLAIN, 1);
  }

  /** Event class of an event, given the fields whose numbers are not whole. */
  private classOf({ event, printer, wide }: KnownEvent): number {
    const { out } = this;
    const direct = printer!;
    const isWhole = (type: number) =>
      direct.fields.some(
        ({ field, type: fieldType }, at) => fieldType === type && field.kind === 'number' && !wide.has(at),
      );
    const types: FieldType[] = direct.types.map((type, at) => ({
      ...withRole(event.name, type),
      ...(isWhole(at) ? { whole: true } : {}),
    }));
    const schema: FieldSchemaId | typeof none = types.length > 0 ? out.fieldSchema(types) : none;
    return out.eventClass(event.kind, none, none, none, schema);
  }
}

const orNull = (column: Int32Array): Int32Array | null => (column.some(value => value >= 0) ? column : null);
