/**
 * Data passed from parsers to the importer: rows as typed arrays with the parser's own ids, and the rows interned
 * since the previous batch. Typed arrays are transferred between threads, never copied.
 */
import type { CaptureFacts, Clock, Meaning, Severity } from '../../parsers/contract.ts';
import type { RowTable } from '../../parsers/tables.ts';
import type { ColumnData, ListColumn, TextColumn } from '../store/column-data.ts';
import type { PackedTableName } from '../store/packed.ts';

export interface RowBlock {
  readonly table: RowTable | PackedTableName;
  readonly rows: number;
  /** Columns in the order of their declaration. */
  readonly columns: readonly ColumnData[];
}

/** Metrics by series: some values of one series, and the times at which they were taken. */
export interface MetricBlock {
  /** Lists of times, as rows of `metric_times`. */
  readonly times: {
    readonly ts: ListColumn<Float64Array>;
    readonly row: ListColumn<Int32Array>;
    readonly sinceBoot: Uint8Array;
  };
  /** Per run, its series. */
  readonly series: Int32Array;
  /** Per run, the index of its list in `times`. */
  readonly timesOf: Int32Array;
  readonly values: ListColumn<Float64Array>;
}

/** Rows added to each interned table since the batch before: the nth has the next id. */
export interface Interned {
  readonly text: TextColumn;
  /** Field values that are not interned; rows of this batch refer to the nth as `-2 - n`. */
  readonly uninterned: TextColumn;
  /** Low and high halves of frames' addresses and offsets. */
  readonly address: Int32Array;
  /** symbol, module, address, offset, build, 0. */
  readonly frame: Int32Array;
  /** parent, frame. */
  readonly stack: Int32Array;
  /** process, pid, tid. */
  readonly thread: Int32Array;
  /** host, object, instance, counter, unit, cumulative, thread, meaning. */
  readonly series: Int32Array;
  /** Meanings of series. */
  readonly meaning: readonly Meaning[];
  /** JSON of the fields. */
  readonly field_schema: readonly string[];
  /** kind, level, component, template, field schema, lines. */
  readonly event_class: Int32Array;
}

export interface Batch {
  readonly part: number;
  /** The parser's ids start again with this batch. */
  readonly reset: boolean;
  /** Zero of the part's first clock; null before that. {@link PartSummary.clock} may move it. */
  readonly zero: bigint | null;
  readonly interned: Interned;
  readonly blocks: readonly RowBlock[];
  readonly metrics: readonly MetricBlock[];
  /** Approximate memory, bytes. */
  readonly bytes: number;
}

/** Facts about a part, known once it was read. Lines and offsets count from the part's start. */
export interface PartSummary {
  readonly part: number;
  /** Lines or bytes, counted apart from the reader. */
  readonly size: number;
  readonly used: number;
  readonly blank: number;
  readonly skipped: number;
  readonly lines: number;
  readonly offset: number;
  /** Zero of the part's first clock, on which its batches' times count; null if it has no clock. */
  readonly zero: bigint | null;
  /** The part's last clock: all its times count from the zero of this one. */
  readonly clock: Clock | null;
  readonly facts: CaptureFacts;
  readonly problems: readonly ProblemTally[];
  /** Smallest and largest time of any row, on the part's clock; NaN if there is none. */
  readonly first: number;
  readonly last: number;
  readonly failure: PartFailure | null;
}

export interface ProblemTally {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
  readonly examples: readonly ProblemExample[];
}

export interface ProblemExample {
  readonly line: number;
  readonly offset: number;
  readonly message: string;
  readonly example: string | null;
}

/** `parse`: nothing further can be trusted. `crash`: the reader itself is at fault. */
export interface PartFailure {
  readonly kind: 'parse' | 'crash';
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly offset: number;
  /** Stack of a crash; null for a parse error. */
  readonly stack: string | null;
}

/** Number of examples kept per problem. */
export const maxExamples = 5;

/** All buffers of a batch, for transfer. */
export function buffersOf(batch: Batch): ArrayBuffer[] {
  const { text, uninterned, address, frame, stack, thread, series, event_class: classes } = batch.interned;
  const arrays: ArrayBufferView[] = [
    uninterned.bytes,
    uninterned.lengths,
    text.bytes,
    text.lengths,
    address,
    frame,
    stack,
    thread,
    series,
    classes,
  ];
  for (const block of batch.blocks)
    for (const column of block.columns) {
      if (column === null) continue;
      if (ArrayBuffer.isView(column)) arrays.push(column);
      else arrays.push(column.lengths, 'bytes' in column ? column.bytes : column.values);
    }
  for (const block of batch.metrics) arrays.push(...arraysOf(block));
  return arrays.map(array => array.buffer as ArrayBuffer);
}

export function arraysOf({ times, series, timesOf, values }: MetricBlock): ArrayBufferView[] {
  const { ts, row, sinceBoot } = times;
  // Both lists have the same `lengths` array, which can be transferred only once.
  return [ts.values, ts.lengths, row.values, sinceBoot, series, timesOf, values.values, values.lengths];
}
