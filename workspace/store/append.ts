/**
 * Writes rows to DuckDB in columns: no value crosses the native boundary individually.
 *
 * Waiting rows are functions that write a chunk, and DuckDB fetches them: `INSERT INTO table (…) SELECT * FROM
 * appended(key)`, where `appended` is a table function defined here. DuckDB calls it on its own thread, where it then
 * stores and compresses the rows; DuckDB's appender would do that on the appending thread, which was the bottleneck.
 * While DuckDB stores a chunk the next one is written.
 */
import { randomUUID } from 'node:crypto';
import duckdb, { type Connection, type DataChunk, type LogicalType } from '@duckdb/node-bindings';
import { messageOf } from '../errors.ts';
import { ChunkWriter } from './chunk.ts';
import { name, type SqlColumn } from './schema.ts';

type SqlType =
  | 'INTEGER'
  | 'BIGINT'
  | 'UBIGINT'
  | 'DOUBLE'
  | 'BOOLEAN'
  | 'VARCHAR'
  | 'INTEGER[]'
  | 'BIGINT[]'
  | 'DOUBLE[]';

interface Waiting {
  readonly rows: number;
  readonly write: (chunk: ChunkWriter) => void;
}

/** Appenders that DuckDB may fetch from. Their keys cannot be guessed: SQL of the user, which may call any function, gets no rows. */
const fetched = new Map<string, TableAppender>();

/** Chunk writers not in use, kept for reuse. */
const idle: ChunkWriter[] = [];

/** Name of the table function from which imports read rows. */
export const appendedFunction = 'appended';

/** Rows of one table. */
export class TableAppender {
  private waiting: Waiting[] = [];
  /** Number of waiting chunks that are already written. */
  private at = 0;
  /** The chunk to be fetched next. */
  private written: ChunkWriter | null = null;
  /** The error that our own code threw while writing a chunk. */
  private error: unknown = null;

  constructor(
    private readonly connection: Connection,
    readonly table: string,
    /** Columns appended, by name: in a file to which a column was added, their order differs. */
    private readonly columns: readonly Pick<SqlColumn, 'name' | 'type'>[],
  ) {}

  get types(): readonly string[] {
    return this.columns.map(column => column.type);
  }

  /** Appends a chunk of up to `vectorSize` rows, which `write` later writes column by column. */
  append(rows: number, write: (chunk: ChunkWriter) => void): void {
    this.waiting.push({ rows, write });
  }

  /** Hands all waiting rows to DuckDB. Nothing may be appended until the promise resolves. */
  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const key = randomUUID();
    fetched.set(key, this);
    const columns = this.columns.map(column => name(column.name));
    try {
      await duckdb.query(
        this.connection,
        `INSERT INTO ${name(this.table)} (${columns.join(', ')}) SELECT * FROM ${appendedFunction}('${key}')`,
      );
      if (this.error) throw this.error;
    } finally {
      fetched.delete(key);
      if (this.written) idle.push(this.written);
      this.written = null;
      this.waiting = [];
      this.at = 0;
    }
  }

  /** Fills a chunk with the next rows. Without any it stays empty, which ends the INSERT. */
  next(chunk: DataChunk): void {
    this.writeNext();
    const { written } = this;
    this.written = null;
    duckdb.data_chunk_set_size(chunk, written?.rows ?? 0);
    if (!written) return;
    written.moveTo(chunk);
    idle.push(written);
    setImmediate(() => this.writeNext());
  }

  /** Writes the chunk to be fetched next, unless it is already written. */
  private writeNext(): void {
    const next = this.waiting[this.at];
    if (this.written || !next) return;
    const writer = idle.pop() ?? new ChunkWriter();
    try {
      writer.begin(next.rows);
      next.write(writer);
    } catch (error) {
      // Rethrown by `flush()`; the INSERT ends as if there were no more rows.
      this.error ??= error;
      return;
    }
    this.at++;
    this.written = writer;
  }
}

/**
 * Registers the table function with a database, before anything is appended; does nothing if it is
 * registered. Must not be called in a transaction, because only that transaction would see the function.
 */
export function prepareAppending(connection: Connection): void {
  const appended = duckdb.create_table_function();
  duckdb.table_function_set_name(appended, appendedFunction);
  duckdb.table_function_add_parameter(appended, duckdb.create_logical_type(duckdb.Type.VARCHAR));
  duckdb.table_function_set_bind(appended, info => {
    const appender = fetched.get(duckdb.get_varchar(duckdb.bind_get_parameter(info, 0)));
    if (!appender) {
      duckdb.bind_set_error(info, `${appendedFunction} serves imports only.`);
      return;
    }
    appender.types.forEach((type, i) => {
      duckdb.bind_add_result_column(info, `c${i}`, logicalType(type as SqlType));
    });
    duckdb.bind_set_bind_data(info, appender);
  });
  duckdb.table_function_set_init(appended, () => undefined);
  duckdb.table_function_set_function(appended, (info, chunk) => {
    try {
      (duckdb.function_get_bind_data(info) as TableAppender).next(chunk);
    } catch (error) {
      duckdb.function_set_error(info, messageOf(error));
    }
  });
  duckdb.register_table_function(connection, appended);
}

function logicalType(type: SqlType): LogicalType {
  if (type === 'INTEGER[]') return duckdb.create_list_type(logicalType('INTEGER'));
  if (type === 'BIGINT[]') return duckdb.create_list_type(logicalType('BIGINT'));
  if (type === 'DOUBLE[]') return duckdb.create_list_type(logicalType('DOUBLE'));
  return duckdb.create_logical_type(duckdb.Type[type]);
}
