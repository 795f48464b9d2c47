import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { useStateOf } from '../lib/use-state-of.ts';
import type { ArrangedAnswer } from '../state/arranged-answer.ts';
import type { PagedAnswer, RowCells, Sort } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { type ArrangedRows, useArranged } from '../state/use-arranged.ts';
import { type ColumnChoice, gridColumns, hiddenColumns } from './columns.ts';
import { Grid } from './grid.tsx';
import { frontOf, wholeEntries } from './table-entries.ts';

export interface DataGridProps {
  readonly label: string;
  /** Name under which the column layout is stored. */
  readonly table: string;
  readonly answer: PagedAnswer;
  readonly choice?: ColumnChoice;
  readonly isBusy?: boolean;
  /** See `Grid`. */
  readonly isFormer?: boolean;
  readonly isMain?: boolean;
  readonly empty?: ReactNode;
  /** Called when a row becomes active. */
  onRow?(row: RowCells): void;
  /** Enter or a double click. */
  onOpen?(row: RowCells): void;
  onKey?(event: KeyboardEvent, row: RowCells): boolean;
  /** Menu entries of a row, before those common to all tables. */
  menu?(row: RowCells): readonly MenuEntry[];
  isMarked?(row: RowCells): boolean;
  /** See `Grid`. */
  draw?(row: RowCells, column: string): ReactNode;
}

/** An answer as a table: pages fetched as they come into view, sorted by the engine. */
export function DataGrid(props: DataGridProps) {
  const { answer, table, onRow, onOpen, onKey, menu, isMarked, draw } = props;
  const session = useSession();
  const layout = useStore(
    session.layouts.of(table, { widths: {}, hidden: hiddenColumns(answer.head.columns, props.choice) }),
  );
  // The order belongs to this table, and stays when the scope changes the answer.
  const sort = useStore(session.sorts.all, sorts => sorts[props.label]);
  const filter = useStore(session.filters.all, filters => filters[props.label] ?? '');
  const { arranged, rows, error } = useArranged(answer, {
    ...(sort && { sort }),
    ...(filter && { filter }),
  });
  // The row number is meaningless in another arrangement.
  const [active, setActive] = useStateOf(arranged, -1);

  const own = useRef<OwnMoment | null>(null);
  const column = timeColumn(answer.head.columns, sort);
  const markRow = (row: number) => {
    onRow?.(at(row));
    session.row.update(current => current && { ...current, at: { label: props.label, row } });
    const time = column && rows.cell(row, column);
    own.current = { moment: session.moment.get(), time: typeof time === 'bigint' ? time : null, arranged };
  };
  const isSeeking = useMoment({
    arranged,
    column,
    isDescending: sort?.descending ?? false,
    active,
    setActive,
    own,
  });

  const all = gridColumns(answer.head.columns, layout, props.choice);
  const columns = all.filter(column => !layout.hidden.includes(column.name));
  const at =
    (row: number): RowCells =>
    column =>
      rows.cell(row, column);

  const markWhenHere = useArrival(rows, answer.head.columns[0]?.name ?? '', active, markRow);
  const activate = (row: number) => {
    setActive(row);
    markWhenHere(row);
  };
  useWantedRow(props.label, props.isBusy ? null : arranged, activate);

  const drawRow = useMemo(
    () => draw && ((row: number, name: string) => draw(column => rows.cell(row, column), name)),
    [draw, rows],
  );
  if (error) return <p className="failure">{error}</p>;
  return (
    <Grid
      label={props.label}
      table={table}
      columns={columns}
      chosen={{ all }}
      rows={rows}
      active={Math.min(active, rows.count - 1)}
      onActive={activate}
      onOpen={row => onOpen?.(at(row))}
      onKey={(event, row) => (row >= 0 && onKey?.(event, at(row))) || false}
      sort={sort}
      onSort={to => session.sorts.set(props.label, to)}
      filter={{ text: filter, total: answer.rows, set: to => session.filters.set(props.label, to) }}
      menu={row => (row >= 0 && menu ? menu(at(row)) : [])}
      whole={() => wholeEntries(session, frontOf(session, answer, props.label))}
      isMarked={row => isMarked?.(at(row)) ?? false}
      {...(drawRow ? { draw: drawRow } : {})}
      empty={props.empty}
      isBusy={props.isBusy ?? false}
      isFormer={props.isFormer ?? false}
      areKeysHeld={isSeeking}
      isMain={props.isMain ?? false}
    />
  );
}

/** Activates the row that another view asked for, once `arranged` shows it; null while it does not. */
function useWantedRow(label: string, arranged: ArrangedAnswer | null, activate: (row: number) => void): void {
  const session = useSession();
  const wanted = useStore(session.wantedRow, row => (row?.label === label ? row.row : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the wanted rows are shown
  useEffect(() => {
    if (wanted === null || !arranged) return;
    session.wantedRow.set(null);
    activate(wanted);
  }, [wanted, arranged]);
}

/**
 * Marks a row at once if it is here. A row may become active before it is fetched: it is marked when it arrives, if it
 * is still the active one.
 */
function useArrival(rows: ArrangedRows, column: string, active: number, mark: (row: number) => void) {
  const awaited = useRef(-1);
  const isHere = (row: number) => !rows.isFormer && rows.cell(row, column) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object means that rows have arrived
  useEffect(() => {
    const row = awaited.current;
    if (row < 0 || (row === active && !isHere(row))) return;
    awaited.current = -1;
    if (row === active) mark(row);
  }, [rows]);
  return (row: number) => {
    awaited.current = isHere(row) ? -1 : row;
    if (isHere(row)) mark(row);
  };
}

/** The time column by which the rows are sorted; null for other orders. */
export function timeColumn(columns: readonly AnswerColumn[], sort: Sort | undefined): string | null {
  const column = sort ? columns.find(({ name }) => name === sort.column) : columns[0];
  return column?.kind === 'time' ? column.name : null;
}

interface MomentProps {
  readonly arranged: ArrangedAnswer;
  /** See {@link timeColumn}. */
  readonly column: string | null;
  readonly isDescending: boolean;
  readonly active: number;
  readonly setActive: (row: number) => void;
  readonly own: { readonly current: OwnMoment | null };
}

/** The moment that a row of this table marked. */
interface OwnMoment {
  readonly moment: bigint | null;
  /** Of the row, in the column by which rows are sorted. */
  readonly time: bigint | null;
  /** Where the row is; in another answer it is sought by its time. */
  readonly arranged: ArrangedAnswer;
}

/**
 * Scrolls to the moment marked on the timeline if rows are sorted by time: to the first row from then on. A state of a thread
 * selected there is found in any order. So is, in a new answer, the row that was active in the former one.
 *
 * @returns true while a row is sought: keys wait for it
 */
function useMoment({ arranged, column, isDescending, active, setActive, own }: MomentProps): boolean {
  const session = useSession();
  const moment = useStore(session.moment);
  const state = useStore(session.interval, chosen =>
    chosen?.about.kind === 'state' && chosen.at === moment && hasStates(arranged.head.columns)
      ? chosen.about.tid
      : null,
  );
  const isThere = column !== null && active >= 0 && arranged.cell(active, column) === moment;
  const activeNow = useRef(active);
  activeNow.current = active;
  const [isSeeking, setSeeking] = useState(false);
  // An effect of the layout runs before the next key is handled; that key would start from no row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the moment or the answer matters
  useLayoutEffect(() => {
    const last = arranged.head.rows - 1;
    if (moment === null || last < 0) return;
    const isOwn = own.current?.moment === moment;
    if (isOwn && own.current?.arranged === arranged) return;
    const since = (isOwn ? own.current?.time : null) ?? moment;
    if (state === null && (column === null || isThere)) return;
    const activeBefore = activeNow.current;
    let isCurrent = true;
    setSeeking(true);
    void session.attempt(async () => {
      try {
        const row =
          state === null
            ? await arranged.find({ column: column!, since }, isDescending ? last : 0, isDescending)
            : await arranged.find({ at: moment, tid: state }, 0, false);
        // A row that was chosen meanwhile stays.
        if (!isCurrent || activeNow.current !== activeBefore || (row < 0 && state !== null)) return;
        setActive(row >= 0 ? row : isDescending ? 0 : last);
      } finally {
        if (isCurrent) setSeeking(false);
      }
    });
    return () => {
      isCurrent = false;
      setSeeking(false);
    };
  }, [session, moment, state, column, arranged, isDescending]);
  return isSeeking;
}

/** True if rows are intervals of thread states. */
function hasStates(columns: readonly AnswerColumn[]): boolean {
  return stateColumns.every(name => columns.some(column => column.name === name));
}

const stateColumns = ['tid', 'time', 'duration', 'state'];
