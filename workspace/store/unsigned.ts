/**
 * Reads unsigned 64-bit columns (addresses) exactly: results would have them as doubles, so they are read as two
 * halves.
 */
import type { Columns } from '../query.ts';
import { name } from './schema.ts';

/** SQL of the halves of a column. */
export function halvesOf(column: string): string {
  const half = (value: string, which: string) => `(${value})::DOUBLE AS ${name(`${column} ${which}`)}`;
  return `${half(`${name(column)} >> 32`, 'high')}, ${half(`${name(column)} & 4294967295`, 'low')}`;
}

/** Joins the halves of a column; `has` is 1 if a value is not null. */
export function fromHalves(
  columns: Columns,
  column: string,
): { readonly values: BigUint64Array; readonly has: Uint8Array } {
  const [high, low] = [columns.numbers(`${column} high`), columns.numbers(`${column} low`)];
  const values = new BigUint64Array(columns.length);
  // Without bigint arithmetic per row. Little-endian, as DuckDB's vectors are read elsewhere.
  const words = new Uint32Array(values.buffer);
  const has = new Uint8Array(columns.length);
  for (let row = 0; row < columns.length; row++) {
    if (Number.isNaN(high[row])) continue;
    words[2 * row] = low[row] as number;
    words[2 * row + 1] = high[row] as number;
    has[row] = 1;
  }
  return { values, has };
}
