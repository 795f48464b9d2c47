import { logKind } from '../../../../analyzers/kit/levels.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { visible } from '../../../wording/visible.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { Card, Door, shownRows } from '../card.tsx';
import { showKind, showTemplate } from './event-entries.ts';
import { Level } from './level.tsx';

const levels = ['fatal', 'error', 'warning'];
const level = levels.join(',');

/** The most frequent errors and warnings: of logs by template, others by kind. */
export function LoggedCard() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows } = useRows({ question: 'templates', params: { level }, scope }, shownRows);
  const { rows: kinds } = useRows({ question: 'event-kinds', params: { level }, scope }, shownRows);
  const others = kinds?.filter(({ kind }) => kind !== logKind || rows?.length === 0);
  return (
    <Card title="Errors and warnings" unit="events" more={() => session.history.go({ view: 'events' })}>
      {rows?.length === 0 && kinds?.length === 0 && (
        <p className="card-note">No event here has the level of an error or a warning.</p>
      )}
      {rows?.map(row => (
        <TemplateDoor key={`${row.level} ${row.template}`} row={row} />
      ))}
      {rows &&
        others?.slice(0, shownRows - rows.length).map(({ kind, count }) => (
          <Door
            key={`kind ${kind}`}
            hint={`Shows errors and warnings of ${kind}`}
            onOpen={() => {
              showKind(session, String(kind), levels);
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

/** The most frequent messages of logs at any level. */
export function MessagesCard() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows } = useRows({ question: 'templates', scope }, shownRows);
  if (rows?.length === 0) return null;
  return (
    <Card
      title="Most frequent messages"
      unit="events"
      more={() => {
        session.events.part.set('templates');
        session.history.go({ view: 'events' });
      }}
    >
      {rows?.map(row => (
        <TemplateDoor key={`${row.level} ${row.template}`} row={row} />
      ))}
    </Card>
  );
}

function TemplateDoor({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  const session = useSession();
  const { template, level: its, example, count } = row;
  return (
    <Door
      hint={visible(String(example ?? ''))}
      onOpen={() => {
        showTemplate(session, String(template), typeof its === 'string' ? its : undefined);
        session.history.go({ view: 'events' });
      }}
    >
      <span className="logged-level">{typeof its === 'string' && <Level level={its} />}</span>
      <span className="grow">{visible(String(template))}</span>
      <span className="number">{formatInteger(Number(count))}</span>
    </Door>
  );
}
