/** Samples of tracepoints: their text as perf prints it, and its fields as from that text. */
import type { BulkOutput } from '../bulk.ts';
import { type FieldSchemaId, type None, none, type Slice } from '../contract.ts';
import { CallNames } from '../kit/syscalls/names.ts';
import { TracepointEvents } from '../kit/tracepoint-events.ts';
import type { InternedFields } from '../kit/tracepoint-fields.ts';
import { ByteView } from './byte-view.ts';
import { Direct } from './direct-fields.ts';
import type { RecordedEvent } from './events.ts';
import { PrintBuffer } from './print-buffer.ts';
import { compile } from './print-format.ts';
import type { Piece, RawRecord } from './print-values.ts';
import { PrintedText } from './printed-text.ts';
import { readTracingData, type TracepointFormat, type TracingData } from './tracing-data.ts';

/** Texts whose fields are remembered: switches between the same threads come by the thousand. */
const mostRemembered = 1 << 14;

export interface Printed extends InternedFields {
  /** Valid until the next record is printed. */
  readonly message: Slice;
}

/** Prints the records of one event. */
class EventPrinter implements Printed {
  readonly message = { bytes: new Uint8Array(0) as Uint8Array, start: 0, end: 0 };
  fieldSchema: FieldSchemaId | None = none;
  fields: ArrayLike<number> = [];
  private readonly printed: PrintedText;
  /** Made of the first record. */
  private direct: Direct | null = null;

  constructor(
    private readonly event: string,
    pieces: readonly Piece[],
    private readonly of: FieldSource,
  ) {
    this.printed = new PrintedText(pieces, of.to);
  }

  print(record: RawRecord): Printed {
    const { printed, message, event, of } = this;
    printed.print(record);
    message.bytes = printed.to.bytes;
    message.end = printed.to.length;
    this.direct ??= of.direct(event, printed);
    const found = this.direct.take() ? this.direct : of.read(event, printed.text());
    this.fieldSchema = found.fieldSchema;
    this.fields = found.fields;
    return this;
  }
}

/** Fields of printed texts. */
class FieldSource {
  /** Where records are printed to. */
  readonly to = new PrintBuffer();
  /** Counts the fields of all events. */
  private count = 0;
  private readonly meanings: TracepointEvents;
  private readonly remembered = new Map<string, InternedFields>();

  constructor(
    private readonly out: BulkOutput,
    private readonly calls: CallNames,
  ) {
    this.meanings = new TracepointEvents(out, calls);
  }

  direct(event: string, first: PrintedText): Direct {
    const direct = new Direct(this.out, event, first, this.calls, this.count);
    this.count += direct.fields.length;
    return direct;
  }

  /** By reading the text. */
  read(event: string, text: string): InternedFields {
    const key = `${event} ${text}`;
    let found = this.remembered.get(key);
    if (found === undefined) {
      found = this.meanings.of(event, text);
      if (this.remembered.size >= mostRemembered) this.remembered.clear();
      this.remembered.set(key, found);
    }
    return found;
  }
}

const noView = new ByteView(new Uint8Array(0), true);

export class Tracepoints {
  private readonly data: TracingData | null;
  private readonly calls: CallNames;
  private readonly source: FieldSource;
  /** The record at hand: one object for all of them. */
  private readonly record = { view: noView, start: 0, end: 0 };
  private readonly printers = new Map<RecordedEvent, EventPrinter | null>();

  constructor(out: BulkOutput, tracing: Uint8Array | null, machine: string | null) {
    this.data = tracing && readTracingData(tracing);
    this.calls = new CallNames(machine);
    this.source = new FieldSource(out, this.calls);
  }

  /** True if system calls are named by a machine that was assumed. */
  get isAssumed(): boolean {
    return this.calls.assumed;
  }

  /** The format of an event, by the id that its attribute has. */
  formatOf({ attr }: RecordedEvent): TracepointFormat | null {
    return this.data?.formats.get(Number(attr.config)) ?? null;
  }

  /** null where the file does not say how the event is laid out. */
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
