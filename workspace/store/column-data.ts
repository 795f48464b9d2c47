/** A column of rows that are about to be stored, as typed arrays. */

/** Texts of all rows, concatenated; a `length` of -1 is null. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly lengths: Int32Array;
}
export interface ListColumn<T extends Float64Array | Int32Array> {
  readonly values: T;
  readonly lengths: Int32Array;
}

/** By column type in `tables.ts`; null if no row has a value. */
export type ColumnData =
  | Float64Array
  | Int32Array
  | Uint8Array
  | TextColumn
  | ListColumn<Float64Array>
  | ListColumn<Int32Array>
  | null;
