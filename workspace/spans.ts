/** Times of a capture's rows, in whatever tables they are: from when to when they reach, and moving them. */
import type { OffsetSpan } from './offset-spans.ts';
import { capturedTables, declaredColumns, name, ofCapture, type SqlTableName } from './schema.ts';

interface TimeColumn {
  readonly table: SqlTableName;
  readonly column: string;
  readonly isList: boolean;
  /** SQL of the end of what the row speaks for. */
  readonly end: string;
}

const timeColumns: readonly TimeColumn[] = capturedTables.flatMap(table => {
  const columns = Object.entries(declaredColumns(table));
  const duration = columns.find(([, { type }]) => type === 'duration')?.[0];
  return columns.flatMap(([column, { type }]) => {
    if (type !== 'time' && type !== 'times') return [];
    const end = duration === undefined ? name(column) : `${name(column)} + coalesce(${name(duration)}, 0)`;
    return [{ table, column, isList: type === 'times', end }];
  });
});

/** Statements that add what each span adds. */
export function addOffsets(capture: number, spans: readonly OffsetSpan[]): string[] {
  if (spans.every(({ add }) => add === 0)) return [];
  const [first, ...later] = [...spans].reverse();
  const moved = (ts: string) => {
    const cases = [first as OffsetSpan, ...later].map(
      ({ from, add }) => `WHEN ${ts} >= ${from} THEN ${ts} + ${add}`,
    );
    return `CASE ${cases.join(' ')} ELSE ${ts} END`;
  };
  return timeColumns.map(({ table, column, isList }) => {
    const value = isList ? `list_transform(t.${name(column)}, lambda x: ${moved('x')})` : moved(name(column));
    return `UPDATE ${table} AS t SET ${name(column)} = ${value} WHERE ${ofCapture(table, capture)}`;
  });
}

/** Recounts `first_ts` and `last_ts`. */
export function updateSpan(capture: number): string {
  const spans = timeColumns.map(({ table, column, isList, end }) => {
    const [first, last] = isList
      ? [`list_min(${name(column)})`, `list_max(${name(column)})`]
      : [name(column), end];
    return `SELECT min(${first}) AS a, max(${last}) AS b FROM ${table} WHERE ${ofCapture(table, capture)}`;
  });
  return `UPDATE capture SET first_ts = s.a, last_ts = s.b
    FROM (SELECT min(a) AS a, max(b) AS b FROM (${spans.join(' UNION ALL ')})) s WHERE capture.id = ${capture}`;
}
