import { formatExact } from '../../../wording/time.ts';
import { visible } from '../../../wording/visible.ts';
import { type EventRow, lineOf } from '../../state/events.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { showTemplate } from './event-entries.ts';
import { Level } from './level.tsx';
import { Fields, RecordOrigin } from './record.tsx';

/** The selected record in the inspector: time, capture, process and message. */
export function RecordFacts({ event }: { event: EventRow }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const { time, level, kind, capture, template, message } = event;
  const line = lineOf(event);
  return (
    <>
      <p className="inspector-name record-said">{visible(String(message ?? ''))}</p>
      <dl className="facts">
        <dt>time</dt>
        <dd>{typeof time === 'bigint' ? formatExact(time, zone) : 'none'}</dd>
        {typeof level === 'string' && (
          <>
            <dt>level</dt>
            <dd>
              <span className="record-level is-aside">
                <Level level={level} />
              </span>
            </dd>
          </>
        )}
        {typeof kind === 'string' && (
          <>
            <dt>kind</dt>
            <dd>{kind}</dd>
          </>
        )}
        <dt>capture</dt>
        <dd>
          {session.captureName(Number(capture))}
          {line !== null && `, line ${line}`}
        </dd>
      </dl>
      <p className="record-head">
        <RecordOrigin event={event} />
      </p>
      {line !== null && <Fields capture={Number(capture)} line={line} />}
      {typeof template === 'string' && (
        <div className="inspector-doors">
          <button type="button" className="button" onClick={() => showTemplate(session, template)}>
            Show only this template
          </button>
        </div>
      )}
    </>
  );
}
