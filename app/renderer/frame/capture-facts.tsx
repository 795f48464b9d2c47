import type { CaptureInfo } from '../../contract.ts';
import { folderOf } from '../../wording/names.ts';
import { formatBytes, formatDuration, formatInteger, formatMargin } from '../../wording/numbers.ts';
import { formatExact } from '../../wording/time.ts';
import { rowCountsOf } from '../lib/row-counts.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useNarrowing } from './capture-row.tsx';
import { captureBadges } from './capture-state.ts';

/** Details of the selected capture: format, ledger, clock. */
export function CaptureFacts({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const zone = useStore(session.zone);
  const { clock, duration, start } = capture;
  const badges = captureBadges(capture);
  const unit = capture.unit === 'lines' ? formatInteger : formatBytes;
  return (
    <>
      <p className="inspector-name">
        <b>{capture.name}</b>
        <br />
        <span className="muted">{folderOf(capture.path)}</span>
      </p>
      {badges.length > 0 && (
        <ul className="badge-list">
          {badges.map(badge => (
            <li key={badge.text}>
              <span className={`badge is-${badge.level}`}>{badge.text}</span> <span>{badge.about}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="facts">
        <dt>format</dt>
        <dd>{capture.formatTitle}</dd>
        <dt>rows</dt>
        <dd>{rowCountsOf([capture]).join(', ') || 'none'}</dd>
        {start !== null && (
          <>
            <dt>from</dt>
            <dd>{formatExact(start, zone)}</dd>
          </>
        )}
        {duration !== null && (
          <>
            <dt>spans</dt>
            <dd>{duration === 0 ? 'one moment' : formatDuration(duration)}</dd>
          </>
        )}
        <dt>clock</dt>
        <dd>
          {clock.source}
          {clock.error !== null && `, ${formatMargin(clock.error)}`}
        </dd>
        {capture.host && (
          <>
            <dt>host</dt>
            <dd>{capture.host}</dd>
          </>
        )}
        <dt>size</dt>
        <dd>{formatBytes(capture.bytes)}</dd>
        <dt>{capture.unit === 'lines' ? 'lines' : 'bytes'} used</dt>
        <dd>
          {unit(capture.used)} of {unit(capture.size)}
        </dd>
        <dt>problems</dt>
        <dd>{capture.problems === 0 ? 'none' : formatInteger(capture.problems)}</dd>
      </dl>
      {capture.command && (
        <p className="inspector-name">
          <code>{capture.command}</code>
        </p>
      )}
      <Doors capture={capture} />
    </>
  );
}

/** What can be done with a capture. */
function Doors({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const { isAlone, toggle } = useNarrowing(capture);
  return (
    <div className="inspector-doors">
      <button type="button" className="button" onClick={toggle}>
        {isAlone ? 'Remove from the scope' : 'Narrow to this capture'}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => session.dialog.set({ kind: 'clock', capture: capture.id })}
      >
        Set its clock…
      </button>
      {capture.table && (
        <button
          type="button"
          className="button"
          onClick={() => session.dialog.set({ kind: 'table', capture: capture.id })}
        >
          Correct its columns…
        </button>
      )}
    </div>
  );
}
