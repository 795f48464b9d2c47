import {
  type MetricTrack,
  metricKind,
  metricTracks,
  namesOf,
  scaled,
  selectionOf,
  type TrackScale,
  withoutSeries,
  wordsBeyondTitle,
} from '../../state/metrics.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { movedBy, type Track, withoutTrack } from '../../state/tracks.ts';

const scales: readonly (readonly [TrackScale, string])[] = [
  ['one', 'one scale'],
  ['own', 'own scales'],
  ['percent', '% of the peak'],
];

/** The tracks of metrics on the timeline: their series, their scale, their order. */
export function TrackList({ tracks }: { tracks: readonly Track[] }) {
  const session = useSession();
  const isProposed = useStore(session.tracks.chosen, chosen => !chosen?.kinds.includes(metricKind));
  const drawn = metricTracks(tracks);
  return (
    <section className="track-list" aria-label="Tracks on the timeline">
      <h2 className="part-title">
        Tracks on the timeline
        {!isProposed && (
          <button type="button" className="link" onClick={() => session.tracks.reset(metricKind)}>
            as proposed
          </button>
        )}
      </h2>
      {drawn.length === 0 && (
        <p className="hint">None: choose a series and press Enter; its menu lays it over another.</p>
      )}
      <ul>
        {drawn.map((track, at) => (
          <li key={track.id} className="track-item" aria-label={track.params.title}>
            <div className="track-item-head">
              <b className="ellipsis" title={track.params.title}>
                {track.params.title}
              </b>
              <Move tracks={tracks} track={track} by={-1} isDisabled={at === 0} />
              <Move tracks={tracks} track={track} by={1} isDisabled={at === drawn.length - 1} />
              <button
                type="button"
                className="quiet"
                aria-label={`Remove ${track.params.title}`}
                onClick={() => session.tracks.choose(tracks, withoutTrack(tracks, track.id))}
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
  readonly tracks: readonly Track[];
  readonly track: MetricTrack;
}

function Move({ tracks, track, by, isDisabled }: OfTrack & { by: -1 | 1; isDisabled: boolean }) {
  const session = useSession();
  return (
    <button
      type="button"
      className="quiet"
      disabled={isDisabled}
      aria-label={`Move ${track.params.title} ${by < 0 ? 'up' : 'down'}`}
      onClick={() =>
        session.tracks.choose(
          tracks,
          movedBy(tracks, track.id, by, ({ kind }) => kind === metricKind),
        )
      }
    >
      <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
    </button>
  );
}

function Members({ tracks, track }: OfTrack) {
  const session = useSession();
  const { title, series: all, scale: current } = track.params;
  const [first, ...others] = all;
  const alone = first && others.length === 0 ? wordsBeyondTitle(title, first) : '';
  const names = alone ? [alone] : namesOf(all, session.captureName);
  return (
    <div className="track-members">
      {all.length > 1 && (
        <select
          aria-label={`Scale of ${title}`}
          value={current}
          onChange={event =>
            session.tracks.choose(tracks, scaled(tracks, track.id, event.target.value as TrackScale))
          }
        >
          {scales.map(([scale, words]) => (
            <option key={scale} value={scale}>
              {words}
            </option>
          ))}
        </select>
      )}
      {all.map((series, i) => (
        <button
          key={selectionOf(series)}
          type="button"
          className="chip"
          title={`${selectionOf(series)}\n${session.captureName(series.capture)}`}
          aria-label={`Remove ${names[i]} from ${title}`}
          onClick={() => session.tracks.choose(tracks, withoutSeries(tracks, series))}
        >
          {names[i]} <span aria-hidden="true">✕</span>
        </button>
      ))}
    </div>
  );
}
