/**
 * Gathers rows of a table for a parser: one typed array per column, in the order of `tables.ts`. Batches get copies,
 * and the arrays are reused: fresh ones would cost as much in page faults.
 */
import { none } from '../../parsers/contract.ts';
import type { RowOf } from '../../parsers/rows.ts';
import {
  type Column,
  type ColumnType,
  type InternedTable,
  type RowTable,
  tables,
} from '../../parsers/tables.ts';
import type { ColumnData } from '../store/column-data.ts';
import type { RowBlock } from './batch.ts';

/** Rows that a writer holds before it must be emptied. A multiple of DuckDB's vector size. */
export const capacity = 16 * 2048;

type WideType = 'time' | 'duration' | 'line' | 'offset' | 'integer' | 'number';
type ArrayOf<T> = T extends WideType
  ? Float64Array
  : T extends 'small' | InternedTable
    ? Int32Array
    : T extends 'flag'
      ? Uint8Array
      : never;

type ColumnsOf<T extends RowTable> = (typeof tables)[T]['columns'];
type ArraysOf<T extends RowTable> = {
  readonly [K in keyof ColumnsOf<T>]: ColumnsOf<T>[K] extends { readonly type: infer C } ? ArrayOf<C> : never;
};

type Values = Float64Array | Int32Array | Uint8Array;

/** The part that rows are in, as far as rows need it. */
export interface PartOfRows {
  /** Widens the span of the part by a time. */
  see(ts: number): void;
  offsetInFile(offset: number): number;
}

/** Not for `event`, whose columns are stored differently (`event-rows.ts`). */
export class TableRows<T extends Exclude<RowTable, 'event'>> {
  rows = 0;
  /** For fast paths, which write here and count {@link rows} themselves. */
  readonly columns: ArraysOf<T>;
  private readonly declared: readonly (readonly [name: string, type: ColumnType, values: Values])[];

  constructor(private readonly table: T) {
    const columns: Readonly<Record<string, Column>> = tables[table].columns;
    this.declared = Object.entries(columns).map(([name, { type }]) => [name, type, arrayOf(type)]);
    this.columns = Object.fromEntries(this.declared.map(([name, , values]) => [name, values])) as ArraysOf<T>;
  }

  get full(): boolean {
    return this.rows === capacity;
  }

  /** Adds a row by column names; missing columns are null. */
  add(row: RowOf<T>, part: PartOfRows): void {
    const i = this.rows++;
    const given: Readonly<Record<string, unknown>> = row;
    for (const [name, type, values] of this.declared) {
      const value = given[name];
      const number = value === undefined ? absent(values) : Number(value);
      values[i] = type === 'offset' ? part.offsetInFile(number) : number;
      if (type === 'time') part.see(number);
      else if (type === 'duration') part.see(number + Number(given.ts ?? Number.NaN));
    }
  }

  take(): RowBlock {
    const { rows } = this;
    const columns = this.declared.map(([, , values]) => cut(values, rows));
    this.rows = 0;
    return { table: this.table, rows, columns };
  }
}

const absent = (values: Values): number => (values instanceof Float64Array ? Number.NaN : none);

function arrayOf(type: ColumnType): Values {
  switch (type) {
    case 'time':
    case 'duration':
    case 'line':
    case 'offset':
    case 'integer':
    case 'number':
      return new Float64Array(capacity);
    case 'flag':
      return new Uint8Array(capacity);
    case 'address':
    case 'bytes':
    case 'values':
    case 'numbers':
    case 'string':
    case 'wide':
      throw new Error(`a row cannot be gathered with a column of type ${type}`);
    default:
      return new Int32Array(capacity);
  }
}

/** The first `rows` values of a column, or null if none has a value. */
function cut(values: Values, rows: number): ColumnData {
  if (values instanceof Uint8Array) return values.slice(0, rows);
  const isEmpty = values instanceof Int32Array ? (value: number) => value < 0 : Number.isNaN;
  for (let i = 0; i < rows; i++) if (!isEmpty(values[i] as number)) return values.slice(0, rows);
  return null;
}
