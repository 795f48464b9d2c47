import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { visible } from '../../lib/visible.ts';
import { type EventRow, isEvent } from '../../state/events.ts';
import type { Sort } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { ShownAnswer } from '../../state/use-arranged.ts';
import { gridColumns } from '../../widgets/columns.ts';
import { Grid } from '../../widgets/grid.tsx';
import { Found } from '../../widgets/grid-row.tsx';
import { eventEntries } from './event-entries.ts';
import { Level } from './level.tsx';
import { useEventTime } from './time.ts';
import { useEventKinds } from './use-event-kinds.ts';

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

const table = 'events';
/** Most people read messages; the rest is a right click on the header away. */
export const hiddenAtFirst = ['tid', 'line', 'template'];
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

interface EventGridProps {
  readonly label: string;
  readonly shown: ShownAnswer;
  readonly sort: Sort | undefined;
  readonly isBusy: boolean;
  /** Marked in the messages. */
  readonly text: string;
  readonly empty: string;
  onSelect(event: EventRow): void;
  onSort(sort: Sort): void;
  /** `/` was pressed. */
  onFind(): void;
  /** `.` was pressed: to the next error after a row; `,`: to the one before. */
  onSeek(row: number, direction: 1 | -1): void;
  /** The list, for whoever wants to go to a row. */
  onReady?(go: (row: number) => void): void;
}

/** Events as a list of any length. */
export function EventGrid(props: EventGridProps) {
  const { label, shown, text, onSelect, onReady } = props;
  const { arranged, rows, error } = shown;
  const session = useSession();
  const layout = useStore(session.layouts.of(table, { widths: {}, hidden: hiddenAtFirst }));
  const selected = useStore(session.events.selected);
  const filled = useStore(arranged.filled);
  // Of one kind the column says nothing.
  const isOfOneKind = useStore(session.events.filter, ({ kind }) => kind !== null);
  const kinds = useEventKinds().rows?.length ?? 1;
  const hasKinds = !isOfOneKind && kinds > 1;
  const [active, setActive] = useState(-1);
  const time = useEventTime();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => setActive(-1), [arranged]);

  const draw = useCallback(
    (row: number, column: string) => {
      const value = rows.cell(row, column);
      if (column === 'level' && typeof value === 'string') return <Level level={value} />;
      if (column === 'message' && typeof value === 'string')
        return (
          <span className="text">
            <Found text={visible(firstLine(value))} find={text} />
          </span>
        );
      return column === 'time' ? time(value) : undefined;
    },
    [rows, text, time],
  );

  const activate = useCallback(
    (row: number) => {
      setActive(row);
      void session.attempt(async () => {
        const event = await arranged.row(row);
        if (event) onSelect(event);
      });
    },
    [session, arranged, onSelect],
  );
  const ready = useRef(onReady);
  ready.current = onReady;
  useEffect(() => ready.current?.(activate), [activate]);

  if (error) return <p className="failure">{error}</p>;
  const all = gridColumns(columns, layout, { widths: { ...widths, time: time.width } });
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
      onSort={props.onSort}
      isBusy={props.isBusy}
      onActive={activate}
      draw={draw}
      isMarked={row => isEvent(column => rows.cell(row, column), selected)}
      onKey={(event, row) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return false;
        // What is looked for in a list of events is filtered for.
        if (event.key === '/') props.onFind();
        else if (event.key === '.') props.onSeek(row, 1);
        else if (event.key === ',') props.onSeek(row, -1);
        else return false;
        return true;
      }}
      menu={row => {
        if (row < 0) return [];
        const cell = (of: string) => rows.cell(row, of) ?? null;
        const event = Object.fromEntries(columns.map(({ name }) => [name, cell(name)]));
        return eventEntries(session, event);
      }}
      empty={props.empty}
    />
  );
}

function firstLine(message: string): string {
  const end = message.search(/[\r\n]/);
  return end < 0 ? message : `${message.slice(0, end)} …`;
}
