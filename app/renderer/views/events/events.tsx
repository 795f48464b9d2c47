import type { EventsPart } from '../../state/events.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Parts } from '../../widgets/parts.tsx';
import { EventList } from './event-list.tsx';
import { Exceptions } from './exceptions.tsx';
import { EventFilters } from './filters.tsx';
import { RecordPane } from './record.tsx';
import { Templates } from './templates.tsx';

const parts: readonly { readonly id: EventsPart; readonly title: string }[] = [
  { id: 'list', title: 'List' },
  { id: 'templates', title: 'Templates' },
  { id: 'exceptions', title: 'Exceptions' },
];

/** What was logged: the events themselves, the kinds of messages among them, the exceptions they carry. */
export function Events() {
  const session = useSession();
  const part = useStore(session.events.part);
  return (
    <div className="parts-view">
      <div className="parts-bar">
        <Parts label="Events as" parts={parts} current={part} onChange={to => session.events.part.set(to)} />
        {part !== 'exceptions' && <EventFilters withOrder={part === 'list'} />}
      </div>
      {part === 'list' && (
        <div className="split event-split">
          <EventList />
          <RecordPane />
        </div>
      )}
      {part === 'templates' && <Templates />}
      {part === 'exceptions' && <Exceptions />}
    </div>
  );
}
