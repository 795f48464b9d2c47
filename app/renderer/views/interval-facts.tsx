import { baseName } from '../../wording/names.ts';
import { count, formatDuration, formatInteger } from '../../wording/numbers.ts';
import { showMoment } from '../meaning/actions.ts';
import type { ChosenInterval, IntervalAbout } from '../state/chosen-interval.ts';
import type { Cell } from '../state/paged-answer.ts';
import { withInterval } from '../state/scope.ts';
import { type Session, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { zoomTo } from '../timeline/zoom.ts';
import { Fields } from './events/record.tsx';
import { StateFacts } from './state-facts.tsx';
import { When } from './when.tsx';

/** Details of the interval selected on the timeline: a state of a thread, a slice, or the requests of a bucket. */
export function IntervalFacts({ interval }: { readonly interval: ChosenInterval }) {
  const session = useSession();
  const { about } = interval;
  return (
    <>
      {about.kind === 'state' && <StateFacts interval={interval} tid={about.tid} />}
      {about.kind === 'slice' && <SliceFacts interval={interval} about={about} />}
      {about.kind === 'requests' && <RequestFacts interval={interval} />}
      <div className="inspector-doors">
        <button type="button" className="button" onClick={() => zoomTo(session, interval)}>
          Zoom to the interval
        </button>
        <button
          type="button"
          className="button"
          onClick={() => session.narrow(withInterval(session.history.present.scope, interval))}
        >
          Narrow to its time
        </button>
        <button type="button" className="button" onClick={() => openTable(session, interval)}>
          {tables[about.kind].label}
        </button>
      </div>
    </>
  );
}

/** The table that has the interval among its rows. */
const tables: Readonly<Record<IntervalAbout['kind'], { readonly label: string; readonly view: string }>> = {
  state: { label: 'Show in the table of states', view: 'question-state-intervals' },
  slice: { label: 'Show among the events', view: 'events' },
  requests: { label: 'Show in the table of disk requests', view: 'question-disk-io' },
};

function openTable(session: Session, interval: ChosenInterval): void {
  const { about } = interval;
  if (about.kind === 'slice') {
    session.events.chooseKind(about.eventKind);
    session.events.part.set('list');
    showMoment(session, interval.from);
  }
  session.history.go({ view: tables[about.kind].view });
}

const lengthOf = ({ from, to }: ChosenInterval): number => Number(to - from);

interface SliceProps {
  readonly interval: ChosenInterval;
  readonly about: Extract<IntervalAbout, { kind: 'slice' }>;
}

function SliceFacts({ interval, about }: SliceProps) {
  const session = useSession();
  const { name, thread: track, eventKind, hasFailed, capture, line } = about;
  return (
    <>
      <p className="inspector-name">
        <code>{name}</code>
      </p>
      <dl className="facts">
        <When from={interval.from} duration={lengthOf(interval)} />
        {track && (
          <>
            <dt>thread</dt>
            <dd>{track}</dd>
          </>
        )}
        <dt>kind</dt>
        <dd>{eventKind}</dd>
        {hasFailed && (
          <>
            <dt>result</dt>
            <dd>
              <span className="badge is-error">failed</span>
            </dd>
          </>
        )}
        <dt>capture</dt>
        <dd>
          {baseName(session.captureName(capture))}
          {line !== null && `, line ${line}`}
        </dd>
      </dl>
      {line !== null && <Fields capture={capture} line={line} kind={eventKind} />}
    </>
  );
}

const maxRequests = 8;

function RequestFacts({ interval }: { readonly interval: ChosenInterval }) {
  const scope = useStore(useSession().history.places, places => places.present.scope);
  const asked = useRows({ question: 'disk-io', scope: withInterval(scope, interval) }, 1000);
  const rows = asked.isFormer ? null : asked.rows;
  const all = rows?.reduce((sum, row) => sum + Number(row.count), 0) ?? 0;
  const longest = Math.max(Number.NaN, ...(rows ?? []).flatMap(({ max }) => (isNumber(max) ? [max] : [])));
  return (
    <>
      <p className="inspector-name">
        <b>{rows ? count(all, 'disk request') : 'Disk requests'}</b>
      </p>
      <dl className="facts">
        <When from={interval.from} duration={lengthOf(interval)} />
        {!Number.isNaN(longest) && (
          <>
            <dt>slowest</dt>
            <dd>{formatDuration(longest)}</dd>
          </>
        )}
      </dl>
      {asked.error && <p className="panel-hint">{asked.error}</p>}
      {rows && rows.length > 0 && (
        <>
          <h3 className="panel-title">By whom, and how slow at most</h3>
          <ul className="neighbours is-plain">
            {rows.slice(0, maxRequests).map(row => (
              <li key={requestKey(row)}>
                <span className="ellipsis">
                  {[row.process, row.operation, row.device].filter(Boolean).join(' ')}
                </span>
                <span className="number">
                  {formatInteger(Number(row.count))}
                  {isNumber(row.max) && ` · ${formatDuration(row.max)}`}
                </span>
              </li>
            ))}
          </ul>
          {rows.length > maxRequests && (
            <p className="panel-hint">and {formatInteger(rows.length - maxRequests)} more</p>
          )}
        </>
      )}
    </>
  );
}

const isNumber = (value: Cell | undefined): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

const requestKey = ({ device, file, operation, process }: Readonly<Record<string, Cell>>): string =>
  JSON.stringify([device, file, operation, process]);
