/**
 * The {@link BulkOutput} that readers write to. There is one per parser and file, for one part after the other, so
 * that interned rows are sent once.
 */
import type { BulkOutput, EventColumns, SampleColumns } from '../../parsers/bulk.ts';
import {
  type EventRow,
  type None,
  none,
  type SeriesId,
  type StackId,
  type TextId,
  type ThreadId,
} from '../../parsers/contract.ts';
import { durationOf } from '../../parsers/kit/bounds.ts';
import { viewOf } from '../../parsers/kit/intern.ts';
import type { PlainRowTable, RowOf } from '../../parsers/rows.ts';
import { arraysOf, type Batch, type MetricBlock, type RowBlock } from './batch.ts';
import { EventRows } from './event-rows.ts';
import { InterningOutput, maxText, recordOf } from './interning.ts';
import { MetricLog } from './metrics.ts';
import { capacity, TableRows } from './rows.ts';
import { isUtf8 } from './utf8.ts';

/** Rows of one file. */
class GatheredRows {
  readonly samples = new TableRows('sample');
  readonly events = new EventRows();
  /** Tables without a member of their own, made when they get their first row. */
  readonly others = new Map<PlainRowTable, TableRows<PlainRowTable>>();

  of(table: PlainRowTable): TableRows<PlainRowTable> {
    let rows = this.others.get(table);
    if (!rows) {
      rows = new TableRows<PlainRowTable>(table);
      this.others.set(table, rows);
    }
    return rows;
  }

  /** Discards rows left by a reader that failed. */
  clear(): void {
    for (const rows of [this.samples, this.events, ...this.others.values()]) rows.take();
  }
}

/**
 * Row arrays not in use, kept for reuse: fresh ones, 2 MB for each small file, must be zeroed and then
 * collected.
 */
const idle: GatheredRows[] = [];

export class PartOutput extends InterningOutput implements BulkOutput {
  private part = 0;
  private readonly gathered = idle.pop() ?? new GatheredRows();
  private readonly samples = this.gathered.samples;
  private readonly events = this.gathered.events;
  private readonly metricLog = new MetricLog();
  /** Moment of the metrics to come, as given by the reader. */
  private moment = { ts: 0, row: -1, sinceBoot: false };
  private blocks: RowBlock[] = [];
  private metricBlocks: MetricBlock[] = [];
  private blockBytes = 0;

  /** Begins a part at `offset` in the file. */
  begin(part: number, offset: number): void {
    this.part = part;
    this.beginFacts(offset);
    this.beginInterning();
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
    const { samples } = this;
    const i = samples.rows++;
    const to = samples.columns;
    this.see(ts);
    to.ts[i] = ts;
    to.cpu[i] = cpu;
    to.thread[i] = thread;
    to.kind[i] = kind;
    to.weight[i] = weight;
    to.period[i] = period;
    to.stack[i] = stack;
    if (samples.full) this.hold(samples.take());
  }

  event(row: EventRow): void {
    const to = this.events;
    const i = to.rows++;
    const duration = durationOf(row.duration ?? Number.NaN);
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
    const fieldSchema = this.schemas.get(row.fieldSchema);
    to.addFields(i, fieldSchema, row.fields);
    to.class[i] = this.classes.intern(
      row.kind,
      row.level ? this.string(row.level) : none,
      row.component ?? none,
      row.template ?? none,
      this.schemas.idOf(fieldSchema),
      recordOf(row.lines, row.zoneDiffers === true),
    );
    if (to.full) this.hold(this.events.take());
  }

  eventColumns(run: EventColumns): void {
    if (this.events.rows + run.rows > capacity) this.hold(this.events.take());
    const to = this.events;
    const begin = to.rows;
    const end = begin + run.rows;
    to.rows = end;
    to.ts.set(run.ts, begin);
    this.seeAll(run.ts);
    if (run.duration !== null) {
      const duration = run.duration.map(durationOf);
      this.seeEnds(run.ts, duration);
      to.setDurations(begin, duration);
    }
    to.class.set(run.class, begin);
    to.addRun(begin, run);
    const { line, offset } = to;
    if (typeof run.line !== 'number') line.set(run.line, begin);
    else for (let i = begin, next = run.line; i < end; i++, next++) line[i] = next;
    for (let i = begin, row = 0; i < end; i++, row++) offset[i] = (run.offset[row] as number) + this.offset;
    to.thread.setAll(begin, run.thread);
    to.cpu.setAll(begin, run.cpu);
    to.stack.setAll(begin, run.stack);
    to.messages.set(run.messageLengths, begin);
    to.addBytes(run.messages);
    if (to.full) this.hold(this.events.take());
  }

  sampleColumns(run: SampleColumns): void {
    const { samples } = this;
    if (samples.rows + run.rows > capacity) this.hold(samples.take());
    const { columns: to, rows } = samples;
    this.seeAll(run.ts);
    to.ts.set(run.ts, rows);
    to.cpu.set(run.cpu, rows);
    to.thread.set(run.thread, rows);
    to.kind.set(run.kind, rows);
    to.weight.set(run.weight, rows);
    to.period.set(run.period, rows);
    to.stack.set(run.stack, rows);
    samples.rows += run.rows;
    if (samples.full) this.hold(samples.take());
  }

  metric(series: SeriesId, ts: number, value: number, row: number, sinceBoot: boolean): void {
    if (Number.isNaN(value)) return;
    this.metricsOf(ts, row, sinceBoot).add(series, value);
    if (this.metricLog.isFull(false)) this.holdMetrics();
  }

  metricRow(series: Int32Array, values: Float64Array, ts: number, row: number, sinceBoot: boolean): void {
    this.metricsOf(ts, row, sinceBoot).addAll(series, values);
    if (this.metricLog.isFull(false)) this.holdMetrics();
  }

  row<T extends PlainRowTable>(table: T, row: RowOf<T>): void {
    const rows = this.gathered.of(table);
    rows.add(row, this);
    if (rows.full) this.hold(rows.take());
  }

  /** Bytes of rows not yet taken. */
  get waiting(): number {
    return this.blockBytes;
  }

  /**
   * Everything since the last batch. Metrics only if many wait, or if `whole` (the part has ended), because longer
   * runs cost less.
   */
  take(whole: boolean): Batch {
    if (this.samples.rows > 0) this.hold(this.samples.take());
    if (this.events.rows > 0) this.hold(this.events.take());
    if (whole && this.metricLog.count > 0) this.holdMetrics();
    for (const rows of this.gathered.others.values()) if (rows.rows > 0) this.hold(rows.take());
    const { part, zero, blocks, metricBlocks: metrics } = this;
    const { reset, interned, bytes } = this.takeInterned();
    const batch = { part, zero, reset, interned, blocks, metrics, bytes: this.blockBytes + bytes };
    this.blocks = [];
    this.metricBlocks = [];
    this.blockBytes = 0;
    return batch;
  }

  override close(): void {
    super.close();
    this.gathered.clear();
    idle.push(this.gathered);
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

  private hold(block: RowBlock): void {
    this.blocks.push(block);
    for (const column of block.columns) {
      if (column === null) continue;
      this.blockBytes += ArrayBuffer.isView(column)
        ? column.byteLength
        : column.lengths.byteLength + ('bytes' in column ? column.bytes : column.values).byteLength;
    }
  }

  /** The log that metrics of this moment are written to. */
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
    const block = this.metricLog.take(this.seriesCount);
    this.metricBlocks.push(block);
    for (const array of arraysOf(block)) this.blockBytes += array.byteLength;
    this.moment.row = -1;
  }
}
