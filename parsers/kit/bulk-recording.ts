/** A {@link BulkOutput} in memory: columns of events are recorded row by row. */
import {
  type BulkOutput,
  type ClassId,
  type EventColumns,
  firstWhole,
  maxEventRows,
  type SampleColumns,
} from '../bulk.ts';
import {
  type FieldSchemaId,
  type None,
  none,
  type SeriesId,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import type { Level } from '../levels.ts';
import { decode } from './bytes.ts';
import { Kept } from './kept.ts';
import { Ids } from './recorded.ts';
import { RowRecorder } from './recording.ts';

interface EventClass {
  readonly kind: TextId;
  readonly level: TextId | None;
  readonly component: TextId | None;
  readonly template: TextId | None;
  readonly fieldSchema: FieldSchemaId | None;
  readonly zoneDiffers: boolean;
}

export class Recorder extends RowRecorder implements BulkOutput {
  private readonly kept = new Kept();
  private readonly classes = new Ids<EventClass>('class');

  fieldValue(bytes: Uint8Array, start: number, end: number): number {
    return this.text(bytes, start, end);
  }

  uninternedValues(bytes: Uint8Array, lengths: Int32Array): number {
    const first = -2 - this.uninterned.length;
    let end = 0;
    for (const length of lengths) {
      end += length;
      this.uninterned.push(decode(bytes, end - length, end));
    }
    return first;
  }

  newTexts(bytes: Uint8Array, lengths: Int32Array): TextId {
    let end = 0;
    const ids = Array.from(lengths, length => {
      end += length;
      return this.texts.add(decode(bytes, end - length, end));
    });
    return (ids[0] ?? none) as TextId;
  }

  eventClass(
    kind: TextId,
    level: TextId | None,
    component: TextId | None,
    template: TextId | None,
    fieldSchema: FieldSchemaId | None,
  ): ClassId {
    return this.classOf({ kind, level, component, template, fieldSchema, zoneDiffers: false });
  }

  classOfDifferingZone(of: ClassId): ClassId {
    return this.classOf({ ...this.classes.get(of), zoneDiffers: true });
  }

  private classOf(eventClass: EventClass): ClassId {
    return this.classes.intern(Object.values(eventClass).join(' '), () => eventClass) as ClassId;
  }

  keep<T>(make: () => T, drop: (kept: T) => void): T {
    return this.kept.get(make, drop);
  }

  /** Called when no reader writes to this output any more. */
  close(): void {
    this.kept.drop();
  }

  eventColumns(columns: EventColumns): void {
    if (columns.rows > maxEventRows)
      throw new Error(`${columns.rows} events are more than one call may write`);
    let value = 0;
    let number = 0;
    let message = 0;
    for (let row = 0; row < columns.rows; row++) {
      const { fieldSchema, level, ...eventClass } = this.classes.get(columns.class[row]!);
      const types = fieldSchema < 0 ? [] : this.schemas.get(fieldSchema);
      const [firstValue, firstNumber] = [value, number];
      const start = message;
      const length = columns.messageLengths[row]!;
      message += Math.max(0, length);
      this.event({
        ts: columns.ts[row]!,
        ...eventClass,
        thread: (columns.thread?.[row] ?? none) as ThreadId,
        duration: columns.duration?.[row] ?? Number.NaN,
        cpu: columns.cpu?.[row] ?? none,
        level: this.texts.getOrNull(level) as Level | null,
        message: length < 0 ? null : { bytes: columns.messages, start, end: message },
        fieldSchema,
        fields: types.map(({ type, word, inside, whole }) => {
          if (word !== undefined || inside !== undefined) return Number.NaN;
          if (type === 'text') return textOrNaN(columns.values[value++]!);
          return whole ? wholeOrNaN(columns.values[value++]!) : columns.numbers[number++]!;
        }),
        stack: (columns.stack?.[row] ?? none) as StackId,
        line: typeof columns.line === 'number' ? columns.line + row : columns.line[row]!,
        lines: 1,
        offset: columns.offset[row]!,
      });
      const expected = [value - firstValue, number - firstNumber];
      const actual = [columns.valueLengths[row], columns.numberLengths[row]];
      if (`${actual}` !== `${expected}`)
        throw new Error(`a row has ${actual} values and numbers, its field schema ${expected}`);
    }
    const total = columns.values.length + columns.numbers.length;
    if (total !== value + number)
      throw new Error(
        `${total} values and numbers, but the field schemas of the rows have ${value + number}`,
      );
  }

  sampleColumns({ rows, ts, cpu, thread, kind, weight, period, stack }: SampleColumns): void {
    if (rows > maxEventRows) throw new Error(`${rows} samples are more than one call may write`);
    for (let row = 0; row < rows; row++)
      this.sample(
        ts[row]!,
        cpu[row]!,
        thread[row] as ThreadId,
        kind[row] as TextId,
        weight[row]!,
        period[row]!,
        stack[row] as StackId,
      );
  }

  metricRow(series: Int32Array, values: Float64Array, ts: number, row: number, sinceBoot: boolean): void {
    if (series.length !== values.length) throw new Error('metrics: as many values as series');
    values.forEach((value, i) => {
      this.metric(series[i] as SeriesId, ts, value, row, sinceBoot);
    });
  }
}

const wholeOrNaN = (value: number): number => {
  if (value !== none && value < firstWhole) throw new Error(`${value} is not a whole number`);
  return value === none ? Number.NaN : value - firstWhole;
};
const textOrNaN = (text: number): number => (text === none ? Number.NaN : text);
