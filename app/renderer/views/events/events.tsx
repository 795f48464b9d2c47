import type { EventsPart } from '../../state/events.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Parts } from '../../widgets/parts.tsx';
import { SplitRows } from '../../widgets/split-rows.tsx';
import { Waiting } from '../../widgets/waiting.tsx';
import { EventList } from './event-list.tsx';
import { Exceptions } from './exceptions.tsx';
import { EventFilters } from './filters.tsx';
import { RecordPane } from './record.tsx';
import { Templates } from './templates.tsx';
import { useInitialFilter } from './use-event-kinds.ts';

const parts: readonly { readonly id: EventsPart; readonly title: string }[] = [
  { id: 'list', title: 'List' },
  { id: 'templates', title: 'Templates' },
  { id: 'exceptions', title: 'Exceptions' },
];

/** Logged events: the events themselves, their templates, and their exceptions. */
export function Events() {
  const session = useSession();
  const part = useStore(session.events.part);
  const isReady = useInitialFilter();
  if (!isReady) return <Waiting what="Reading events" />;
  return (
    <div className="parts-view">
      <div className="parts-bar">
        <Parts label="Events as" parts={parts} current={part} onChange={to => session.events.part.set(to)} />
        {part !== 'exceptions' && <EventFilters withOrder={part === 'list'} />}
      </div>
      {part === 'list' && <ListAndRecord />}
      {part === 'templates' && <Templates />}
      {part === 'exceptions' && <Exceptions />}
    </div>
  );
}

/** px of ten events and their header. */
const tenEvents = 282;

function ListAndRecord() {
  const session = useSession();
  const hasRecord = useStore(session.events.selected, event => event !== null);
  // Without a selection the record pane has only a hint, so the list is not split.
  return (
    <SplitRows
      name="Events"
      isSplit={hasRecord}
      above={<EventList />}
      below={<RecordPane />}
      proposed={height => Math.max(0.56 * height, Math.min(tenEvents, 0.72 * height))}
    />
  );
}
