import { logKind } from '../../../../analyzers/kit/levels.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { visible } from '../../../wording/visible.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { Card, Door, shownRows } from '../card.tsx';
import { showKind } from './event-entries.ts';

/** The most frequent kinds of events: tracepoints, system calls, events of a provider. Logs alone have no card. */
export function EventKindsCard() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows } = useRows({ question: 'event-kinds', scope }, shownRows);
  if (rows?.every(({ kind }) => kind === logKind)) return null;
  return (
    <Card title="Kinds of events" unit="events" more={() => session.history.go({ view: 'events' })}>
      {rows?.map(({ kind, count }) => (
        <Door
          key={String(kind)}
          hint={`Shows events of ${kind}`}
          onOpen={() => {
            showKind(session, String(kind));
            session.history.go({ view: 'events' });
          }}
        >
          <code className="grow">{visible(String(kind))}</code>
          <span className="number">{formatInteger(Number(count))}</span>
        </Door>
      ))}
    </Card>
  );
}
