/** Events as a parser gathers them, in the columns of `event_rows` and `event_lines`. */
import type { EventColumns } from '../../parsers/bulk.ts';
import { none } from '../../parsers/contract.ts';
import { grown } from '../../parsers/kit/intern.ts';
import type { ColumnData } from '../store/column-data.ts';
import type { RowBlock } from './batch.ts';
import { type FieldSchema, Stored, wholeOf } from './field-schemas.ts';
import { capacity } from './rows.ts';

/** Arrays of messages and of fields are handed on when they hold this many bytes. */
const maxBytes = 4 << 20;

/** A column that many formats leave empty; while empty it costs nothing. */
export class SparseColumn {
  private isEmpty = true;
  private readonly values = new Int32Array(capacity).fill(-1);

  set(row: number, value: number): void {
    if (value < 0) return;
    this.values[row] = value;
    this.isEmpty = false;
  }

  setAll(row: number, values: Int32Array | null): void {
    if (values === null) return;
    this.values.set(values, row);
    this.isEmpty = false;
  }

  /** The first `rows` values, or null if none has a value. */
  take(rows: number): ColumnData {
    if (this.isEmpty) return null;
    const taken = this.values.slice(0, rows);
    this.values.fill(-1, 0, rows);
    this.isEmpty = true;
    return taken;
  }
}

/** The first `count` values, or null if all lists are empty. */
function list(
  values: Int32Array | Float64Array,
  count: number,
  lengths: Int32Array,
  rows: number,
): ColumnData {
  if (count === 0) return null;
  return { values: values.slice(0, count), lengths: lengths.slice(0, rows) } as ColumnData;
}

export class EventRows {
  rows = 0;
  readonly class = new Int32Array(capacity);
  readonly ts = new Float64Array(capacity);
  readonly duration = new Float64Array(capacity).fill(Number.NaN);
  hasDuration = false;
  readonly thread = new SparseColumn();
  readonly cpu = new SparseColumn();
  readonly messages = new Int32Array(capacity);
  readonly stack = new SparseColumn();
  readonly line = new Float64Array(capacity);
  readonly offset = new Float64Array(capacity);
  /** Messages of all rows, concatenated. */
  bytes = new Uint8Array(64 << 10);
  byteView = new DataView(this.bytes.buffer);
  byteCount = 0;
  /** Number of values and of numbers per row. */
  private readonly valueLengths = new Int32Array(capacity);
  private readonly numberLengths = new Int32Array(capacity);
  /** Values and numbers of all rows, concatenated. */
  private values = new Int32Array(8 << 10);
  private valueCount = 0;
  private numbers = new Float64Array(8 << 10);
  private numberCount = 0;

  get full(): boolean {
    return (
      this.rows === capacity ||
      this.byteCount > maxBytes ||
      this.valueCount * 4 + this.numberCount * 8 > maxBytes
    );
  }

  /** Reserves room for a message of `length` bytes. */
  reserveBytes(length: number): void {
    const minSize = this.byteCount + length;
    if (minSize <= this.bytes.length) return;
    this.bytes = grown(this.bytes, minSize);
    this.byteView = new DataView(this.bytes.buffer);
  }

  /** Reserves room for the fields of rows. */
  private reserveFields(values: number, numbers: number): void {
    const minValues = this.valueCount + values;
    if (minValues > this.values.length) this.values = grown(this.values, minValues);
    const minNumbers = this.numberCount + numbers;
    if (minNumbers > this.numbers.length) this.numbers = grown(this.numbers, minNumbers);
  }

  addBytes(bytes: Uint8Array): void {
    this.reserveBytes(bytes.length);
    this.bytes.set(bytes, this.byteCount);
    this.byteCount += bytes.length;
  }

  /** Adds the fields of a row. If a number is not whole, it is stored as a double from then on. */
  addFields(row: number, fieldSchema: FieldSchema, given: ArrayLike<number>): void {
    const { as } = fieldSchema;
    this.reserveFields(as.length, as.length);
    const { values, numbers, valueCount, numberCount } = this;
    let value = valueCount;
    let number = numberCount;
    for (let k = 0; k < as.length; k++) {
      const field = given[k] as number;
      if (as[k] === Stored.Text) values[value++] = Number.isNaN(field) ? none : field;
      else if (as[k] === Stored.Number) numbers[number++] = field;
      else if (as[k] === Stored.Whole) {
        const whole = wholeOf(field);
        if (whole < none) {
          fieldSchema.widen(k);
          this.addFields(row, fieldSchema, given);
          return;
        }
        values[value++] = whole;
      }
    }
    this.valueLengths[row] = value - valueCount;
    this.numberLengths[row] = number - numberCount;
    this.valueCount = value;
    this.numberCount = number;
  }

  /** Takes the fields of rows, which are in the same form. */
  addRun(row: number, { values, valueLengths, numbers, numberLengths }: EventColumns): void {
    this.reserveFields(values.length, numbers.length);
    this.values.set(values, this.valueCount);
    this.valueLengths.set(valueLengths, row);
    this.valueCount += values.length;
    this.numbers.set(numbers, this.numberCount);
    this.numberLengths.set(numberLengths, row);
    this.numberCount += numbers.length;
  }

  setDurations(row: number, durations: Float64Array): void {
    this.duration.set(durations, row);
    this.hasDuration = true;
  }

  private takeDuration(rows: number): ColumnData {
    if (!this.hasDuration) return null;
    const taken = this.duration.slice(0, rows);
    this.duration.fill(Number.NaN, 0, rows);
    this.hasDuration = false;
    return taken;
  }

  take(): RowBlock {
    const { rows } = this;
    const classes = this.class.slice(0, rows);
    const ts = this.ts.slice(0, rows);
    const [duration, thread, cpu, stack] = [
      this.takeDuration(rows),
      this.thread.take(rows),
      this.cpu.take(rows),
      this.stack.take(rows),
    ];
    const message = { bytes: this.bytes.slice(0, this.byteCount), lengths: this.messages.slice(0, rows) };
    const values = list(this.values, this.valueCount, this.valueLengths, rows);
    const numbers = list(this.numbers, this.numberCount, this.numberLengths, rows);
    const line = this.line.slice(0, rows);
    const offset = this.offset.slice(0, rows);
    this.rows = this.byteCount = this.valueCount = this.numberCount = 0;
    if (duration === null && thread === null && cpu === null && stack === null)
      return { table: 'event_lines', rows, columns: [classes, ts, message, values, numbers, line, offset] };
    const columns = [classes, ts, duration, thread, cpu, message, values, numbers, stack, line, offset];
    return { table: 'event_rows', rows, columns };
  }
}
