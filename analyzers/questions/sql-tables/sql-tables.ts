import { rowTables, type Table, type TableName, tables } from '../../../parsers/tables.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'table', kind: 'code', about: 'A view or a table that a SELECT can read.' },
  { name: 'column', kind: 'code', about: 'A column of the table.' },
  { name: 'type', kind: 'text', about: 'Type in DuckDB.' },
  { name: 'about', kind: 'text', about: 'Meaning of the column.' },
];

/** Descriptions of the columns that only views have. */
const ofViews: Readonly<Record<string, string>> = {
  time: 'Time in UTC; null if the capture is not aligned to UTC.',
  process: 'Name of the process.',
  pid: 'Process id.',
  tid: 'Thread id.',
  function: 'The function that was running: the innermost frame of the stack.',
  module: 'The module of that function.',
  canonical: 'The value in the unit that its meaning has: value * factor + addend.',
  waker_process: 'Name of the process that woke it.',
  waker_pid: 'Process id of that process.',
  waker_tid: 'Thread id of the thread that woke it.',
};

const tableOfView: ReadonlyMap<string, string> = new Map(rowTables.map(table => [tables[table].view, table]));

/** Former names of columns, which still work but are not listed. */
const former = (Object.keys(tables) as TableName[]).flatMap(table =>
  Object.values((tables[table] as Table).columns).flatMap(({ formerly }) => formerly ?? []),
);

const quoted = (names: Iterable<string>): string => Array.from(names, each => `'${each}'`).join(', ');
const named = quoted(tableOfView.keys());

/** Tables a SELECT can read, views with names instead of ids first; editors offer them. */
export const sqlTables = analyzer({
  id: 'sql-tables',
  title: 'Tables of SQL',
  question: 'Which tables and columns can SQL read?',
  needs: [],
  params: {},
  shape: 'table',
  columns,
  async answer(ask) {
    const result = await ask.query.columns(
      `SELECT c.table_name AS "table", column_name AS "column", data_type AS type, c.comment AS about
       FROM duckdb_columns() c LEFT JOIN duckdb_views() v ON v.view_name = c.table_name AND NOT v.internal
       WHERE NOT c.internal AND c.schema_name = 'main' AND column_name NOT IN (${quoted(former)})
       ORDER BY c.table_name IN (${named}) DESC, v.view_name IS NULL, c.table_name, column_index`,
      [],
      ask.cancel,
    );
    const [table, column, type] = [result.texts('table'), result.texts('column'), result.texts('type')];
    const about = [...result.texts('about')];
    const known = new Map(table.map((name, row) => [`${name} ${column[row]}`, about[row]]));
    table.forEach((name, row) => {
      const base = tableOfView.get(name ?? '') ?? 'event';
      about[row] ??=
        known.get(`${base} ${column[row]}`) ??
        ofViews[column[row] ?? ''] ??
        // A row of `metrics` also has the columns of its series.
        known.get(`series ${column[row]}`) ??
        null;
    });
    return answer(columns, result.length, {
      table: texts(table),
      column: texts(column),
      type: texts(type),
      about: texts(about),
    });
  },
});
