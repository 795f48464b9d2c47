/** Prints samples of tracepoints as perf does, and derives their fields from that text. */
import type { BulkOutput } from '../bulk.ts';
import { type FieldSchemaId, type FieldType, type None, none, type Slice, type TextId } from '../contract.ts';
import { TracepointEvents } from '../families/tracepoints/tracepoint-events.ts';
import type { InternedFields } from '../families/tracepoints/tracepoint-fields.ts';
import { ByteView } from '../kit/byte-view.ts';
import { CallNames } from '../kit/syscalls/names.ts';
import { Direct } from './direct-fields.ts';
import type { RecordedEvent } from './events.ts';
import { PrintBuffer } from './print-buffer.ts';
import { compile } from './print-format.ts';
import type { Piece, RawRecord } from './print-values.ts';
import { PrintedText } from './printed-text.ts';
import type { PlainField } from './scanner/program.ts';
import {
  type FindFunction,
  type PrintContext,
  readTracingData,
  type TracepointFormat,
} from './tracing-data.ts';

/** Maximum number of texts whose fields are cached: switches between the same threads repeat by the thousand. */
const maxCached = 1 << 14;

export interface Printed extends InternedFields {
  /** Valid until the next record is printed. */
  readonly message: Slice;
}

/** Print format of an event whose fields are taken while it is printed. */
export interface DirectPrinter {
  readonly pieces: readonly Piece[];
  /** Fields with a value, each with its index in {@link types}. */
  readonly fields: readonly { readonly field: PlainField; readonly type: number }[];
  readonly types: readonly FieldType[];
}

/** Prints the records of one event. */
class EventPrinter implements Printed {
  readonly message = { bytes: new Uint8Array(0) as Uint8Array, start: 0, end: 0 };
  fieldSchema: FieldSchemaId | None = none;
  fields: ArrayLike<number> = [];
  private readonly printed: PrintedText;
  /** Set by the first record. */
  private direct: Direct | null = null;

  constructor(
    private readonly event: string,
    pieces: readonly Piece[],
    private readonly source: FieldSource,
  ) {
    this.printed = new PrintedText(pieces, source.buffer);
  }

  /** True after the first record. */
  get isRead(): boolean {
    return this.direct !== null;
  }

  get plain(): DirectPrinter | null {
    const { direct, printed } = this;
    return direct?.plain ? { pieces: printed.pieces, ...direct.plain } : null;
  }

  print(record: RawRecord): Printed {
    const { printed, message, event, source } = this;
    printed.print(record);
    message.bytes = printed.to.bytes;
    message.end = printed.to.length;
    this.direct ??= source.direct(event, printed);
    const interned = this.direct.take() ? this.direct : source.read(event, printed.text());
    this.fieldSchema = interned.fieldSchema;
    this.fields = interned.fields;
    return this;
  }
}

/** Finds the fields of printed texts. */
class FieldSource {
  /** Buffer for the text of records. */
  readonly buffer = new PrintBuffer();
  /** Number of fields of all events so far. */
  private count = 0;
  private readonly events: TracepointEvents;
  private readonly cached = new Map<string, InternedFields>();
  private readonly names = new Map<number, TextId | null>();

  constructor(
    private readonly out: BulkOutput,
    private readonly calls: CallNames,
  ) {
    this.events = new TracepointEvents(out, calls);
  }

  /** Name of a system call; null if it is unknown. */
  callName(call: number): TextId | null {
    let name = this.names.get(call);
    if (name === undefined) {
      const text = this.calls.name(call);
      name = text === null ? null : this.out.string(text);
      if (this.names.size < 1 << 12) this.names.set(call, name);
    }
    return name;
  }

  direct(event: string, first: PrintedText): Direct {
    const direct = new Direct(this.out, event, first, call => this.callName(call), this.count);
    this.count += direct.fields.length;
    return direct;
  }

  /** Fields found by parsing the text. */
  read(event: string, text: string): InternedFields {
    const key = `${event} ${text}`;
    let found = this.cached.get(key);
    if (found === undefined) {
      found = this.events.fieldsOf(event, text);
      if (this.cached.size >= maxCached) this.cached.clear();
      this.cached.set(key, found);
    }
    return found;
  }
}

const noView = new ByteView(new Uint8Array(0), true);

export class Tracepoints {
  private readonly data: PrintContext | null;
  private readonly calls: CallNames;
  private readonly source: FieldSource;
  /** The current record: one object is reused for all. */
  private readonly record = { view: noView, start: 0, end: 0 };
  private readonly printers = new Map<RecordedEvent, EventPrinter | null>();

  constructor(out: BulkOutput, tracing: Uint8Array | null, machine: string | null, functionAt: FindFunction) {
    const data = tracing && readTracingData(tracing);
    this.data = data && { ...data, functionAt };
    this.calls = new CallNames(machine);
    this.source = new FieldSource(out, this.calls);
  }

  /** True if system calls were named by an assumed architecture. */
  get isMachineAssumed(): boolean {
    return this.calls.isMachineAssumed;
  }

  /** Format of an event, by the id in its attribute. */
  formatOf({ attr }: RecordedEvent): TracepointFormat | null {
    return this.data?.formats.get(Number(attr.config)) ?? null;
  }

  /** Print format for the scanner; null if fields are parsed from the text, or before the first record. */
  directOf(event: RecordedEvent): DirectPrinter | null {
    return this.printers.get(event)?.plain ?? null;
  }

  /** True after the first record of the event, or if it cannot be printed. */
  isRead(event: RecordedEvent): boolean {
    const printer = this.printers.get(event);
    return printer === null || printer?.isRead === true;
  }

  /** The text that names a system call. */
  callName(call: number): TextId | null {
    return this.source.callName(call);
  }

  /** Prints a record; null if the file has no format of its event. */
  print(event: RecordedEvent, view: ByteView, start: number, end: number): Printed | null {
    let printer = this.printers.get(event);
    if (printer === undefined) {
      const format = this.formatOf(event);
      printer =
        format && this.data ? new EventPrinter(event.name, compile(format, this.data), this.source) : null;
      this.printers.set(event, printer);
    }
    if (printer === null) return null;
    const { record } = this;
    record.view = view;
    record.start = start;
    record.end = end;
    return printer.print(record);
  }
}
