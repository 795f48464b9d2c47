import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { visible } from '../../../wording/visible.ts';
import { broughtForward, type Finder } from '../../lib/matches.ts';
import type { MenuEntry } from '../../lib/menu-entry.ts';
import { useStateOf } from '../../lib/use-state-of.ts';
import type { ArrangedAnswer } from '../../state/arranged-answer.ts';
import { type EventRow, isEvent } from '../../state/events.ts';
import { locationKey } from '../../state/history.ts';
import type { Sort } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { ArrangedRows } from '../../state/use-arranged.ts';
import { Grid } from '../../widgets/grid.tsx';
import { Marked } from '../../widgets/marked.tsx';
import { eventColumns, useEventColumns } from './event-columns.ts';
import { Level } from './level.tsx';
import { useEventTime } from './time.ts';

export interface ShownEvents {
  /** Identity of the list: a new one scrolls to the top. */
  readonly list: object;
  readonly arranged: Pick<ArrangedAnswer, 'filled' | 'row'>;
  readonly rows: ArrangedRows;
  readonly error: string | null;
}

export interface EventGridProps {
  readonly label: string;
  /** Name under which the layout of its columns is stored. */
  readonly table: string;
  /** Columns hidden by default, and widths of others, px. */
  readonly hidden?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly shown: ShownEvents;
  readonly sort: Sort | undefined;
  readonly isBusy: boolean;
  /** See `Grid`. */
  readonly isFormer: boolean;
  readonly isPartial?: boolean;
  /** Matches highlighted in the messages. */
  readonly find: Finder;
  /** False if all events are of one kind, so that the column is not needed. */
  readonly hasKinds: boolean;
  readonly empty: ReactNode;
  onSelect(event: EventRow): void;
  /** Enter or a double click. */
  onOpen?(event: EventRow): void;
  menu(event: EventRow): readonly MenuEntry[];
  onSort?(sort: Sort): void;
  /** Called for the key `/`. */
  onFind(): void;
  /** Called for the keys `.` and `,`: moves to the next or the previous error. */
  onSeek?(row: number, direction: 1 | -1): void;
  /** Passes the function that activates a row. */
  onReady?(go: (row: number) => void): void;
}

/** Events as a list of any length. */
export function EventGrid(props: EventGridProps) {
  const { label, table, shown, find, onOpen } = props;
  const { rows, error } = shown;
  const session = useSession();
  const selected = useStore(session.events.selected);
  const time = useEventTime();
  const columns = useEventColumns(props, time.width);

  const draw = useCallback(
    (row: number, column: string) => {
      const value = rows.cell(row, column);
      if (column === 'level' && typeof value === 'string') return <Level level={value} />;
      if (column === 'message' && typeof value === 'string') {
        const text = visible(firstLine(value));
        return (
          <span className="text">
            <Marked {...broughtForward(text, find(text))} />
          </span>
        );
      }
      return column === 'time' ? time(value) : undefined;
    },
    [rows, find, time],
  );

  const { active, activate, withEvent } = useActiveEvent(props);

  if (error) return <p className="failure">{error}</p>;
  return (
    <Grid
      label={label}
      table={table}
      columns={columns.shown}
      chosen={{ all: columns.all }}
      rows={rows}
      active={Math.min(active, rows.count - 1)}
      sort={props.sort}
      {...(props.onSort && { onSort: props.onSort })}
      isBusy={props.isBusy}
      isFormer={props.isFormer}
      isPartial={props.isPartial ?? false}
      onActive={activate}
      {...(onOpen && { onOpen: (row: number) => withEvent(row, onOpen) })}
      draw={draw}
      isMarked={row => isEvent(column => rows.cell(row, column), selected)}
      onKey={(event, row) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return false;
        // The find of events is the filter of the view.
        if (event.key === '/') props.onFind();
        else if (event.key === '.' && props.onSeek) props.onSeek(row, 1);
        else if (event.key === ',' && props.onSeek) props.onSeek(row, -1);
        else return false;
        return true;
      }}
      menu={row => {
        const event = row < 0 ? null : eventAt(rows, row);
        return event ? props.menu(event) : [];
      }}
      empty={props.empty}
    />
  );
}

/** The active row of the list: selects its event, follows `session.wantedRow`, and returns to none with another list. */
function useActiveEvent({ label, shown, isBusy, onSelect, onReady }: EventGridProps) {
  const session = useSession();
  const { list, arranged, rows } = shown;
  const [active, setActive] = useStateOf(list, -1);

  const rowsNow = useRef(rows);
  rowsNow.current = rows;
  const withEvent = useCallback(
    (row: number, work: (event: EventRow) => void) => {
      // At once if the row is loaded, so that the next key, such as N for a finding, finds it marked.
      const event = eventAt(rowsNow.current, row);
      if (event) work(event);
      else
        void session.attempt(async () => {
          const event = await arranged.row(row);
          if (event) work(event);
        });
    },
    [session, arranged],
  );
  const activate = useCallback(
    (row: number) => {
      setActive(row);
      withEvent(row, event => {
        session.row.set({
          columns: eventColumns,
          cell: column => event[column],
          place: locationKey(session.history.present),
          at: { label, row },
        });
        onSelect(event);
      });
    },
    [session, label, setActive, withEvent, onSelect],
  );
  const wanted = useStore(session.wantedRow, to => (to?.label === label ? to.row : null));
  useEffect(() => {
    if (wanted === null || isBusy) return;
    session.wantedRow.set(null);
    activate(wanted);
  }, [session, wanted, isBusy, activate]);
  const ready = useRef(onReady);
  ready.current = onReady;
  useEffect(() => ready.current?.(activate), [activate]);
  return { active, activate, withEvent };
}

function firstLine(message: string): string {
  const end = message.search(/[\r\n]/);
  return end < 0 ? message : `${message.slice(0, end)} …`;
}

/** The event of a row; null while it is being fetched. */
function eventAt(rows: ArrangedRows, row: number): EventRow | null {
  const cells = eventColumns.map(({ name }) => [name, rows.cell(row, name)] as const);
  if (rows.isFormer || cells.every(([, value]) => value === undefined)) return null;
  return Object.fromEntries(cells.map(([name, value]) => [name, value ?? null]));
}
