import { type MetricTrack, namesOf, selectionOf, type TrackScale, unsaid } from '../../state/metrics.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

const scales: readonly (readonly [TrackScale, string])[] = [
  ['one', 'one scale'],
  ['own', 'own scales'],
  ['percent', '% of the peak'],
];

/** The tracks of the timeline: their series, their scale, their order. */
export function TrackList({ tracks }: { tracks: readonly MetricTrack[] }) {
  const session = useSession();
  const { metrics } = session;
  const isProposed = useStore(metrics.chosen) === null;
  return (
    <section className="track-list" aria-label="Tracks on the timeline">
      <h2 className="part-title">
        Tracks on the timeline
        {!isProposed && (
          <button type="button" className="link" onClick={() => metrics.reset()}>
            as proposed
          </button>
        )}
      </h2>
      {tracks.length === 0 && (
        <p className="hint">None: choose a series and press Enter; its menu lays it over another.</p>
      )}
      <ul>
        {tracks.map((track, at) => (
          <li key={track.id} className="track-item" aria-label={track.title}>
            <div className="track-item-head">
              <b className="ellipsis" title={track.title}>
                {track.title}
              </b>
              <Move tracks={tracks} track={track} by={-1} isDisabled={at === 0} />
              <Move tracks={tracks} track={track} by={1} isDisabled={at === tracks.length - 1} />
              <button
                type="button"
                className="quiet"
                aria-label={`Remove ${track.title}`}
                onClick={() => metrics.remove(tracks, track.id)}
              >
                <span aria-hidden="true">✕</span>
              </button>
            </div>
            <Members tracks={tracks} track={track} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OfTrack {
  readonly tracks: readonly MetricTrack[];
  readonly track: MetricTrack;
}

function Move({ tracks, track, by, isDisabled }: OfTrack & { by: -1 | 1; isDisabled: boolean }) {
  const session = useSession();
  return (
    <button
      type="button"
      className="quiet"
      disabled={isDisabled}
      aria-label={`${track.title} further ${by < 0 ? 'up' : 'down'}`}
      onClick={() => session.metrics.move(tracks, track.id, by)}
    >
      <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
    </button>
  );
}

function Members({ tracks, track }: OfTrack) {
  const session = useSession();
  const [first, ...others] = track.series;
  const alone = first && others.length === 0 ? unsaid(track.title, first) : '';
  const names = alone ? [alone] : namesOf(track.series, session.captureName);
  return (
    <div className="track-members">
      {track.series.length > 1 && (
        <select
          aria-label={`Scale of ${track.title}`}
          value={track.scale}
          onChange={event => session.metrics.setScale(tracks, track.id, event.target.value as TrackScale)}
        >
          {scales.map(([scale, words]) => (
            <option key={scale} value={scale}>
              {words}
            </option>
          ))}
        </select>
      )}
      {track.series.map((series, i) => (
        <button
          key={selectionOf(series)}
          type="button"
          className="chip"
          title={`${selectionOf(series)}\n${session.captureName(series.capture)}`}
          aria-label={`Take ${names[i]} out of ${track.title}`}
          onClick={() => session.metrics.take(tracks, series)}
        >
          {names[i]} <span aria-hidden="true">✕</span>
        </button>
      ))}
    </div>
  );
}
