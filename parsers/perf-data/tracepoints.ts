/** Samples of tracepoints: their text as perf prints it, and its fields as from that text. */
import type { FieldSchemaId, None, Output } from '../contract.ts';
import { CallNames } from '../kit/syscalls/names.ts';
import { TracepointEvents } from '../kit/tracepoint-events.ts';
import type { InternedFields } from '../kit/tracepoint-fields.ts';
import { Direct } from './direct-fields.ts';
import type { RecordedEvent } from './events.ts';
import { compile, type Piece } from './print-format.ts';
import type { RawRecord } from './print-values.ts';
import { readTracingData, type TracepointFormat, type TracingData } from './tracing-data.ts';

/** Texts whose fields are remembered: switches between the same threads come by the thousand. */
const mostRemembered = 1 << 14;

export interface Printed {
  readonly text: string;
  readonly fieldSchema: FieldSchemaId | None;
  readonly fields: ArrayLike<number>;
}

interface EventPrinter {
  readonly pieces: readonly Piece[];
  /** Of the record at hand. */
  readonly texts: string[];
  /** Made of the first record. */
  direct: Direct | null;
}

export class Tracepoints {
  private readonly data: TracingData | null;
  private readonly calls: CallNames;
  private readonly meanings: TracepointEvents;
  private readonly printers = new Map<RecordedEvent, EventPrinter | null>();
  private readonly remembered = new Map<string, InternedFields>();

  constructor(
    private readonly out: Output,
    tracing: Uint8Array | null,
    machine: string | null,
  ) {
    this.data = tracing && readTracingData(tracing);
    this.calls = new CallNames(machine);
    this.meanings = new TracepointEvents(out, this.calls);
  }

  /** Whether system calls are named by a machine that was assumed. */
  get isAssumed(): boolean {
    return this.calls.assumed;
  }

  /** The format of an event, by the id that its attribute has. */
  formatOf({ attr }: RecordedEvent): TracepointFormat | null {
    return this.data?.formats.get(Number(attr.config)) ?? null;
  }

  /** null where the file does not say how the event is laid out. */
  print(event: RecordedEvent, record: RawRecord): Printed | null {
    let printer = this.printers.get(event);
    if (printer === undefined) {
      const format = this.formatOf(event);
      printer = format && this.data ? { pieces: compile(format, this.data), texts: [], direct: null } : null;
      this.printers.set(event, printer);
    }
    if (printer === null) return null;
    const { pieces, texts } = printer;
    let text = '';
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at]!;
      text += texts[at] = typeof piece === 'string' ? piece : piece(record);
    }
    printer.direct ??= new Direct(this.out, event.name, pieces, texts, this.calls);
    const direct = printer.direct.of(texts);
    if (direct !== null) return { text, fieldSchema: direct.fieldSchema, fields: direct.fields };
    const key = `${event.name} ${text}`;
    let found = this.remembered.get(key);
    if (found === undefined) {
      found = this.meanings.of(event.name, text);
      if (this.remembered.size >= mostRemembered) this.remembered.clear();
      this.remembered.set(key, found);
    }
    return { text, ...found };
  }
}
