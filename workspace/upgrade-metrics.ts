/** Files before version 3 have a row per value in `metric`: they are converted to runs, as in an import. */
import type { Connection } from '@duckdb/node-bindings';
import duckdb from '@duckdb/node-bindings';
import { TableAppender } from './import/append.ts';
import { landMetrics } from './import/land-metrics.ts';
import { MetricLog } from './import/metrics.ts';
import { type Columns, nullWide } from './query.ts';
import { readColumns } from './results.ts';
import { sqlColumns } from './schema.ts';

/** Name of the old table until its rows are converted. */
export const unpacked = 'metric_before';

const pageRows = 1 << 20;

/** Moves the rows of the table {@link unpacked}, if it exists, to the current tables, and drops it. */
export async function packMetrics(connection: Connection): Promise<void> {
  const query = (sql: string) => readColumns(connection, sql);
  const number = async (sql: string) => (await query(sql)).ints('n')[0] as number;
  if (
    (await number(`SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE table_name = '${unpacked}'`)) ===
    0
  )
    return;
  const seriesCount = await number('SELECT coalesce(max(id) + 1, 0)::INTEGER AS n FROM series');
  const captures = await query(`SELECT DISTINCT capture AS id FROM ${unpacked} ORDER BY id`);
  const appenders = new Map(
    (['metric_times', 'metric_values'] as const).map(table => [
      table,
      new TableAppender(connection, table, sqlColumns(table)),
    ]),
  );
  const target = {
    appender: (table: 'metric_times' | 'metric_values') => appenders.get(table) as TableAppender,
    series: Int32Array.from({ length: seriesCount }, (_, id) => id),
    shift: 0,
  };
  for (const capture of captures.ints('id')) {
    const from = `FROM ${unpacked} WHERE capture = ${capture}`;
    const span = await query(`SELECT min(rowid)::DOUBLE AS first, max(rowid)::DOUBLE AS last ${from}`);
    const last = span.numbers('last')[0] as number;
    let known = 0;
    for (let row = span.numbers('first')[0] as number; row <= last; row += pageRows) {
      const log = new MetricLog();
      const page = await query(`SELECT series, ts, "value", "row", since_boot ${from}
        AND rowid >= ${row} AND rowid < ${row + pageRows}`);
      addAll(log, page);
      known = landMetrics(log.take(seriesCount), { ...target, capture, known });
      for (const appender of appenders.values()) await appender.flush();
    }
  }
  await duckdb.query(connection, `DROP TABLE ${unpacked}`);
}

function addAll(log: MetricLog, page: Columns): void {
  const [series, row, sinceBoot] = [page.ints('series'), page.ints('row'), page.ints('since_boot')];
  const [ts, value] = [page.wides('ts'), page.numbers('value')];
  for (let i = 0; i < page.length; i++) {
    const time = ts[i] as bigint;
    log.at(time === nullWide ? Number.NaN : Number(time), row[i] as number, sinceBoot[i] === 1);
    log.add(series[i] as number, value[i] as number);
  }
}
