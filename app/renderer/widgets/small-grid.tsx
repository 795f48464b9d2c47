import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import type { Cell, RowCells } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { type ColumnChoice, gridColumns, hiddenColumns } from './columns.ts';
import { Grid, type GridRows } from './grid.tsx';
import { sorted } from './sorted.ts';

interface SmallGridProps {
  readonly label: string;
  readonly table: string;
  readonly columns: readonly AnswerColumn[];
  readonly choice?: ColumnChoice;
  readonly rows: readonly Record<string, Cell>[];
  readonly active: number;
  readonly isMain: boolean;
  readonly isBusy?: boolean;
  /** See `Grid`. */
  readonly isFormer?: boolean;
  readonly empty: ReactNode;
  onActive(at: number, row: RowCells): void;
  onOpen(row: RowCells): void;
  onKey(event: KeyboardEvent, row: RowCells): boolean;
  menu(row: RowCells): readonly MenuEntry[];
  isMarked(row: RowCells): boolean;
  /** See `Grid`. */
  draw?(row: RowCells, column: string): ReactNode;
}

/** A table of rows in memory, which it sorts itself. */
export function SmallGrid(props: SmallGridProps) {
  const { table, draw } = props;
  const session = useSession();
  const hidden = hiddenColumns(props.columns, props.choice);
  const layout = useStore(session.layouts.of(table, { widths: {}, hidden }));
  const chosenSort = useStore(session.sorts.all, sorts => sorts[props.label]);
  const sort = props.columns.some(({ name }) => name === chosenSort?.column) ? chosenSort : undefined;
  const list = useMemo(() => (sort ? sorted(props.rows, sort) : props.rows), [props.rows, sort]);
  const all = gridColumns(props.columns, layout, props.choice);
  const columns = all.filter(column => !layout.hidden.includes(column.name));
  const rows = useMemo<GridRows>(
    () => ({
      count: list.length,
      cell: (row, column) => list[row]?.[column] ?? null,
      want: () => undefined,
      find: async (text, after, backwards) => {
        const folded = text.toLowerCase();
        for (let at = after; at >= 0 && at < list.length; at += backwards ? -1 : 1) {
          const hit = (cell: Cell) => typeof cell === 'string' && cell.toLowerCase().includes(folded);
          if (Object.values(list[at]!).some(hit)) return at;
        }
        return -1;
      },
    }),
    [list],
  );
  const at =
    (row: number): RowCells =>
    column =>
      list[row]?.[column];
  const drawRow = useMemo(
    () => draw && ((row: number, name: string) => draw(column => list[row]?.[column], name)),
    [draw, list],
  );

  return (
    <Grid
      label={props.label}
      table={table}
      columns={columns}
      chosen={{ all }}
      rows={rows}
      active={Math.min(props.active, list.length - 1)}
      onActive={row => props.onActive(row, at(row))}
      onOpen={row => props.onOpen(at(row))}
      onKey={(event, row) => row >= 0 && props.onKey(event, at(row))}
      sort={sort}
      onSort={to => session.sorts.set(props.label, to)}
      menu={row => (row >= 0 ? props.menu(at(row)) : [])}
      isMarked={row => props.isMarked(at(row))}
      {...(drawRow ? { draw: drawRow } : {})}
      isMain={props.isMain}
      isBusy={props.isBusy ?? false}
      isFormer={props.isFormer ?? false}
      empty={props.empty}
    />
  );
}
