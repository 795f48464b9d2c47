/**
 * Results as columns, read from DuckDB's chunks straight into typed arrays: no row objects, no BigInt per value.
 */
import duckdb, {
  type Connection,
  type DataChunk,
  type LogicalType,
  type PreparedStatement,
  type Vector as RawVector,
  type Result,
} from '@duckdb/node-bindings';
import { causeOf } from '../causes.ts';
import { firstLine, messageOf } from '../errors.ts';
import { Columns, nullWide, QueryError, type SqlParams, type SqlValue, type Vector } from '../query.ts';
import { statement, traced, type Work } from '../trace.ts';

/**
 * Runs one statement and reads its whole result.
 *
 * A statement with parameters must run in a transaction. It is planned before it is executed, and DuckDB plans with
 * what the tables hold at that moment: an empty table has no texts to make room for, a filter beyond the maximum keeps
 * no row. If rows are committed between the two, such a plan gives damaged texts, or none of the rows, without an error.
 */
export function readColumns(connection: Connection, sql: string, params?: SqlParams): Promise<Columns> {
  return traced(queryWork(sql), () => columnsOf(connection, sql, params));
}

const queryWork = (sql: string): Work => ({ category: 'query', name: 'query', args: statement(sql) });

async function columnsOf(connection: Connection, sql: string, params?: SqlParams): Promise<Columns> {
  try {
    if (params === undefined) return await collect(await duckdb.query(connection, sql));
    const statement = await duckdb.prepare(connection, sql);
    try {
      bind(statement, params);
      return await collect(await duckdb.execute_prepared(statement));
    } finally {
      // A statement left to the garbage collector would keep the database open after it is closed, and its
      // write-ahead log from being merged.
      duckdb.destroy_prepare_sync(statement);
    }
  } catch (error) {
    throw error instanceof QueryError ? error : new QueryError(reasonOf(error), sql, { cause: error });
  }
}

/** The first line of DuckDB's message, and what the user can do if its memory does not suffice. */
function reasonOf(error: unknown): string {
  return causeOf(error)?.code === 'out-of-memory'
    ? 'The answer needs more memory than Aftertrace may use: narrow the scope, or ask for less.'
    : firstLine(messageOf(error));
}

async function collect(result: Result): Promise<Columns> {
  const rows = Number(duckdb.row_count(result));
  const width = duckdb.column_count(result);
  const readers: ColumnReader[] = [];
  for (let c = 0; c < width; c++)
    readers.push(await columnReader(duckdb.column_logical_type(result, c), rows));
  let at = 0;
  for (let i = 0; i < duckdb.result_chunk_count(result); i++) {
    const chunk = duckdb.result_get_chunk(result, i);
    const size = duckdb.data_chunk_get_size(chunk);
    for (let c = 0; c < width; c++)
      readers[c]?.read(duckdb.data_chunk_get_vector(chunk, c), size, at, chunk, c);
    at += size;
  }
  const vectors = new Map<string, Vector>();
  for (let c = 0; c < width; c++)
    vectors.set(duckdb.column_name(result, c), (readers[c] as ColumnReader).vector);
  return new Columns(rows, vectors);
}

function bind(statement: PreparedStatement, params: SqlParams): void {
  if (Array.isArray(params)) {
    params.forEach((value: SqlValue, i) => {
      bindOne(statement, i + 1, value);
    });
    return;
  }
  for (const [key, value] of Object.entries(params as Readonly<Record<string, SqlValue>>))
    bindOne(statement, duckdb.bind_parameter_index(statement, key), value);
}

function bindOne(statement: PreparedStatement, index: number, value: SqlValue): void {
  if (value === null) duckdb.bind_null(statement, index);
  else if (typeof value === 'boolean') duckdb.bind_boolean(statement, index, value);
  else if (typeof value === 'bigint') duckdb.bind_int64(statement, index, value);
  else if (typeof value === 'string') duckdb.bind_varchar(statement, index, value);
  else if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) duckdb.bind_int32(statement, index, value);
  else duckdb.bind_double(statement, index, value);
}

interface ColumnReader {
  readonly vector: Vector;
  /** Copies `size` values of a chunk's vector to `at`. */
  read(raw: RawVector, size: number, at: number, chunk: DataChunk, column: number): void;
}

type Source =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
type SourceOf = new (buffer: ArrayBufferLike, offset: number, length: number) => Source;

/** Layout of small and floating types in a chunk, and the kind of array they are copied to. */
const fixed = new Map<number, { source: SourceOf; bytes: number; to: 'ints' | 'numbers' }>([
  [duckdb.Type.BOOLEAN, { source: Uint8Array, bytes: 1, to: 'ints' }],
  [duckdb.Type.TINYINT, { source: Int8Array, bytes: 1, to: 'ints' }],
  [duckdb.Type.UTINYINT, { source: Uint8Array, bytes: 1, to: 'ints' }],
  [duckdb.Type.SMALLINT, { source: Int16Array, bytes: 2, to: 'ints' }],
  [duckdb.Type.USMALLINT, { source: Uint16Array, bytes: 2, to: 'ints' }],
  [duckdb.Type.INTEGER, { source: Int32Array, bytes: 4, to: 'ints' }],
  [duckdb.Type.UINTEGER, { source: Uint32Array, bytes: 4, to: 'numbers' }],
  [duckdb.Type.FLOAT, { source: Float32Array, bytes: 4, to: 'numbers' }],
  [duckdb.Type.DOUBLE, { source: Float64Array, bytes: 8, to: 'numbers' }],
]);

async function columnReader(type: LogicalType, rows: number): Promise<ColumnReader> {
  const id = duckdb.get_type_id(type);
  const plain = fixed.get(id);
  if (plain) return plainReader(plain.source, plain.bytes, plain.to, rows);
  if (id === duckdb.Type.BIGINT) return wideReader(rows);
  if (id === duckdb.Type.UBIGINT)
    return bigReader(rows, 8, (view, at) => Number(view.getBigUint64(at, true)));
  if (id === duckdb.Type.HUGEINT) return bigReader(rows, 16, hugeint);
  if (id === duckdb.Type.UHUGEINT)
    return bigReader(
      rows,
      16,
      (v, at) => Number(v.getBigUint64(at + 8, true)) * 2 ** 64 + Number(v.getBigUint64(at, true)),
    );
  if (id === duckdb.Type.DECIMAL) return decimalReader(type, rows);
  if (id === duckdb.Type.VARCHAR) return textReader(rows);
  return otherReader(rows);
}

function plainReader(source: SourceOf, bytes: number, to: 'ints' | 'numbers', rows: number): ColumnReader {
  const vector = to === 'ints' ? new Int32Array(rows) : new Float64Array(rows);
  const nothing = to === 'ints' ? -1 : Number.NaN;
  return {
    vector,
    read(raw, size, at) {
      const data = duckdb.vector_get_data(raw, size * bytes);
      vector.set(new source(data.buffer, data.byteOffset, size), at);
      eachNull(raw, size, i => {
        vector[at + i] = nothing;
      });
    },
  };
}

function wideReader(rows: number): ColumnReader {
  const vector = new BigInt64Array(rows);
  return {
    vector,
    read(raw, size, at) {
      const data = duckdb.vector_get_data(raw, size * 8);
      vector.set(new BigInt64Array(data.buffer, data.byteOffset, size), at);
      eachNull(raw, size, i => {
        vector[at + i] = nullWide;
      });
    },
  };
}

function bigReader(
  rows: number,
  bytes: number,
  number: (view: DataView, at: number) => number,
): ColumnReader {
  const vector = new Float64Array(rows);
  return {
    vector,
    read(raw, size, at) {
      const data = duckdb.vector_get_data(raw, size * bytes);
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      for (let i = 0; i < size; i++) vector[at + i] = number(view, i * bytes);
      eachNull(raw, size, i => {
        vector[at + i] = Number.NaN;
      });
    },
  };
}

/** High half first: a sum that fits 53 bits stays exact. */
function hugeint(view: DataView, at: number): number {
  return Number(view.getBigInt64(at + 8, true) * 2n ** 64n + view.getBigUint64(at, true));
}

function decimalReader(type: LogicalType, rows: number): ColumnReader {
  const unit = 10 ** duckdb.decimal_scale(type);
  switch (duckdb.decimal_internal_type(type)) {
    case duckdb.Type.SMALLINT:
      return bigReader(rows, 2, (view, at) => view.getInt16(at, true) / unit);
    case duckdb.Type.INTEGER:
      return bigReader(rows, 4, (view, at) => view.getInt32(at, true) / unit);
    case duckdb.Type.BIGINT:
      return bigReader(rows, 8, (view, at) => Number(view.getBigInt64(at, true)) / unit);
    default:
      return bigReader(rows, 16, (view, at) => hugeint(view, at) / unit);
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A VARCHAR is 16 bytes: u32 length, then the text itself up to 12 bytes, else a 4-byte prefix and a pointer. */
function textReader(rows: number): ColumnReader {
  const vector: (string | null)[] = new Array(rows).fill(null);
  return {
    vector,
    read(raw, size, at) {
      const data = duckdb.vector_get_data(raw, size * 16);
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      const buffer = data.buffer as ArrayBuffer;
      for (let i = 0; i < size; i++) {
        const start = i * 16;
        const length = bytes.readUInt32LE(start);
        if (length <= 12) vector[at + i] = bytes.toString('utf8', start + 4, start + 4 + length);
      }
      const nulls = new Set<number>();
      eachNull(raw, size, i => {
        nulls.add(i);
        vector[at + i] = null;
      });
      for (let i = 0; i < size; i++) {
        const length = bytes.readUInt32LE(i * 16);
        if (length <= 12 || nulls.has(i)) continue;
        vector[at + i] = decoder.decode(
          duckdb.get_data_from_pointer(buffer, data.byteOffset + i * 16 + 8, length),
        );
      }
    },
  };
}

/** Dates, lists, structs and the rest: as DuckDB would print them. */
async function otherReader(rows: number): Promise<ColumnReader> {
  const { DuckDBDataChunk } = await import('@duckdb/node-api');
  const vector: (string | null)[] = new Array(rows).fill(null);
  return {
    vector,
    read(_raw, size, at, chunk, column) {
      const values = new DuckDBDataChunk(chunk).getColumnVector(column);
      for (let i = 0; i < size; i++) {
        const value = values.getItem(i);
        if (value !== null && value !== undefined) vector[at + i] = String(value);
      }
    },
  };
}

/** Calls `visit` for every null of a vector. DuckDB gives no mask if there are none. */
function eachNull(raw: RawVector, size: number, visit: (i: number) => void): void {
  const mask = duckdb.vector_get_validity(raw, Math.ceil(size / 64) * 8);
  if (!mask) return;
  for (let i = 0; i < size; i++) if (((mask[i >> 3] as number) & (1 << (i & 7))) === 0) visit(i);
}
