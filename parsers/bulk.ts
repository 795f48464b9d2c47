/**
 * Additions to {@link Output} for readers of very large files: memory that lasts from part to part, rows
 * given by the column, and texts that are not looked up one by one. Scanners need it; most formats need none.
 */
import type { FieldSchemaId, Id, None, Output, TextId } from './contract.ts';

export type ClassId = Id<'event_class'>;

export interface BulkOutput extends Output {
  /**
   * Remembers a value from one part of a file for the next, ids included: `make` runs on first use, every later reader
   * that writes to this output gets the same value, and `drop` runs when the ids begin anew or the file has ended. One
   * value per output.
   */
  keep<T>(make: () => T, drop: (kept: T) => void): T;

  /** Appends texts known to be new, valid UTF-8, one after the other in `bytes`; returns the first of `lengths.length` consecutive ids. */
  newTexts(bytes: Uint8Array, lengths: Int32Array): TextId;
  /**
   * A text as `EventRow.fields` and `EventColumns.values` hold it, for events given before the push ends. High-cardinality fields stop being interned: once
   * few look-ups of a field succeed, each of its values is stored by itself. `field`: number of the field.
   */
  fieldValue(bytes: Uint8Array, start: number, end: number, field: number): number;
  /** Field values that are not interned, laid out as for {@link newTexts}. Returns the first; each next is one less. */
  uninternedValues(bytes: Uint8Array, lengths: Int32Array): number;

  /** Properties shared by all events of one class in {@link EventColumns}. */
  eventClass(
    kind: TextId,
    level: TextId | None,
    component: TextId | None,
    template: TextId | None,
    fieldSchema: FieldSchemaId | None,
  ): ClassId;
  /** The class of events with the same properties whose times differ: see `EventRow.zoneDiffers`. */
  classOfDifferingZone(of: ClassId): ClassId;
  /** Writes up to {@link maxEventRows} events by the column. */
  eventColumns(columns: EventColumns): void;
  /** Writes up to {@link maxEventRows} samples by the column. */
  sampleColumns(columns: SampleColumns): void;
  /** Writes one value of each of these series at one moment; none is missing. */
  metricRow(series: Int32Array, values: Float64Array, ts: number, row: number, sinceBoot: boolean): void;
}

/** Maximum number of rows of {@link EventColumns} and {@link SampleColumns}. */
export const maxEventRows = 1 << 13;

/** In `values`, a whole number `n` below 2^30 is stored as `firstWhole + n`; larger ones do not fit. */
export const firstWhole = 1 << 30;

/**
 * Events of one line each (in captures that are no text: of one record each), by the column. -1 and NaN are none,
 * and a column that may be null is null where no row has a value. Copied during the call.
 */
export interface EventColumns {
  readonly rows: number;
  /** ClassId. */
  readonly class: Int32Array;
  /** ns since the capture's zero, as in `EventRow`. */
  readonly ts: Float64Array;
  /** ns. */
  readonly duration: Float64Array | null;
  /** ThreadId. */
  readonly thread: Int32Array | null;
  /** Number of the CPU. */
  readonly cpu: Int32Array | null;
  /** StackId. */
  readonly stack: Int32Array | null;
  /** Texts (as in `EventRow.fields`) and whole numbers of all rows, row after row, in the order of the field schema. */
  readonly values: Int32Array;
  readonly valueLengths: Int32Array;
  /** The numbers that are not in `values`. */
  readonly numbers: Float64Array;
  readonly numberLengths: Int32Array;
  /** The messages of all rows, one after the other: valid UTF-8. */
  readonly messages: Uint8Array;
  /** Bytes; -1 where a row has no message. */
  readonly messageLengths: Int32Array;
  /** Line of each row; or of the first, where each next row stands on the next line. */
  readonly line: number | Float64Array;
  /** Byte offsets within this part. */
  readonly offset: Float64Array;
}

/** Samples by the column, as `Output.sample` takes them. Copied during the call. */
export interface SampleColumns {
  readonly rows: number;
  readonly ts: Float64Array;
  readonly cpu: Int32Array;
  /** ThreadId. */
  readonly thread: Int32Array;
  /** TextId. */
  readonly kind: Int32Array;
  readonly weight: Float64Array;
  readonly period: Float64Array;
  /** StackId. */
  readonly stack: Int32Array;
}
