/** Collects rows in columns and passes them to the output in batches. A batch ends with each push, because ids of values are valid only until then. */
import { type BulkOutput, type ClassId, firstWhole, maxEventRows } from '../bulk.ts';
import { type None, none, type StackId, type TextId, type ThreadId } from '../contract.ts';
import { grown } from '../kit/intern.ts';

/** A batch is flushed when its messages take this many bytes. */
const maxMessageBytes = 1 << 20;

/** The current row, without its fields and its message. */
export interface Row {
  ts: number;
  duration: number;
  cpu: number;
  thread: ThreadId | None;
  /** `TRACE_LEVEL_*` of the header; 0 if there is none. */
  level: number;
  stack: StackId | None;
  line: number;
  offset: number;
}

/** A batch of events. The fields and the message of an event are appended first; `add` then completes its row. */
export class EventRun {
  rows = 0;
  values = new Int32Array(1 << 14);
  valueCount = 0;
  numbers = new Float64Array(1 << 12);
  numberCount = 0;
  messages = new Uint8Array(1 << 16);
  /** End of the messages of complete rows. */
  messageCount = 0;
  private readonly class = new Int32Array(maxEventRows);
  private readonly ts = new Float64Array(maxEventRows);
  private readonly duration = new Float64Array(maxEventRows);
  private readonly thread = new Int32Array(maxEventRows);
  private readonly cpu = new Int32Array(maxEventRows);
  private readonly stack = new Int32Array(maxEventRows);
  private readonly valueLengths = new Int32Array(maxEventRows);
  private readonly numberLengths = new Int32Array(maxEventRows);
  private readonly messageLengths = new Int32Array(maxEventRows);
  private readonly line = new Float64Array(maxEventRows);
  private readonly offset = new Float64Array(maxEventRows);
  private hasDuration = false;
  /** Number of values and of numbers in complete rows. */
  private values0 = 0;
  private numbers0 = 0;

  constructor(private readonly out: BulkOutput) {}

  /** Makes room for the fields of one more row. */
  reserveFields(fields: number): void {
    if (this.valueCount + fields > this.values.length)
      this.values = grown(this.values, this.valueCount + fields);
    if (this.numberCount + fields > this.numbers.length)
      this.numbers = grown(this.numbers, this.numberCount + fields);
  }

  /** Makes room for `bytes` bytes of messages from `at` on. */
  reserveBytes(at: number, bytes: number): void {
    if (at + bytes > this.messages.length) this.messages = grown(this.messages, at + bytes);
  }

  /** Completes a row whose message ends at `end`. */
  add(row: Row, eventClass: ClassId, end: number): void {
    const at = this.rows++;
    this.class[at] = eventClass;
    this.ts[at] = row.ts;
    this.duration[at] = row.duration;
    if (!Number.isNaN(row.duration)) this.hasDuration = true;
    this.thread[at] = row.thread;
    this.cpu[at] = row.cpu;
    this.stack[at] = row.stack;
    this.line[at] = row.line;
    this.offset[at] = row.offset;
    this.valueLengths[at] = this.valueCount - this.values0;
    this.numberLengths[at] = this.numberCount - this.numbers0;
    this.values0 = this.valueCount;
    this.numbers0 = this.numberCount;
    // An event without a text has no message.
    this.messageLengths[at] = end === this.messageCount ? -1 : end - this.messageCount;
    this.messageCount = end;
    if (this.rows === maxEventRows || end > maxMessageBytes) this.flush();
  }

  /** Removes the fields of the incomplete row and returns them in the form of `EventRow.fields`. */
  takeFields(isInNumbers: (field: number) => boolean, fields: number): number[] {
    let value = this.values0;
    let number = this.numbers0;
    const taken = Array.from({ length: fields }, (_, field) => {
      if (isInNumbers(field)) return this.numbers[number++]!;
      const one = this.values[value++]!;
      return one >= firstWhole ? one - firstWhole : one === none ? Number.NaN : one;
    });
    this.valueCount = this.values0;
    this.numberCount = this.numbers0;
    return taken;
  }

  flush(): void {
    const { rows } = this;
    if (rows === 0) return;
    this.rows = 0;
    this.out.eventColumns({
      rows,
      class: this.class.subarray(0, rows),
      ts: this.ts.subarray(0, rows),
      duration: this.hasDuration ? this.duration.subarray(0, rows) : null,
      thread: this.thread.subarray(0, rows),
      cpu: this.cpu.subarray(0, rows),
      stack: this.stack.subarray(0, rows),
      values: this.values.subarray(0, this.values0),
      valueLengths: this.valueLengths.subarray(0, rows),
      numbers: this.numbers.subarray(0, this.numbers0),
      numberLengths: this.numberLengths.subarray(0, rows),
      messages: this.messages.subarray(0, this.messageCount),
      messageLengths: this.messageLengths.subarray(0, rows),
      line: this.line.subarray(0, rows),
      offset: this.offset.subarray(0, rows),
    });
    this.values0 = this.valueCount = this.numbers0 = this.numberCount = this.messageCount = 0;
    this.hasDuration = false;
  }
}

export class SampleRun {
  private rows = 0;
  private readonly ts = new Float64Array(maxEventRows);
  private readonly cpu = new Int32Array(maxEventRows);
  private readonly thread = new Int32Array(maxEventRows);
  private readonly kind = new Int32Array(maxEventRows);
  private readonly weight = new Float64Array(maxEventRows);
  private readonly period = new Float64Array(maxEventRows);
  private readonly stack = new Int32Array(maxEventRows);

  constructor(private readonly out: BulkOutput) {}

  add(
    ts: number,
    cpu: number,
    thread: ThreadId | None,
    kind: TextId,
    weight: number,
    period: number,
    stack: StackId | None,
  ): void {
    const at = this.rows++;
    this.ts[at] = ts;
    this.cpu[at] = cpu;
    this.thread[at] = thread;
    this.kind[at] = kind;
    this.weight[at] = weight;
    this.period[at] = period;
    this.stack[at] = stack;
    if (this.rows === maxEventRows) this.flush();
  }

  flush(): void {
    const { rows } = this;
    if (rows === 0) return;
    this.rows = 0;
    this.out.sampleColumns({
      rows,
      ts: this.ts.subarray(0, rows),
      cpu: this.cpu.subarray(0, rows),
      thread: this.thread.subarray(0, rows),
      kind: this.kind.subarray(0, rows),
      weight: this.weight.subarray(0, rows),
      period: this.period.subarray(0, rows),
      stack: this.stack.subarray(0, rows),
    });
  }
}
