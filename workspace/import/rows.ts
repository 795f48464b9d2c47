/** Row writers: one per row table, filling typed arrays in the order of `tables.ts`. */
import type { RowBlock } from './batch.ts';
import { grown } from './intern.ts';

/** Rows a writer holds before it must be emptied. A multiple of DuckDB's vector size. */
export const capacity = 16 * 2048;

/** Arrays of texts and field values are given on when they hold this much. */
const maxBytes = 4 << 20;

/** Not worth handing on whole. */
function trimmed<T extends Float64Array | Int32Array | Uint8Array>(array: T, length: number): T {
  return (length * 2 < array.length ? array.slice(0, length) : array) as T;
}

export class SampleRows {
  rows = 0;
  readonly ts = new Float64Array(capacity);
  readonly cpu = new Int32Array(capacity);
  readonly thread = new Int32Array(capacity);
  readonly kind = new Int32Array(capacity);
  readonly weight = new Float64Array(capacity);
  readonly period = new Float64Array(capacity);
  readonly stack = new Int32Array(capacity);

  get full(): boolean {
    return this.rows === capacity;
  }

  take(): RowBlock {
    const { rows, ts, cpu, thread, kind, weight, period, stack } = this;
    const columns = [ts, cpu, thread, kind, weight, period, stack].map(column => trimmed(column, rows));
    return { table: 'sample', rows, columns };
  }
}

export class EventRows {
  rows = 0;
  readonly ts = new Float64Array(capacity);
  readonly duration = new Float64Array(capacity);
  readonly kind = new Int32Array(capacity);
  readonly thread = new Int32Array(capacity);
  readonly cpu = new Int32Array(capacity);
  readonly level = new Int32Array(capacity);
  readonly component = new Int32Array(capacity);
  readonly template = new Int32Array(capacity);
  readonly messages = new Int32Array(capacity);
  readonly shape = new Int32Array(capacity);
  readonly fields = new Int32Array(capacity);
  readonly stack = new Int32Array(capacity);
  readonly line = new Float64Array(capacity);
  readonly lines = new Int32Array(capacity);
  readonly offset = new Float64Array(capacity);
  /** The messages of all rows, one after the other. */
  bytes: Uint8Array;
  byteCount = 0;
  /** The field values of all rows, one after the other. */
  values: Float64Array;
  valueCount = 0;

  /** @param like what came before: as much room is likely to be needed again */
  constructor(like?: EventRows) {
    this.bytes = new Uint8Array(like?.bytes.length ?? 64 << 10);
    this.values = new Float64Array(like?.values.length ?? 8 << 10);
  }

  get full(): boolean {
    return this.rows === capacity || this.byteCount > maxBytes || this.valueCount * 8 > maxBytes;
  }

  /** Makes room for a message of `length` bytes. */
  reserveBytes(length: number): void {
    const least = this.byteCount + length;
    if (least > this.bytes.length) this.bytes = grown(this.bytes, least);
  }

  reserveValues(length: number): void {
    const least = this.valueCount + length;
    if (least > this.values.length) this.values = grown(this.values, least);
  }

  take(): RowBlock {
    const { rows } = this;
    const cut = <T extends Float64Array | Int32Array>(column: T) => trimmed(column, rows);
    return {
      table: 'event',
      rows,
      columns: [
        cut(this.ts),
        cut(this.duration),
        cut(this.kind),
        cut(this.thread),
        cut(this.cpu),
        cut(this.level),
        cut(this.component),
        cut(this.template),
        { bytes: trimmed(this.bytes, this.byteCount), lengths: cut(this.messages) },
        cut(this.shape),
        { values: trimmed(this.values, this.valueCount), lengths: cut(this.fields) },
        cut(this.stack),
        cut(this.line),
        cut(this.lines),
        cut(this.offset),
      ],
    };
  }
}

export class MetricRows {
  rows = 0;
  readonly series = new Int32Array(capacity);
  readonly ts = new Float64Array(capacity);
  readonly value = new Float64Array(capacity);
  readonly row = new Int32Array(capacity);
  readonly sinceBoot = new Uint8Array(capacity);

  get full(): boolean {
    return this.rows === capacity;
  }

  take(): RowBlock {
    const { rows, series, ts, value, row, sinceBoot } = this;
    const columns = [series, ts, value, row, sinceBoot].map(column => trimmed(column, rows));
    return { table: 'metric', rows, columns };
  }
}
