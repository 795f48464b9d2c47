import { useMemo } from 'react';
import type { Note, Scope } from '../../contract.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { type Interval, withInterval } from '../state/scope.ts';
import type { Store } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import { useColours } from '../state/use-colours.ts';
import { useMoment } from './cursor.tsx';
import { stateColours, type ThreadTrack, threadTracks } from './thread-track.ts';
import { TrackChart } from './track-chart.tsx';
import { bucketAt } from './track-data.ts';
import { TrackAbout } from './track-row.tsx';
import { useRecorded } from './use-recorded.ts';

interface ThreadStatesProps {
  readonly scale: TimeScale;
  readonly scope: Scope;
  readonly zoom: Interval | null;
  readonly cursor: Store<number | null>;
}

/** Threads that are shown: more would leave no room for anything else. */
const top = 4;
/** px */
const height = 22;
const bucketWidth = 3;
/** Rows of {@link top} threads at the width of the widest screens. */
const most = 40_000;

const none: readonly Note[] = [];

/** What the busiest threads in scope were doing: a track each. */
export function ThreadStates({ scale, scope, zoom, cursor }: ThreadStatesProps) {
  const buckets = Math.max(50, Math.round(scale.width / bucketWidth / 50) * 50);
  const { table, answer, error } = useTable(
    scale.width > 0
      ? { question: 'thread-states', params: { top, buckets }, scope: withInterval(scope, zoom) }
      : null,
    most,
  );
  const tracks = useMemo(() => threadTracks(table), [table]);
  const palette = useColours(Object.values(stateColours));
  if (error !== null && tracks.length === 0) return null;
  const notes = answer?.head.notes ?? none;
  return (
    <>
      {tracks.map(track => (
        <div key={track.name} className="track" style={{ height }}>
          <div className="track-label is-thread" title={track.name}>
            <b>{track.name}</b>
          </div>
          <div className="track-area">
            <TrackChart
              data={track.data}
              scale={scale}
              top={100}
              draw="areas"
              colours={palette}
              height={height}
            />
          </div>
          <StateAt track={track} scale={scale} cursor={cursor} />
        </div>
      ))}
      {tracks.length > 0 && (
        <ul className="legend" aria-label="Legend of thread states">
          {Object.keys(stateColours).map((state, at) => (
            <li key={state}>
              <span className="swatch" style={{ background: palette[at] }} />
              {state}
            </li>
          ))}
          <li>
            <span className="swatch is-waiting" />
            waiting
          </li>
          {notes.length > 0 && (
            <li title={notes.map(note => note.text).join('\n')}>
              <TrackAbout words={[]} notes={notes} />
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** How much of the moment under the cursor the thread was ready, or else ran. */
function StateAt({
  track,
  scale,
  cursor,
}: Pick<ThreadStatesProps, 'scale' | 'cursor'> & { track: ThreadTrack }) {
  const moment = useMoment(cursor, scale);
  const wasRecorded = useRecorded('state');
  const bucket = moment === null ? -1 : bucketAt(track.data, moment);
  if (moment === null || bucket < 0) return <div className="track-value" />;
  if (!wasRecorded(moment)) return <div className="track-value">–</div>;
  const shares = track.data.series.map(({ key, values }) => ({ key, value: values[bucket]! }));
  const shown = shares.find(({ key, value }) => key === 'ready' && value >= 1) ?? shares[0];
  return (
    <div className="track-value">
      {Math.round(shown?.value ?? 0)} % {shown?.key}
    </div>
  );
}
