/**
 * Builds rows from values: each value becomes a field, and a part of the message. The caller passes values one by one in the
 * order of the definition's columns, and each is written directly into the columns of the batch.
 */
import { type BulkOutput, type ClassId, firstWhole } from '../bulk.ts';
import {
  type FieldSchemaId,
  type FieldType,
  type None,
  none,
  type Output,
  type TextId,
} from '../contract.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { Level } from '../levels.ts';
import { addressText, type Block, hexOf, two32 } from './bytes.ts';
import { EventRun, type Row } from './columns.ts';
import { columnsOf, type EventDef } from './schema.ts';

/** A text that many rows contain, such as a process name or the name of a number: encoded and interned once. */
export class Word {
  readonly bytes: Uint8Array;
  private id = -1;

  constructor(readonly text: string) {
    this.bytes = encoder.encode(text);
  }

  /** Id in `out`, which must be the same output in all calls. */
  idIn(out: Output): TextId {
    if (this.id < 0) this.id = out.string(this.text);
    return this.id as TextId;
  }
}

/** A value of a field; null if the event has none. */
export type FieldValue = number | string | Word | null;

interface Column {
  /** Text before the value in the message. */
  readonly name: Uint8Array;
  readonly isText: boolean;
  /** Number of the field; -1 if the value is not stored, because another column of the row has it. */
  readonly field: number;
  /** True if the message has the value too. */
  readonly isInMessage: boolean;
  /** Ids of its distinct texts; null once there are more than `maxDistinct`, after which they are not interned. */
  distinctIds: Set<number> | null;
}

interface RowLayout {
  readonly kind: TextId;
  readonly component: TextId | None;
  readonly columns: readonly Column[];
  readonly fields: Fields;
  /** Event classes by level of the header; -1: not created yet. Valid for one `version` of the fields. */
  readonly classes: Int32Array;
  version: number;
}

/** Fields of events. Definitions with equal fields share one object, as they share a schema in the output. */
interface Fields {
  readonly types: readonly FieldType[];
  /** By field: 1 once some event had a number that is not a whole one; from then on its events have another schema. */
  readonly isWide: Uint8Array;
  schema: FieldSchemaId | None;
  version: number;
}

/** Maximum bytes of one value in a message: a list may be as long as the record. */
const maxValueLength = 4096;
/** A longer message is truncated by the output, which reports it. */
const maxMessageLength = 1 << 20;
/** Maximum number of distinct texts of one column that are interned. */
const maxDistinct = 256;

const levels: readonly (Level | null)[] = [null, 'fatal', 'error', 'warning', 'info', 'debug'];

export class Emitter {
  readonly run: EventRun;
  private readonly layouts = new Map<EventDef, RowLayout>();
  private readonly fields = new Map<FieldSchemaId | None, Fields>();
  private readonly text = new Utf8Buffer();
  private lastDef: EventDef | null = null;
  private lastLayout: RowLayout | null = null;
  /** Layout and next column of the current row. */
  private layout!: RowLayout;
  private column = 0;
  /** End of its message. */
  private end = 0;
  private isMapped = true;

  /** @param pathOf replaces the device of a path by its drive letter */
  constructor(
    private readonly out: BulkOutput,
    private readonly pathOf: (path: string) => string,
  ) {
    this.run = new EventRun(out);
  }

  event(def: EventDef, values: readonly FieldValue[], row: Row): void {
    this.begin(def);
    const { length } = this.layout.columns;
    for (let at = 0; at < length; at++) this.value(values[at] ?? null);
    this.finish(row);
  }

  begin(def: EventDef): void {
    const layout = this.layoutOf(def);
    this.layout = layout;
    this.column = 0;
    this.end = this.run.messageCount;
    // Events of KernelTraceControl define the path mapping, so their paths are kept unmapped.
    this.isMapped = def.provider !== 'KernelTraceControl';
    this.run.reserveFields(layout.fields.types.length);
  }

  value(value: FieldValue): void {
    if (typeof value === 'number') this.number(value);
    else if (typeof value === 'string') this.string(value);
    else if (value === null) this.none();
    else this.word(value);
  }

  none(): void {
    const column = this.next();
    if (column.field >= 0) this.noValue(column);
  }

  word(word: Word): void {
    const column = this.next();
    if (column.field < 0) return;
    const { bytes } = word;
    if (bytes.length === 0 || !column.isText || bytes.length > maxValueLength) {
      this.textOf(column, word.text);
      return;
    }
    this.run.values[this.run.valueCount++] = word.idIn(this.out);
    if (!column.isInMessage) return;
    const to = this.room(column, bytes.length);
    const { messages } = this.run;
    for (let at = 0; at < bytes.length; at++) messages[to + at] = bytes[at]!;
    this.end = to + bytes.length;
  }

  number(value: number): void {
    const column = this.next();
    if (column.field < 0) return;
    if (column.isText) {
      this.textOf(column, String(value));
      return;
    }
    const { run } = this;
    const whole = value | 0;
    if (whole === value) {
      if (whole >= 0 && whole < firstWhole && this.layout.fields.isWide[column.field] === 0)
        run.values[run.valueCount++] = firstWhole + whole;
      else this.wide(column, value);
      if (!column.isInMessage) return;
      const to = this.room(column, 11);
      this.end = digits(run.messages, to, whole);
      return;
    }
    if (Number.isNaN(value)) this.noValue(column);
    else this.wide(column, value);
    if (!column.isInMessage) return;
    if (value >= 1e9 && Number.isSafeInteger(value)) {
      const to = this.room(column, 19);
      const high = Math.floor(value / 1e9);
      const { messages } = run;
      const end = digits(messages, to, high) + 9;
      padded(messages, end, value - high * 1e9, 9);
      this.end = end;
    } else this.appendText(column, String(value));
  }

  /** An address from {@link Block.address}: `0xfffff80012345678`. */
  address(address: number, pointer: number): void {
    const column = this.next();
    if (column.field < 0) return;
    const high = Math.floor(address * perTwo32);
    if (pointer !== 8 && high !== 0) {
      this.textOf(column, addressText(address, pointer));
      return;
    }
    const from = this.room(column, 18);
    const { messages } = this.run;
    let at = hexStart(messages, from);
    if (pointer === 8) at = hex8(messages, at, high | 0);
    this.finishText(column, from, hex8(messages, at, (address - high * two32) | 0));
  }

  /** An id; -1: unknown. */
  id(id: number): void {
    if (id < 0) this.none();
    else this.number(id);
  }

  /** `0x00001f`: a 32-bit value with at least `digits` digits. */
  paddedHex(value: number, digits: number): void {
    this.hex(value | 0, 0, digits);
  }

  /** `0x1f`: a 32-bit or 64-bit value. */
  hex(low: number, high: number, digits = 1): void {
    const column = this.next();
    if (column.field < 0) return;
    const from = this.room(column, 18);
    const { messages } = this.run;
    const start = hexStart(messages, from);
    let at = start;
    if (high !== 0) at = hex8(messages, at, high);
    at = hex8(messages, at, low);
    let zeros = 0;
    while (start + zeros < at - digits && messages[start + zeros] === 0x30) zeros++;
    if (zeros > 0) messages.copyWithin(start, start + zeros, at);
    this.finishText(column, from, at - zeros);
  }

  /** The UTF-16 text in `[start, stop)`, without a terminating 0. */
  wideText(block: Block, start: number, stop: number): void {
    const length = (stop - start) >> 1;
    const { bytes } = block;
    const position = this.column;
    const column = this.next();
    if (column.field < 0) return;
    // A path begins with a backslash; it may begin with a device, which `value` replaces.
    if (length === 0 || length > maxValueLength || bytes[start] === 0x5c) {
      this.column = position;
      this.value(block.wide(start, stop));
      return;
    }
    const from = this.room(column, length);
    const { messages } = this.run;
    let to = from;
    let all = 0;
    for (let at = start; at + 1 < stop; at += 2) {
      const low = bytes[at]!;
      all |= (low & 0x80) | bytes[at + 1]!;
      messages[to++] = low;
    }
    if (all === 0) {
      this.finishText(column, from, to);
      return;
    }
    this.column = position;
    this.value(block.wide(start, stop));
  }

  /** The ASCII text in `[start, stop)`, without a terminating 0. */
  asciiText(block: Block, start: number, stop: number): void {
    const length = stop - start;
    const { bytes } = block;
    if (length === 0 || length > maxValueLength || bytes[start] === 0x5c) {
      this.value(block.ansi(start, stop));
      return;
    }
    const column = this.next();
    if (column.field < 0) return;
    const from = this.room(column, length);
    const { messages } = this.run;
    for (let at = 0; at < length; at++) messages[from + at] = bytes[start + at]!;
    this.finishText(column, from, from + length);
  }

  /** Bytes as hexadecimal digits, two per byte. */
  hexBytes(bytes: Uint8Array, start: number, stop: number): void {
    const column = this.next();
    if (column.field < 0) return;
    if (start >= stop || (column.isInMessage && 2 * (stop - start) > maxValueLength)) {
      this.textOf(column, hexOf(bytes, start, stop));
      return;
    }
    const from = this.room(column, 2 * (stop - start));
    this.finishText(column, from, hexPairs(this.run.messages, from, bytes, start, stop));
  }

  /** `68fdd900-4a3e-11d1-84f4-0000f80464e3` */
  guid({ bytes }: Block, start: number): void {
    const column = this.next();
    if (column.field < 0) return;
    const from = this.room(column, 36);
    const { messages } = this.run;
    let to = from;
    for (let part = 0; part < guidOrder.length; part++) {
      const at = guidOrder[part]!;
      if (at < 0) messages[to++] = 0x2d;
      else to = hexPairs(messages, to, bytes, start + at, start + at + 1);
    }
    this.finishText(column, from, to);
  }

  /** Bytes after the described fields: appended to the message, up to the maximum length of a value. */
  rest(bytes: Uint8Array, start: number, stop: number): void {
    if (start >= stop) return;
    const shown = Math.min(stop, start + (maxValueLength - more.length) / 2);
    const from = this.room(null, more.length + 2 * (shown - start));
    const { messages } = this.run;
    for (let at = 0; at < more.length; at++) messages[from + at] = more[at]!;
    this.end = hexPairs(messages, from + more.length, bytes, start, shown);
  }

  finish(row: Row): void {
    const { layout, run } = this;
    // Fields after the end of the record have no value.
    while (this.column < layout.columns.length) this.none();
    const { end } = this;
    if (end - run.messageCount > maxMessageLength) this.emitAlone(row);
    else run.add(row, this.classOf(row.level), end);
  }

  private next(): Column {
    return this.layout.columns[this.column++] ?? noColumn;
  }

  private noValue(column: Column): void {
    const { run } = this;
    if (column.isText || this.layout.fields.isWide[column.field] === 0) run.values[run.valueCount++] = none;
    else run.numbers[run.numberCount++] = Number.NaN;
  }

  /** A number that is not whole, or any number of a field that has had one. */
  private wide(column: Column, value: number): void {
    const { run } = this;
    const { fields } = this.layout;
    if (fields.isWide[column.field] === 0) {
      fields.isWide[column.field] = 1;
      fields.schema = none;
      fields.version++;
    }
    run.numbers[run.numberCount++] = value;
  }

  private string(text: string): void {
    const column = this.next();
    if (column.field < 0) return;
    this.textOf(
      column,
      this.isMapped && text.charCodeAt(0) === 0x5c && text.startsWith(device) ? this.pathOf(text) : text,
    );
  }

  private textOf(column: Column, text: string): void {
    if (!column.isText || text === '') {
      this.noValue(column);
      if (column.isInMessage && text !== '') this.appendText(column, text);
      return;
    }
    this.text.write(text);
    const { bytes, length } = this.text;
    const { run } = this;
    run.values[run.valueCount++] = this.idOf(column, bytes, 0, length);
    if (column.isInMessage) this.appendBytes(column, bytes, length);
  }

  /** Stores a text that was written to the message, and keeps it in the message if `isInMessage`. */
  private finishText(column: Column, from: number, to: number): void {
    const { run } = this;
    if (column.isText) run.values[run.valueCount++] = this.idOf(column, run.messages, from, to);
    else this.noValue(column);
    if (column.isInMessage) this.end = to;
  }

  private idOf(column: Column, bytes: Uint8Array, from: number, to: number): number {
    const { distinctIds } = column;
    if (distinctIds === null) return this.out.fieldValue(bytes, from, to, column.field);
    const id = this.out.text(bytes, from, to);
    if (!distinctIds.has(id)) {
      if (distinctIds.size < maxDistinct) distinctIds.add(id);
      else column.distinctIds = null;
    }
    return id;
  }

  private appendText(column: Column | null, text: string): void {
    this.text.write(text);
    this.appendBytes(column, this.text.bytes, this.text.length);
  }

  private appendBytes(column: Column | null, bytes: Uint8Array, all: number): void {
    let length = Math.min(all, maxValueLength);
    // Does not cut inside a UTF-8 character.
    while (length < all && length > 0 && (bytes[length]! & 0xc0) === 0x80) length--;
    const to = this.room(column, length);
    const { messages } = this.run;
    for (let at = 0; at < length; at++) messages[to + at] = bytes[at]!;
    this.end = to + length;
  }

  /** Reserves `bytes` bytes for a value in the message, after the separator and the column's name; returns their start. */
  private room(column: Column | null, bytes: number): number {
    const { run, end } = this;
    const named = column?.name ?? nothing;
    run.reserveBytes(end, bytes + named.length + 2);
    if (column !== null && !column.isInMessage) return end;
    const { messages } = run;
    let at = end;
    if (at > run.messageCount) {
      messages[at++] = 0x2c;
      messages[at++] = 0x20;
    }
    for (let from = 0; from < named.length; from++) messages[at++] = named[from]!;
    return at;
  }

  /** Emits an event whose message is too long for a batch by itself. */
  private emitAlone(row: Row): void {
    const { run, layout } = this;
    const { kind, component } = layout;
    const { isWide, types } = layout.fields;
    const fields = run.takeFields(
      field => types[field]!.type === 'number' && isWide[field] === 1,
      types.length,
    );
    const message = {
      bytes: run.messages.slice(run.messageCount, this.end),
      start: 0,
      end: this.end - run.messageCount,
    };
    run.flush();
    this.out.event({
      ...row,
      kind,
      component,
      level: levels[row.level] ?? null,
      message,
      fieldSchema: this.schemaOf(layout.fields),
      fields,
      lines: 1,
    });
  }

  private classOf(level: number): ClassId {
    const { layout } = this;
    const { fields } = layout;
    if (layout.version !== fields.version) {
      layout.classes.fill(-1);
      layout.version = fields.version;
    }
    const known = level < layout.classes.length ? level : 0;
    let id = layout.classes[known]!;
    if (id < 0) {
      const name = levels[known];
      id = this.out.eventClass(
        layout.kind,
        name ? this.out.string(name) : none,
        layout.component,
        none,
        this.schemaOf(fields),
      );
      layout.classes[known] = id;
    }
    return id as ClassId;
  }

  private schemaOf(fields: Fields): FieldSchemaId | None {
    const { types, isWide } = fields;
    if (fields.schema < 0 && types.length > 0)
      fields.schema = this.out.fieldSchema(
        types.map((type, field) =>
          type.type === 'number' && isWide[field] === 0 ? { ...type, whole: true as const } : type,
        ),
      );
    return fields.schema;
  }

  private fieldsOf(types: readonly FieldType[]): Fields {
    const id = types.length === 0 ? none : this.out.fieldSchema(types);
    let fields = this.fields.get(id);
    if (fields === undefined) {
      fields = { types, isWide: new Uint8Array(types.length), schema: none, version: 0 };
      this.fields.set(id, fields);
    }
    return fields;
  }

  private layoutOf(def: EventDef): RowLayout {
    if (def === this.lastDef) return this.lastLayout!;
    let layout = this.layouts.get(def);
    if (layout === undefined) {
      layout = this.makeLayout(def);
      this.layouts.set(def, layout);
    }
    this.lastDef = def;
    this.lastLayout = layout;
    return layout;
  }

  private makeLayout(def: EventDef): RowLayout {
    const columns = columnsOf(def.fields);
    const types = columns.filter(({ isStored }) => isStored).map(({ type }) => type);
    let fieldCount = 0;
    return {
      kind: this.out.string(def.kind),
      component: def.provider === null ? none : this.out.string(def.provider),
      fields: this.fieldsOf(types),
      classes: new Int32Array(levels.length).fill(-1),
      version: 0,
      columns: columns.map(({ type, isStored, isBytes }) => ({
        name: def.isNamed ? encoder.encode(`${type.key}: `) : nothing,
        distinctIds: new Set(),
        isText: type.type === 'text',
        field: isStored ? fieldCount++ : -1,
        // Bytes are long and rarely read; the message has them only if they are the only value.
        isInMessage: isStored && type.role === undefined && (!isBytes || columns.length === 1),
      })),
    };
  }
}

const encoder = new TextEncoder();
const nothing = new Uint8Array(0);
const more = encoder.encode('… ');
/** Positions of a GUID's bytes in the order of its text; -1: a hyphen. */
const guidOrder = [3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15];
const noColumn: Column = { name: nothing, isText: false, field: -1, isInMessage: false, distinctIds: null };
const device = '\\Device\\';
const perTwo32 = 1 / two32;

/** The two digits of each number below 100. */
const pairs = encoder.encode(Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')).join(''));
const hexDigits = encoder.encode('0123456789abcdef');

/** Writes a 32-bit integer in decimal; returns its end. */
function digits(to: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    to[at++] = 0x2d;
    rest = -rest;
  }
  if (rest < 10) {
    to[at] = 0x30 + rest;
    return at + 1;
  }
  let count = 2;
  for (let power = 100; power <= rest; power *= 10) count++;
  const end = at + count;
  let last = end;
  while (rest >= 100) {
    const next = Math.floor(rest / 100);
    const pair = (rest - next * 100) * 2;
    to[--last] = pairs[pair + 1]!;
    to[--last] = pairs[pair]!;
    rest = next;
  }
  if (rest >= 10) {
    to[--last] = pairs[rest * 2 + 1]!;
    to[--last] = pairs[rest * 2]!;
  } else to[--last] = 0x30 + rest;
  return end;
}

/** Writes `count` decimal digits that end at `end`. */
function padded(to: Uint8Array, end: number, value: number, count: number): void {
  let rest = value;
  for (let at = end - 1; at >= end - count; at--) {
    const next = Math.floor(rest / 10);
    to[at] = 0x30 + rest - next * 10;
    rest = next;
  }
}

function hexStart(to: Uint8Array, at: number): number {
  to[at] = 0x30;
  to[at + 1] = 0x78;
  return at + 2;
}

/** Writes two digits per byte; returns their end. */
function hexPairs(to: Uint8Array, at: number, bytes: Uint8Array, start: number, stop: number): number {
  let next = at;
  for (let from = start; from < stop; from++) {
    const byte = bytes[from]!;
    to[next++] = hexDigits[byte >> 4]!;
    to[next++] = hexDigits[byte & 15]!;
  }
  return next;
}

/** Writes a 32-bit value as eight digits; returns their end. */
function hex8(to: Uint8Array, at: number, value: number): number {
  for (let digit = 0; digit < 8; digit++) to[at + digit] = hexDigits[(value >>> (28 - 4 * digit)) & 15]!;
  return at + 8;
}
