/** Turns values into rows: fields by their columns, and a message with the values. */
import type { BulkOutput } from '../bulk.ts';
import {
  type FieldSchemaId,
  type None,
  none,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { Level } from '../levels.ts';
import type { Value } from './payload.ts';
import { columnsOf, type EventDef } from './schema.ts';

interface Column {
  /** Before the value in the message. */
  readonly name: Uint8Array;
  readonly isText: boolean;
  /** Ids of its texts while they are few; null where they are many. */
  words: Map<string, TextId> | null;
  readonly isGiven: boolean;
  /** True if the message has the value, too. */
  readonly isTold: boolean;
}

interface Shape {
  readonly kind: TextId;
  readonly component: TextId | None;
  readonly schema: FieldSchemaId | None;
  readonly columns: readonly Column[];
  /** Values of the row at hand. */
  readonly fields: number[];
}

export interface Row {
  ts: number;
  duration: number;
  cpu: number;
  thread: ThreadId | None;
  level: Level | null;
  stack: StackId | None;
  line: number;
  offset: number;
}

/** Maximum bytes of one value in a message: a list may be as long as the record. */
const longestValue = 4096;
/** Texts of one column that are known again without a look-up of their bytes. */
const mostWords = 256;

export class Emitter {
  private readonly shapes = new Map<EventDef, Shape>();
  private readonly text = new Utf8Buffer();
  private message = new Uint8Array(1 << 12);
  private length = 0;
  private readonly slice = { bytes: this.message, start: 0, end: 0 };

  /** @param pathOf a path of a device with its drive letter */
  constructor(
    private readonly out: BulkOutput,
    private readonly pathOf: (path: string) => string,
  ) {}

  event(def: EventDef, values: readonly Value[], row: Row, more = ''): void {
    const { kind, component, schema, columns, fields } = this.shapeOf(def);
    this.length = 0;
    let given = 0;
    // Events of KernelTraceControl define the path mapping, so their paths are kept unmapped.
    const isMapped = def.provider !== 'KernelTraceControl';
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]!;
      const { name, isText, isGiven, isTold } = column;
      if (!isGiven) continue;
      const raw = values[at] ?? null;
      const isPath = typeof raw === 'string' && raw.charCodeAt(0) === 0x5c && raw.startsWith(device);
      const value = isPath && isMapped ? this.pathOf(raw) : raw;
      if (value === null) {
        fields[given++] = isText ? none : Number.NaN;
        continue;
      }
      const isNumber = typeof value === 'number';
      if (isNumber && !isText && value === (value | 0)) {
        fields[given++] = value;
        if (isTold) this.tellWhole(def.isNamed ? name : null, value);
        continue;
      }
      const text = isNumber ? (isText || isTold ? String(value) : '') : value;
      const word = isText ? column.words?.get(text) : undefined;
      if (isTold || (isText && word === undefined)) this.text.write(text);
      if (!isText) fields[given] = isNumber ? value : Number.NaN;
      else fields[given] = text === '' ? none : (word ?? this.learn(column, text, given));
      given++;
      if (isTold && this.text.length > 0) this.tell(def.isNamed ? name : null);
    }
    if (more !== '') {
      this.text.write(more);
      this.tell(null);
    }
    const { slice } = this;
    slice.bytes = this.message;
    slice.end = this.length;
    this.out.event({
      ts: row.ts,
      duration: row.duration,
      kind,
      thread: row.thread,
      cpu: row.cpu,
      level: row.level,
      component,
      message: this.length === 0 ? null : slice,
      fieldSchema: schema,
      fields,
      stack: row.stack,
      line: row.line,
      lines: 1,
      offset: row.offset,
    });
  }

  private shapeOf(def: EventDef): Shape {
    let shape = this.shapes.get(def);
    if (shape === undefined) {
      const columns = columnsOf(def.fields);
      const types = columns.filter(({ isGiven }) => isGiven).map(({ type }) => type);
      shape = {
        kind: this.out.string(def.kind),
        component: def.provider === null ? none : this.out.string(def.provider),
        schema: types.length === 0 ? none : this.out.fieldSchema(types),
        fields: types.map(() => 0),
        columns: columns.map(({ type, isGiven, isBytes }) => ({
          name: encoder.encode(type.key),
          words: new Map(),
          isText: type.type === 'text',
          isGiven,
          // Bytes are long and hardly ever read; the message has them only if they are the only value.
          isTold: isGiven && type.role === undefined && (!isBytes || columns.length === 1),
        })),
      };
      this.shapes.set(def, shape);
    }
    return shape;
  }

  /** Id of the text in `this.text`. */
  private learn(column: Column, text: string, field: number): number {
    const { words } = column;
    if (words === null) return this.out.fieldValue(this.text.bytes, 0, this.text.length, field);
    const id = this.out.text(this.text.bytes, 0, this.text.length);
    if (words.size < mostWords) words.set(text, id);
    else column.words = null;
    return id;
  }

  /** Appends the text to the message. */
  private tell(name: Uint8Array | null): void {
    const { bytes } = this.text;
    let length = Math.min(this.text.length, longestValue);
    // Does not cut inside a UTF-8 character.
    while (length < this.text.length && length > 0 && (bytes[length]! & 0xc0) === 0x80) length--;
    const message = this.begin(name, length);
    for (let at = 0; at < length; at++) message[this.length++] = bytes[at]!;
  }

  /** Appends a whole number: its digits, without a text of them. */
  private tellWhole(name: Uint8Array | null, value: number): void {
    const message = this.begin(name, 11);
    let rest = Math.abs(value);
    if (value < 0) message[this.length++] = 0x2d;
    let digits = 1;
    for (let power = 10; power <= rest; power *= 10) digits++;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const next = Math.floor(rest / 10);
      message[at] = 0x30 + rest - next * 10;
      rest = next;
    }
    this.length += digits;
  }

  /** Room for `length` bytes behind the name. */
  private begin(name: Uint8Array | null, length: number): Uint8Array {
    const most = this.length + length + (name?.length ?? 0) + 4;
    if (most > this.message.length) {
      const grown = new Uint8Array(most * 2);
      grown.set(this.message.subarray(0, this.length));
      this.message = grown;
    }
    const { message } = this;
    if (this.length > 0) {
      message[this.length++] = 0x2c;
      message[this.length++] = 0x20;
    }
    if (name !== null) {
      for (let at = 0; at < name.length; at++) message[this.length++] = name[at]!;
      message[this.length++] = 0x3a;
      message[this.length++] = 0x20;
    }
    return message;
  }
}

const encoder = new TextEncoder();
const device = '\\Device\\';
