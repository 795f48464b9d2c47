import { formatInteger } from '../../../wording/numbers.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { Card, Door, shownRows } from '../card.tsx';
import { showTemplate } from './event-entries.ts';
import { Level } from './level.tsx';

/** The most frequent errors and warnings. */
export function LoggedCard() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows } = useRows(
    { question: 'templates', params: { level: 'fatal,error,warning' }, scope },
    shownRows,
  );
  return (
    <Card title="Errors and warnings" unit="events" more={() => session.history.go({ view: 'events' })}>
      {rows?.length === 0 && (
        <p className="card-note">No event here has the level of an error or a warning.</p>
      )}
      {rows?.map(row => (
        <Door
          key={`${row.level} ${row.template}`}
          hint={String(row.example ?? '')}
          onOpen={() => {
            showTemplate(session, String(row.template), String(row.level));
            session.history.go({ view: 'events' });
          }}
        >
          <span className="logged-level">
            <Level level={String(row.level)} />
          </span>
          <span className="grow">{String(row.template)}</span>
          <span className="number">{formatInteger(Number(row.count))}</span>
        </Door>
      ))}
    </Card>
  );
}
