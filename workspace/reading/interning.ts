/**
 * Interns texts, frames, stacks and so on for a parser, with dense ids of its own, and collects what is new since the
 * last batch.
 */
import type { ClassId } from '../../parsers/bulk.ts';
import {
  type FieldSchemaId,
  type FieldType,
  type FrameId,
  type Meaning,
  type Meanings,
  type None,
  none,
  type SeriesId,
  type SeriesKey,
  type StackId,
  type TextId,
  type ThreadId,
} from '../../parsers/contract.ts';
import { ByteTable, hashOf, TupleTable } from '../../parsers/kit/intern.ts';
import { Kept } from '../../parsers/kit/kept.ts';
import type { Interned } from './batch.ts';
import { FieldSchemas } from './field-schemas.ts';
import { PartFacts } from './part-facts.ts';
import { SeriesTable } from './series-table.ts';
import { Lookups, UninternedTexts } from './uninterned.ts';
import { isUtf8, repaired, wholeCharacters } from './utf8.ts';

/** Longer texts are truncated: no screen shows them, and hostile input must not fill the memory. */
export const maxText = 1 << 20;

/** Limit of a parser's interned rows, bytes; beyond it, ids start again with the next part. */
const maxInterned = 64 << 20;

/** Field values are interned until their texts take this many bytes. */
const maxValues = 24 << 20;
/** Number of fields for which hits and misses are counted separately. */
const fieldsKept = 256;

const maxStrings = 32 << 10;
const encoder = new TextEncoder();
const halves = new Int32Array(2);
const wide = new BigUint64Array(halves.buffer);

export class InterningOutput extends PartFacts {
  protected schemas = new FieldSchemas();
  protected classes = new TupleTable(6);
  private texts = new ByteTable();
  /** Addresses and offsets of frames, as the two halves of 64 bits. */
  private addresses = new TupleTable(2);
  private frames = new TupleTable(6);
  private stacks = new TupleTable(2);
  private threads = new TupleTable(3);
  private seriesTable = new SeriesTable();
  /** Ids of the meanings of series, by their JSON. */
  private meaningIds = new Map<string, number>();
  private newMeanings: Meaning[] = [];
  private readonly uninterned = new UninternedTexts();
  private readonly lookups = Array.from({ length: fieldsKept }, () => new Lookups());
  /** Strings seen before: looking one up costs less than encoding it. */
  private strings = new Map<string, TextId>();
  private readonly kept = new Kept();
  private isReset = true;
  /** Number of rows of each table already sent. */
  private sent = { ...nothingSent };

  /** `meanings`: meanings of the format's series. */
  constructor(private readonly meanings: Meanings = () => null) {
    super();
  }

  protected get seriesCount(): number {
    return this.seriesTable.count;
  }

  protected beginInterning(): void {
    const { texts, addresses, frames, stacks, threads, seriesTable, classes } = this;
    const tables = [texts, addresses, frames, stacks, threads, seriesTable, classes];
    if (tables.reduce((sum, { size }) => sum + size, 0) > maxInterned) this.forget();
    this.schemas.begin();
  }

  /** True if ids began anew since the last call; and what was interned since. */
  protected takeInterned(): { reset: boolean; interned: Interned; bytes: number } {
    const { texts, addresses, frames, stacks, threads, seriesTable, classes, sent } = this;
    const reset = this.isReset;
    const interned: Interned = {
      text: texts.since(sent.text),
      uninterned: this.uninterned.take(),
      address: addresses.since(sent.address),
      frame: frames.since(sent.frame),
      stack: stacks.since(sent.stack),
      thread: threads.since(sent.thread),
      series: seriesTable.since(sent.series),
      meaning: this.newMeanings,
      field_schema: this.schemas.take(),
      event_class: classes.since(sent.event_class),
    };
    this.sent = {
      text: texts.count,
      address: addresses.count,
      frame: frames.count,
      stack: stacks.count,
      thread: threads.count,
      series: seriesTable.count,
      event_class: classes.count,
    };
    this.newMeanings = [];
    this.isReset = false;
    const { text, uninterned, address, frame, stack, thread, series, event_class } = interned;
    const bytes = [text.bytes, uninterned.bytes, address, frame, stack, thread, series, event_class].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
    return { reset, interned, bytes };
  }

  text(bytes: Uint8Array, start: number, end: number): TextId {
    const stop = end - start > maxText ? this.cut(bytes, start) : end;
    const hash = hashOf(bytes, start, stop);
    const known = this.texts.find(bytes, start, stop, hash);
    return (known >= 0 ? known : this.addText(bytes, start, stop, hash)) as TextId;
  }

  /** Adds a text that is not yet interned, and returns its id. */
  private addText(bytes: Uint8Array, start: number, end: number, hash: number): number {
    if (isUtf8(bytes, start, end)) return this.texts.add(bytes, start, end, hash);
    const clean = this.repaired(bytes, start, end);
    return this.texts.intern(clean, 0, clean.length);
  }

  protected repaired(bytes: Uint8Array, start: number, end: number, line = -1, offset = 0): Uint8Array {
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

  fieldValue(bytes: Uint8Array, start: number, end: number, fieldNumber: number): number {
    const stop = end - start > maxText ? this.cut(bytes, start) : end;
    const lookups = this.lookups[fieldNumber & (fieldsKept - 1)] as Lookups;
    if (lookups.pay) {
      const hash = hashOf(bytes, start, stop);
      const known = this.texts.find(bytes, start, stop, hash);
      lookups.count(known >= 0);
      if (known >= 0) return known;
      if (this.texts.size < maxValues) return this.addText(bytes, start, stop, hash);
    }
    if (isUtf8(bytes, start, stop)) return this.uninterned.add(bytes, start, stop);
    const clean = this.repaired(bytes, start, stop);
    return this.uninterned.add(clean, 0, clean.length);
  }

  uninternedValues(bytes: Uint8Array, lengths: Int32Array): number {
    return this.uninterned.addAll(bytes, lengths);
  }

  frame(
    symbol: TextId,
    module: TextId,
    address: bigint | null = null,
    offset: bigint | null = null,
    build: TextId | None = none,
  ): FrameId {
    const [at, inFile] = [this.address(address), this.address(offset)];
    return this.frames.intern(symbol, module, at, inFile, build) as FrameId;
  }

  private address(value: bigint | null): number {
    if (value === null) return none;
    wide[0] = value;
    return this.addresses.intern(halves[0] as number, halves[1] as number);
  }

  stack(parent: StackId | None, frame: FrameId): StackId {
    return this.stacks.intern(parent, frame) as StackId;
  }

  thread(process: TextId | None, pid: number, tid: number): ThreadId {
    return this.threads.intern(process, pid, tid) as ThreadId;
  }

  series(key: SeriesKey): SeriesId {
    const { object, instance, counter, unit, host, cumulative, task } = key;
    const ids = {
      host: this.orNone(host),
      object: this.string(object),
      instance: this.orNone(instance),
      counter: this.string(counter),
      unit: this.orNone(unit),
      cumulative: Number(cumulative),
      thread: task ? this.threads.intern(this.string(task.process), task.pid, task.tid) : none,
    };
    return this.seriesTable.intern(ids, () => this.meaning(key.meaning ?? this.meanings(key))) as SeriesId;
  }

  private orNone(text: string | null): TextId | None {
    return text === null ? none : this.string(text);
  }

  private meaning(meaning: Meaning | null): number {
    if (meaning === null) return none;
    const all = JSON.stringify(meaning);
    const known = this.meaningIds.get(all);
    if (known !== undefined) return known;
    const id = this.meaningIds.size;
    this.meaningIds.set(all, id);
    this.newMeanings.push(meaning);
    return id;
  }

  fieldSchema(fields: readonly FieldType[]): FieldSchemaId {
    return this.schemas.of(fields);
  }

  eventClass(
    kind: TextId,
    level: TextId | None,
    component: TextId | None,
    template: TextId | None,
    fieldSchema: FieldSchemaId | None,
  ): ClassId {
    const stored = this.schemas.runIdOf(this.schemas.get(fieldSchema));
    return this.classes.intern(kind, level, component, template, stored, recordOf(1, false)) as ClassId;
  }

  classOfDifferingZone(of: ClassId): ClassId {
    const get = (column: number) => this.classes.get(of, column);
    return this.classes.intern(get(0), get(1), get(2), get(3), get(4), get(5) | 1) as ClassId;
  }

  keep<T>(make: () => T, drop: (kept: T) => void): T {
    return this.kept.get(make, drop);
  }

  protected cut(bytes: Uint8Array, start: number, line = -1, offset = 0): number {
    const message = `A text longer than ${maxText >> 20} MiB was truncated.`;
    this.problem({ code: 'text-cut', severity: 'warning', line, offset, message });
    return wholeCharacters(bytes, start, start + maxText);
  }

  /** Reported once, unless the reader already did, with a line number. */
  private invalid(line: number, offset: number): void {
    const code = 'invalid-utf8';
    if (this.hasProblem(code)) return;
    const message = 'Bytes that are not UTF-8 are shown as U+FFFD.';
    this.problem({ code, severity: 'notice', line, offset, message });
  }

  /** Drops all interned rows; ids start again. */
  private forget(): void {
    this.kept.drop();
    this.texts = new ByteTable();
    this.addresses = new TupleTable(2);
    this.frames = new TupleTable(6);
    this.stacks = new TupleTable(2);
    this.threads = new TupleTable(3);
    this.seriesTable = new SeriesTable();
    this.meaningIds = new Map();
    this.schemas = new FieldSchemas();
    this.classes = new TupleTable(6);
    this.strings = new Map();
    this.sent = { ...nothingSent };
    this.isReset = true;
  }

  /** Called at the end of the file. */
  close(): void {
    this.kept.drop();
  }
}

/** The last value of a class: its number of lines, and in the lowest bit whether its zone differs. */
export const recordOf = (lines: number, zoneDiffers: boolean): number => (lines << 1) | Number(zoneDiffers);

const nothingSent = { text: 0, address: 0, frame: 0, stack: 0, thread: 0, series: 0, event_class: 0 };
