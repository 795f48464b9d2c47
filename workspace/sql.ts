/**
 * SQL a user typed: one SELECT, which sees the workspace and nothing else, as values that JSON can carry.
 *
 * Three walls: the statement must be a SELECT, it runs in a READ ONLY transaction, and the database itself has external
 * access off and its configuration locked (`store.ts`).
 */
import type { DuckDBType, DuckDBValue, DuckDBValueConverter } from '@duckdb/node-api';
import duckdb, { type Connection, type PreparedStatement } from '@duckdb/node-bindings';
import { messageOf, WorkspaceError } from './errors.ts';
import type { Json, SqlTable } from './query.ts';
import { iso } from './time.ts';

/**
 * Runs one SELECT. Numbers are numbers, integers beyond 2^53 strings, times ISO 8601 in UTC with nanoseconds.
 *
 * @throws WorkspaceError `bad-sql` with DuckDB's own sentence.
 */
export async function readTable(connection: Connection, sql: string, limit: number): Promise<SqlTable> {
  // Loaded when first needed: the import of a capture has no use for it, and it costs 20 ms.
  const api = await import('@duckdb/node-api');
  const convert = jsonConverter(api);
  const statement = await prepareSelect(connection, sql);
  await duckdb.query(connection, 'BEGIN TRANSACTION READ ONLY');
  try {
    const raw = await duckdb.execute_prepared_streaming(statement);
    const result = new api.DuckDBResult(raw);
    const columns = result.columnNames().map((name, i) => ({ name, type: result.columnType(i).toString() }));
    const rows: Json[][] = [];
    for (let chunk = await duckdb.fetch_chunk(raw); chunk; chunk = await duckdb.fetch_chunk(raw)) {
      const data = new api.DuckDBDataChunk(chunk);
      if (data.rowCount === 0) break;
      for (let i = 0; i < data.rowCount; i++) {
        if (rows.length === limit) return { columns, rows, more: true };
        rows.push(data.convertRowValues(i, convert));
      }
    }
    return { columns, rows, more: false };
  } catch (error) {
    throw badSql(error);
  } finally {
    duckdb.destroy_prepare_sync(statement);
    await duckdb.query(connection, 'ROLLBACK');
  }
}

async function prepareSelect(connection: Connection, sql: string): Promise<PreparedStatement> {
  let prepared: PreparedStatement;
  try {
    const { extracted_statements, statement_count } = await duckdb.extract_statements(connection, sql);
    if (statement_count !== 1) {
      // Only of what could not be read is there something to say.
      const why = statement_count === 0 ? duckdb.extract_statements_error(extracted_statements) : '';
      throw new WorkspaceError(
        'bad-sql',
        why ? why.trim() : `One SELECT at a time: this is ${statement_count} statements.`,
      );
    }
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

/** DuckDB rewrites some pragmas to SELECTs before it says what they are. */
const pragma = /^(\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*pragma\b/i;

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
