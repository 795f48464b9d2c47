/**
 * Runs SQL of the user: one SELECT, which sees only the workspace, with values that JSON can represent.
 *
 * Four restrictions: the statement must be a SELECT, which calls only functions that compute something
 * (`allowed-functions.ts`), it runs in a read-only transaction, and the database itself has external access off and its
 * configuration locked (both `database-file.ts`). Rows, their bytes, and time are limited as well.
 */
import type { DuckDBType, DuckDBValue, DuckDBValueConverter } from '@duckdb/node-api';
import duckdb, {
  type Connection,
  type DataChunk,
  type PreparedStatement,
  type Result,
  type Vector,
} from '@duckdb/node-bindings';
import { messageOf, WorkspaceError } from '../errors.ts';
import type { Cancel, Json, SelectOptions, SqlTable } from '../query.ts';
import { iso } from '../time.ts';
import { mustCallAllowed } from './allowed-functions.ts';
import { interruptible } from './interrupt.ts';

/**
 * Runs one SELECT on a connection in a read-only transaction. Numbers are numbers, integers beyond 2^53 strings, times ISO 8601 in UTC with nanoseconds.
 *
 * @throws WorkspaceError `bad-sql` with DuckDB's own sentence.
 */
export async function readTable(
  connection: Connection,
  sql: string,
  { limit = 1_000_000, seconds = 300, cancel }: SelectOptions = {},
): Promise<SqlTable> {
  // Loaded when first needed: an import does not use it, and loading costs 20 ms.
  const api = await import('@duckdb/node-api');
  const end = Date.now() + seconds * 1000;
  const stop = {
    get aborted() {
      return cancel?.aborted === true || Date.now() > end;
    },
  };
  const statement = await prepareSelect(connection, sql);
  try {
    const table = await interruptible(connection, stop, () => readRows(connection, statement, limit, api));
    if (!table.more) await mustBeWhole(connection, sql, stop);
    return table;
  } catch (error) {
    if (Date.now() > end && !cancel?.aborted)
      throw new WorkspaceError('bad-sql', `Stopped after ${seconds} s: narrow the query, or limit its rows.`);
    throw badSql(error);
  } finally {
    duckdb.destroy_prepare_sync(statement);
  }
}

async function readRows(
  connection: Connection,
  statement: PreparedStatement,
  limit: number,
  api: Api,
): Promise<SqlTable> {
  const raw = await duckdb.execute_prepared_streaming(statement);
  let isAtEnd = false;
  try {
    const convert = jsonConverter(api);
    const result = new api.DuckDBResult(raw);
    const types = result.columnTypes();
    const columns = result.columnNames().map((name, i) => ({ name, type: String(types[i]) }));
    const rows: Json[][] = [];
    let bytes = 0;
    for (;;) {
      const chunk = await nextChunk(raw);
      isAtEnd = chunk === null;
      if (chunk === null) return { columns, rows, more: false };
      const data = new api.DuckDBDataChunk(chunk);
      for (let at = 0; at < types.length; at++)
        checkLists(duckdb.data_chunk_get_vector(chunk, at), types[at]!, data.rowCount, api);
      for (let i = 0; i < data.rowCount; i++) {
        if (rows.length === limit) return { columns, rows, more: true };
        const row = data.convertRowValues(i, convert);
        bytes += sizeOf(row);
        if (bytes > maxBytes && rows.length > 0) return { columns, rows, more: true };
        rows.push(row);
      }
    }
  } finally {
    if (!isAtEnd) await endStream(connection, raw);
  }
}

async function nextChunk(result: Result): Promise<DataChunk | null> {
  const chunk = await duckdb.fetch_chunk(result);
  return chunk && duckdb.data_chunk_get_size(chunk) > 0 ? chunk : null;
}

/**
 * Ends a result that is not read to its end. It would keep the database open after it is closed, and its write-ahead
 * log from being merged, until it is garbage-collected.
 */
async function endStream(connection: Connection, result: Result): Promise<void> {
  duckdb.interrupt(connection);
  while ((await nextChunk(result)) !== null);
}

/**
 * `fetch_chunk` reports an error in the midst of a result as its end; but the error has aborted the transaction. The
 * cause is found by computing all rows once more.
 */
async function mustBeWhole(
  connection: Connection,
  sql: string,
  stop: Pick<Cancel, 'aborted'>,
): Promise<void> {
  const aborted = await duckdb.query(connection, 'SELECT 1').then(
    () => null,
    (error: unknown) => error,
  );
  if (aborted === null) return;
  if (stop.aborted) throw aborted;
  await duckdb.query(connection, 'ROLLBACK; BEGIN TRANSACTION READ ONLY');
  const all = `SELECT bit_xor(hash(each_row)) FROM (${sql.replace(/;\s*$/, '')}\n) each_row`;
  try {
    await interruptible(connection, stop, () => duckdb.query(connection, all));
  } catch (error) {
    if (!/^Parser Error/.test(messageOf(error))) throw error;
  }
  throw new WorkspaceError('bad-sql', 'The SELECT failed before its last row.');
}

async function prepareSelect(connection: Connection, sql: string): Promise<PreparedStatement> {
  let prepared: PreparedStatement;
  try {
    const { extracted_statements, statement_count } = await duckdb.extract_statements(connection, sql);
    if (statement_count !== 1) {
      // There is an error message only if the text could not be parsed.
      const why = statement_count === 0 ? duckdb.extract_statements_error(extracted_statements) : '';
      throw new WorkspaceError(
        'bad-sql',
        why ? why.trim() : `One SELECT at a time: this is ${statement_count} statements.`,
      );
    }
    // Before the statement is prepared, which runs parts of some functions.
    await mustCallAllowed(connection, sql);
    prepared = await duckdb.prepare_extracted_statement(connection, extracted_statements, 0);
  } catch (error) {
    throw badSql(error);
  }
  const isSelect = duckdb.prepared_statement_type(prepared) === duckdb.StatementType.SELECT;
  if (!isSelect || pragma.test(sql)) {
    duckdb.destroy_prepare_sync(prepared);
    throw new WorkspaceError(
      'bad-sql',
      'Only SELECT is answered here: the workspace is changed by importing.',
    );
  }
  return prepared;
}

/** DuckDB rewrites some pragmas to SELECTs before it reports the type of the statement. */
const pragma = /^(\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*pragma\b/i;

/** Limit of the values of all rows, in bytes as V8 stores them. */
const maxBytes = 256e6;

/** Approximate size. */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 16;
  for (const each of Array.isArray(value) ? value : Object.values(value)) sum += sizeOf(each);
  return sum;
}

/**
 * Limit of list elements in one chunk of rows: a single row may hold a list of any length, which would fill the
 * memory.
 */
const maxElements = 4e6;

function checkLists(vector: Vector, type: DuckDBType, rows: number, api: Api): void {
  const id = api.DuckDBTypeId;
  const refuse = (elements: number) => {
    if (elements > maxElements)
      throw new WorkspaceError(
        'bad-sql',
        `There are ${elements} values in the lists of a few rows, more than can be read: use unnest() to make rows of them.`,
      );
  };
  if (type.typeId === id.LIST || type.typeId === id.MAP) {
    const elements = duckdb.list_vector_get_size(vector);
    refuse(elements);
    if (type instanceof api.DuckDBListType)
      checkLists(duckdb.list_vector_get_child(vector), type.valueType, elements, api);
  } else if (type instanceof api.DuckDBArrayType) {
    refuse(rows * type.length);
    checkLists(duckdb.array_vector_get_child(vector), type.valueType, rows * type.length, api);
  } else if (type instanceof api.DuckDBStructType) {
    type.entryTypes.forEach((entry, at) => {
      checkLists(duckdb.struct_vector_get_child(vector, at), entry, rows, api);
    });
  }
}

function badSql(error: unknown): WorkspaceError {
  if (error instanceof WorkspaceError) return error;
  return new WorkspaceError('bad-sql', messageOf(error).trim(), { cause: error });
}

type Api = typeof import('@duckdb/node-api');

function jsonConverter(api: Api): DuckDBValueConverter<Json> {
  const id = api.DuckDBTypeId;
  const convert = (value: DuckDBValue, type: DuckDBType): Json | null => {
    if (value === null || value === undefined) return null;
    switch (type.typeId) {
      case id.BIGINT:
      case id.UBIGINT:
      case id.HUGEINT:
      case id.UHUGEINT:
        return safeInteger(value as bigint);
      case id.DECIMAL:
        return (value as { toDouble(): number }).toDouble();
      case id.TIMESTAMP_NS:
        return iso((value as { nanos: bigint }).nanos);
      case id.TIMESTAMP:
      case id.TIMESTAMP_TZ:
        return iso((value as { micros: bigint }).micros * 1_000n);
      case id.TIMESTAMP_MS:
        return iso((value as { millis: bigint }).millis * 1_000_000n);
      case id.TIMESTAMP_S:
        return iso((value as { seconds: bigint }).seconds * 1_000_000_000n);
      default:
        return api.JsonDuckDBValueConverter(value, type, convert);
    }
  };
  return convert;
}

function safeInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
