import { type LaneScale, type MetricLane, namesOf, selectionOf, unsaid } from '../../state/metrics.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

const scales: readonly (readonly [LaneScale, string])[] = [
  ['one', 'one scale'],
  ['own', 'own scales'],
  ['percent', '% of the peak'],
];

/** The lanes of the timeline: their series, their scale, their order. */
export function LaneList({ lanes }: { lanes: readonly MetricLane[] }) {
  const session = useSession();
  const { metrics } = session;
  const isProposed = useStore(metrics.chosen) === null;
  return (
    <section className="lane-list" aria-label="Lanes on the timeline">
      <h2 className="part-title">
        Lanes on the timeline
        {!isProposed && (
          <button type="button" className="link" onClick={() => metrics.reset()}>
            as proposed
          </button>
        )}
      </h2>
      {lanes.length === 0 && (
        <p className="hint">None: choose a series and press Enter; its menu lays it over another.</p>
      )}
      <ul>
        {lanes.map((lane, at) => (
          <li key={lane.id} className="lane-item" aria-label={lane.title}>
            <div className="lane-item-head">
              <b className="ellipsis" title={lane.title}>
                {lane.title}
              </b>
              <Move lanes={lanes} lane={lane} by={-1} isDisabled={at === 0} />
              <Move lanes={lanes} lane={lane} by={1} isDisabled={at === lanes.length - 1} />
              <button
                type="button"
                className="quiet"
                aria-label={`Remove ${lane.title}`}
                onClick={() => metrics.remove(lanes, lane.id)}
              >
                <span aria-hidden="true">✕</span>
              </button>
            </div>
            <Members lanes={lanes} lane={lane} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OfLane {
  readonly lanes: readonly MetricLane[];
  readonly lane: MetricLane;
}

function Move({ lanes, lane, by, isDisabled }: OfLane & { by: -1 | 1; isDisabled: boolean }) {
  const session = useSession();
  return (
    <button
      type="button"
      className="quiet"
      disabled={isDisabled}
      aria-label={`${lane.title} further ${by < 0 ? 'up' : 'down'}`}
      onClick={() => session.metrics.move(lanes, lane.id, by)}
    >
      <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
    </button>
  );
}

function Members({ lanes, lane }: OfLane) {
  const session = useSession();
  const [first, ...others] = lane.series;
  const alone = first && others.length === 0 ? unsaid(lane.title, first) : '';
  const names = alone ? [alone] : namesOf(lane.series, session.captureName);
  return (
    <div className="lane-members">
      {lane.series.length > 1 && (
        <select
          aria-label={`Scale of ${lane.title}`}
          value={lane.scale}
          onChange={event => session.metrics.setScale(lanes, lane.id, event.target.value as LaneScale)}
        >
          {scales.map(([scale, words]) => (
            <option key={scale} value={scale}>
              {words}
            </option>
          ))}
        </select>
      )}
      {lane.series.map((series, i) => (
        <button
          key={selectionOf(series)}
          type="button"
          className="chip"
          title={`${selectionOf(series)}\n${session.captureName(series.capture)}`}
          aria-label={`Take ${names[i]} out of ${lane.title}`}
          onClick={() => session.metrics.take(lanes, series)}
        >
          {names[i]} <span aria-hidden="true">✕</span>
        </button>
      ))}
    </div>
  );
}
