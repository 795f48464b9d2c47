/** The column of a row table that each part of a scope narrows, from the table's declaration. */
import { type Column, type RowTable, rowTables, type Table, tables } from '../../parsers/tables.ts';

export type Narrowing = 'time' | 'duration' | 'thread' | 'series' | 'cpu' | 'stack' | 'kind';

/** Names of columns. */
export type NarrowedColumns = { readonly [N in Narrowing]?: string | undefined };

/** If a row has several threads or stacks, the first declared column counts. */
export function narrowedColumns(table: RowTable): NarrowedColumns {
  const columns = Object.entries<Column>(tables[table].columns);
  const first = (type: Column['type'], name?: string) =>
    columns.find(([each, column]) => column.type === type && (name === undefined || each === name))?.[0];
  return {
    time: first('time'),
    duration: first('duration'),
    thread: first('thread'),
    series: first('series'),
    cpu: first('small', 'cpu'),
    stack: first('stack'),
    kind: first('text', 'kind'),
  };
}

/** The tables whose rows have a thread, and the column of its id. */
export const threadTables: readonly { readonly table: RowTable; readonly thread: string }[] =
  rowTables.flatMap(table => {
    const { thread } = narrowedColumns(table);
    return thread === undefined ? [] : [{ table, thread }];
  });

/** The word for the rows of a table, and the name of its view. */
export function wordsOf(table: RowTable): Pick<Extract<Table, { kind: 'row' }>, 'word' | 'view'> {
  return tables[table];
}
