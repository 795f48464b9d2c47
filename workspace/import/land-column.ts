/** Writes a column of a batch's rows: times and lines become relative to the capture's start, ids are mapped. */

import type { ChunkWriter } from '../store/chunk.ts';
import type { ColumnData, ListColumn, TextColumn } from '../store/column-data.ts';
import type { StoredColumn } from '../store/packed.ts';
import { type Bounds, durationBounds } from '../store/time-bounds.ts';
import type { IdMaps } from './catalog.ts';

export interface LandingRows {
  /** ns from the capture's zero to that of the part. */
  readonly shift: number;
  /** Lines before the part. */
  readonly lines: number;
  readonly maps: IdMaps;
  /** Id of the first text that is not interned. */
  readonly uninterned: number;
  /** Bounds of times. */
  readonly bounds: Bounds;
  /** Called with the number of times and durations that are out of bounds, and stored as null. */
  readonly outside: (values: number) => void;
}

/**
 * Writes one column of a chunk. `at`: the first row, and the position of its texts or lists in the column's data.
 *
 * @returns the position of the next row's texts or lists
 */
export function writeColumn(
  chunk: ChunkWriter,
  type: StoredColumn['type'],
  data: ColumnData,
  at: { readonly start: number; readonly offset: number },
  { shift, lines, maps, uninterned, bounds, outside }: LandingRows,
): number {
  const { start, offset } = at;
  if (data === null) {
    if (type === 'values' || type === 'numbers') chunk.empty();
    else chunk.nothing();
    return 0;
  }
  switch (type) {
    case 'time':
      outside(chunk.bounded(data as Float64Array, start, shift, bounds));
      return 0;
    case 'line':
      chunk.wides(data as Float64Array, start, lines);
      return 0;
    case 'duration':
      outside(chunk.bounded(data as Float64Array, start, 0, durationBounds));
      return 0;
    case 'offset':
    case 'integer':
      chunk.wides(data as Float64Array, start, 0);
      return 0;
    case 'number':
      chunk.doubles(data as Float64Array, start);
      return 0;
    case 'small':
      chunk.integers(data as Int32Array, start);
      return 0;
    case 'flag':
      chunk.flags(data as Uint8Array, start);
      return 0;
    case 'bytes':
      return chunk.texts(data as TextColumn, start, offset);
    case 'numbers':
      return chunk.numbers(data as ListColumn<Float64Array>, start, offset);
    case 'values':
      return chunk.values(data as ListColumn<Int32Array>, start, offset, maps.text.ids, uninterned);
    case 'class':
      chunk.integers(data as Int32Array, start, maps.event_class.ids);
      return 0;
    case 'address':
    case 'times':
    case 'smalls':
    case 'string':
    case 'wide':
      throw new Error(`rows do not land with a column of type ${type}`);
    default:
      chunk.integers(data as Int32Array, start, maps[type].ids);
      return 0;
  }
}
