import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { visible } from '../../../wording/visible.ts';
import { broughtForward, type Finder } from '../../lib/matches.ts';
import type { ArrangedAnswer } from '../../state/arranged-answer.ts';
import { type EventRow, isEvent } from '../../state/events.ts';
import { locationKey } from '../../state/history.ts';
import type { Sort } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { ArrangedRows } from '../../state/use-arranged.ts';
import { gridColumns } from '../../widgets/columns.ts';
import { Grid } from '../../widgets/grid.tsx';
import { Marked } from '../../widgets/marked.tsx';
import type { MenuEntry } from '../../widgets/row-menu.tsx';
import { Level } from './level.tsx';
import { useEventTime } from './time.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'When.' },
  {
    name: 'level',
    kind: 'text',
    refers: 'level',
    about: 'fatal, error, warning, notice, info, debug or trace.',
  },
  {
    name: 'message',
    kind: 'text',
    about: 'The message as it was written; only its first line is shown here.',
  },
  {
    name: 'component',
    kind: 'text',
    refers: 'component',
    about: 'Logger, subsystem, program or unit that wrote it.',
  },
  { name: 'process', kind: 'text', refers: 'process', about: 'Name the capture gives the process.' },
  { name: 'pid', kind: 'integer', refers: 'pid', about: 'Process id.' },
  { name: 'tid', kind: 'integer', refers: 'thread', about: 'Thread id.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The file it stands in.' },
  { name: 'line', kind: 'integer', refers: 'line', about: 'First line of the record in its file, from 1.' },
  { name: 'template', kind: 'text', refers: 'template', about: 'The message, `<*>` where it varies.' },
  {
    name: 'kind',
    kind: 'code',
    refers: 'kind',
    about: '`log` for a line of a log, else the tracepoint or the call.',
  },
];

/** Most people read messages; the rest is a right click on the header away. */
const hiddenAtFirst = ['tid', 'line', 'template'];
/** Not shown while no row has them. */
const optional: ReadonlySet<string> = new Set(['level', 'component', 'process', 'pid', 'tid']);
const widths = {
  level: 84,
  message: 240,
  component: 96,
  process: 96,
  pid: 76,
  tid: 76,
  capture: 96,
  line: 72,
  template: 300,
  kind: 160,
};

export interface ShownEvents {
  /** Another list begins at its top. */
  readonly list: object;
  readonly arranged: Pick<ArrangedAnswer, 'filled' | 'row'>;
  readonly rows: ArrangedRows;
  readonly error: string | null;
}

interface EventGridProps {
  readonly label: string;
  /** Where its columns are kept. */
  readonly table: string;
  /** Columns a person has to choose, and px that others want. */
  readonly hidden?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly shown: ShownEvents;
  readonly sort: Sort | undefined;
  readonly isBusy: boolean;
  /** Marked in the messages. */
  readonly find: Finder;
  /** False where all events are of one kind, so that the column would say nothing. */
  readonly hasKinds: boolean;
  readonly empty: ReactNode;
  onSelect(event: EventRow): void;
  /** Enter or a double click. */
  onOpen?(event: EventRow): void;
  menu(event: EventRow): readonly MenuEntry[];
  onSort?(sort: Sort): void;
  /** `/` was pressed. */
  onFind(): void;
  /** `.` was pressed: to the next error after a row; `,`: to the one before. */
  onSeek?(row: number, direction: 1 | -1): void;
  /** The list, for whoever wants to go to a row. */
  onReady?(go: (row: number) => void): void;
}

/** Events as a list of any length. */
export function EventGrid(props: EventGridProps) {
  const { label, table, shown, find, hasKinds, onSelect, onOpen, onReady } = props;
  const { list, arranged, rows, error } = shown;
  const session = useSession();
  const layout = useStore(session.layouts.of(table, { widths: {}, hidden: props.hidden ?? hiddenAtFirst }));
  const selected = useStore(session.events.selected);
  const filled = useStore(arranged.filled);
  const [active, setActive] = useState(-1);
  const time = useEventTime();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => setActive(-1), [list]);

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

  const withEvent = useCallback(
    (row: number, work: (event: EventRow) => void) =>
      void session.attempt(async () => {
        const event = await arranged.row(row);
        if (event) work(event);
      }),
    [session, arranged],
  );
  const activate = useCallback(
    (row: number) => {
      setActive(row);
      withEvent(row, event => {
        session.row.set({
          columns,
          cell: column => event[column],
          place: locationKey(session.history.present),
          at: { label, row },
        });
        onSelect(event);
      });
    },
    [session, label, withEvent, onSelect],
  );
  const wanted = useStore(session.wantedRow, to => (to?.label === label ? to.row : null));
  useEffect(() => {
    if (wanted === null || props.isBusy) return;
    session.wantedRow.set(null);
    activate(wanted);
  }, [session, wanted, props.isBusy, activate]);
  const ready = useRef(onReady);
  ready.current = onReady;
  useEffect(() => ready.current?.(activate), [activate]);

  if (error) return <p className="failure">{error}</p>;
  const all = gridColumns(columns, layout, { widths: { ...widths, ...props.widths, time: time.width } });
  const shownColumns = all.filter(
    ({ name }) =>
      !layout.hidden.includes(name) &&
      (filled.has(name) || !optional.has(name)) &&
      (name !== 'kind' || hasKinds),
  );
  return (
    <Grid
      label={label}
      table={table}
      columns={shownColumns}
      chosen={{ all }}
      rows={rows}
      active={Math.min(active, rows.count - 1)}
      sort={props.sort}
      {...(props.onSort && { onSort: props.onSort })}
      isBusy={props.isBusy}
      onActive={activate}
      {...(onOpen && { onOpen: (row: number) => withEvent(row, onOpen) })}
      draw={draw}
      isMarked={row => isEvent(column => rows.cell(row, column), selected)}
      onKey={(event, row) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return false;
        // A list of events is searched by its filter.
        if (event.key === '/') props.onFind();
        else if (event.key === '.' && props.onSeek) props.onSeek(row, 1);
        else if (event.key === ',' && props.onSeek) props.onSeek(row, -1);
        else return false;
        return true;
      }}
      menu={row => {
        if (row < 0) return [];
        const cell = (of: string) => rows.cell(row, of) ?? null;
        return props.menu(Object.fromEntries(columns.map(({ name }) => [name, cell(name)])));
      }}
      empty={props.empty}
    />
  );
}

function firstLine(message: string): string {
  const end = message.search(/[\r\n]/);
  return end < 0 ? message : `${message.slice(0, end)} …`;
}
