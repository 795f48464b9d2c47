import { Table } from '../../shapes/table.tsx';
import { everyEvent } from '../../state/events.ts';
import type { RowCells } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useEventTime } from './time.ts';

/** The logged exceptions. Enter, or a double click, lists the events that name one. */
export function Exceptions() {
  const session = useSession();
  const time = useEventTime();
  const show = (row: RowCells) => {
    session.events.filter.set({ ...everyEvent, text: String(row('type')) });
    session.events.part.set('list');
  };
  return (
    <Table
      question="exceptions"
      label="Exceptions"
      params={noParams}
      columns={{
        order: ['count', 'type', 'where', 'first', 'last'],
        widths: { type: 200, where: 200, first: time.width, last: time.width },
      }}
      draw={(row, column) => (column === 'first' || column === 'last' ? time(row(column)) : undefined)}
      isMain
      onOpen={show}
      menu={row => [{ label: 'Show its events', run: () => show(row) }]}
      empty="No event in scope has an exception."
    />
  );
}

const noParams = {};
