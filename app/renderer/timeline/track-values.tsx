import { useStore } from '../state/store.ts';
import type { Lane, TrackPicture } from './kinds/kind.ts';
import type { Recorded } from './use-recorded.ts';
import type { TimelineView } from './view.ts';

interface ValueProps {
  readonly view: TimelineView;
  readonly recorded: Recorded;
}

/** Text of a value; `–` if nothing was measured. */
const nothing = '–';

/** The value under the cursor or of the measured interval, and the largest value. */
export function TrackValue({ picture, view, recorded }: ValueProps & { readonly picture: TrackPicture }) {
  const moment = useStore(view.moment);
  const measured = useStore(view.measured);
  const words = measured
    ? (picture.over?.(measured) ?? '')
    : moment === null
      ? ''
      : recorded.at(moment)
        ? picture.at(moment).whole
        : nothing;
  return (
    <div className="track-value">
      {words && <span className="value-now">{words}</span>}
      {picture.peak && (
        <span className="value-peak" title="The largest value here">
          <span>max </span>
          <span>{picture.peak}</span>
        </span>
      )}
    </div>
  );
}

export function LaneValues({ lanes, view, recorded }: ValueProps & { readonly lanes: readonly Lane[] }) {
  const moment = useStore(view.moment);
  return (
    <div className="track-value" data-lanes>
      {lanes.map(lane => (
        <span key={lane.name} className="value-now">
          {moment === null ? '' : recorded.at(moment) ? lane.at(moment) : nothing}
        </span>
      ))}
    </div>
  );
}

interface KeyValueProps extends ValueProps {
  readonly picture: TrackPicture;
  /** Index of the key. */
  readonly at: number;
}

/** Text of the value of a key under the cursor. */
export function KeyValue({ picture, view, recorded, at }: KeyValueProps) {
  const words = useStore(view.moment, moment =>
    moment === null ? '' : recorded.at(moment) ? (picture.at(moment).keys[at] ?? '') : nothing,
  );
  return <span className="legend-value">{words}</span>;
}
