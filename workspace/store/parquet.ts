/** Writes rows that are not in a workspace (an answer) as a Parquet file, by way of JSON, which DuckDB reads itself. */
import duckdb from '@duckdb/node-bindings';
import { name, text } from './schema.ts';

export interface ParquetColumn {
  readonly name: string;
  readonly type: 'VARCHAR' | 'DOUBLE' | 'BIGINT' | 'TIMESTAMP_NS';
}

/** `json`: a file with an array of objects. No other SQL runs in this database, so it needs no restrictions. */
export async function jsonToParquet(
  json: string,
  columns: readonly ParquetColumn[],
  target: string,
): Promise<void> {
  const database = await duckdb.open(':memory:');
  const connection = await duckdb.connect(database);
  try {
    const types = columns.map(column => `${text(column.name)}: ${text(column.type)}`).join(', ');
    const selected = columns.map(column => name(column.name)).join(', ');
    await duckdb.query(
      connection,
      `COPY (SELECT ${selected} FROM read_json(${text(json)}, columns = {${types}}, format = 'array'))
       TO ${text(target)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } finally {
    duckdb.disconnect_sync(connection);
    duckdb.close_sync(database);
  }
}
