import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { Cell, PagedAnswer } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { gridColumns } from './columns.ts';
import { Grid, type GridRows } from './grid.tsx';
import type { MenuEntry } from './row-menu.tsx';
import { frontOf, tableEntries } from './table-entries.ts';

/** A row as the view that owns the table sees it: cells by column name. */
export type RowCells = (column: string) => Cell | undefined;

export interface DataGridProps {
  readonly label: string;
  /** Names the column layout. */
  readonly table: string;
  readonly answer: PagedAnswer;
  readonly order?: readonly string[];
  readonly without?: readonly string[];
  readonly isBusy?: boolean;
  readonly isMain?: boolean;
  readonly empty?: ReactNode;
  /** A row became the active one. */
  onRow?(row: RowCells): void;
  /** Enter or a double click. */
  onOpen?(row: RowCells): void;
  onKey?(event: KeyboardEvent, row: RowCells): boolean;
  /** What can be done with a row, before what can be done with any table. */
  menu?(row: RowCells): readonly MenuEntry[];
  isMarked?(row: RowCells): boolean;
  /** px, where the view needs other than usual widths. */
  readonly widths?: Readonly<Record<string, number>>;
  /** See `Grid`. */
  draw?(row: RowCells, column: string): ReactNode;
}

/** An answer as a table: pages fetched as they come into view, sorted by the engine. */
export function DataGrid(props: DataGridProps) {
  const { answer, table, onRow, onOpen, onKey, menu, isMarked, draw } = props;
  const session = useSession();
  const layout = useStore(session.layouts.of(table));
  const version = useStore(answer.version);
  const error = useStore(answer.error);
  const [active, setActive] = useState(-1);

  const all = gridColumns(
    answer.head.columns,
    { ...layout, widths: { ...props.widths, ...layout.widths } },
    props.order,
    props.without,
  );
  const columns = all.filter(column => !layout.hidden.includes(column.name));
  // A new object with each version: the grid's rows are what they were until then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: version says that cells have changed
  const rows = useMemo<GridRows>(
    () => ({
      count: answer.rows,
      cell: (row, column) => answer.cell(row, column),
      want: (first, last) => answer.want(first, last),
      find: (text, after, backwards) => answer.find(text, after, backwards),
    }),
    [answer, version],
  );
  const at =
    (row: number): RowCells =>
    column =>
      answer.cell(row, column);

  const drawRow = useMemo(
    () => draw && ((row: number, name: string) => draw(column => answer.cell(row, column), name)),
    [draw, answer],
  );
  if (error) return <p className="failure">{error}</p>;
  return (
    <Grid
      label={props.label}
      table={table}
      columns={columns}
      chosen={{ all }}
      rows={rows}
      active={Math.min(active, answer.rows - 1)}
      onActive={row => {
        setActive(row);
        onRow?.(at(row));
      }}
      onOpen={row => onOpen?.(at(row))}
      onKey={(event, row) => (row >= 0 && onKey?.(event, at(row))) || false}
      sort={answer.sort}
      onSort={sort => answer.setSort(sort)}
      menu={(row, column) => [
        ...(row >= 0 && menu ? menu(at(row)) : []),
        ...tableEntries(session, frontOf(answer, props.label), columns, at(row), column),
      ]}
      isMarked={row => isMarked?.(at(row)) ?? false}
      {...(drawRow ? { draw: drawRow } : {})}
      empty={props.empty}
      isBusy={props.isBusy ?? false}
      isMain={props.isMain ?? false}
    />
  );
}
