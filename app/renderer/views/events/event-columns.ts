import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { gridColumns } from '../../widgets/columns.ts';
import type { EventGridProps } from './event-grid.tsx';

export const eventColumns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Time of the event.' },
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
  { name: 'process', kind: 'text', refers: 'process', about: 'Name of the process in the capture.' },
  { name: 'pid', kind: 'integer', refers: 'pid', about: 'Process id.' },
  { name: 'tid', kind: 'integer', refers: 'thread', about: 'Thread id.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture that has it.' },
  { name: 'line', kind: 'integer', refers: 'line', about: 'First line of the record in its file, from 1.' },
  { name: 'template', kind: 'text', refers: 'template', about: 'The message, `<*>` where it varies.' },
  {
    name: 'kind',
    kind: 'code',
    refers: 'kind',
    about: '`log` for a line of a log, else the tracepoint or the call.',
  },
];

/** Hidden by default: the menu of the header shows them. */
const hiddenAtFirst = ['tid', 'line', 'template'];
/** Shown only if some row has a value. */
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

/** All columns of a list of events, and those that are shown. @param timeWidth px */
export function useEventColumns(props: EventGridProps, timeWidth: number) {
  const session = useSession();
  const { hidden = hiddenAtFirst } = props;
  const layout = useStore(session.layouts.of(props.table, { widths: {}, hidden }));
  const filled = useStore(props.shown.arranged.filled);
  const all = gridColumns(eventColumns, layout, { widths: { ...widths, ...props.widths, time: timeWidth } });
  const shown = all.filter(
    ({ name }) =>
      !layout.hidden.includes(name) &&
      (filled.has(name) || !optional.has(name)) &&
      (name !== 'kind' || props.hasKinds),
  );
  return { all, shown };
}
