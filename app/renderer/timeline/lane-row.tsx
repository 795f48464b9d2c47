import { useMemo } from 'react';
import type { WireScope } from '../../contract.ts';
import { count, formatNumber } from '../lib/numbers.ts';
import { roundUp } from '../lib/ticks.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { type Interval, withInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { type Store, useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { useColours } from '../state/use-colours.ts';
import { useMoment } from './cursor.tsx';
import { LaneChart } from './lane-chart.tsx';
import { bucketAt, type LaneData, laneData, sumAt, summed } from './lane-data.ts';
import type { Lane } from './lanes.ts';
import { useRecorded } from './use-recorded.ts';

interface LaneRowProps {
  readonly lane: Lane;
  readonly scale: TimeScale;
  readonly scope: WireScope;
  readonly zoom: Interval | null;
  readonly cursor: Store<number | null>;
  /** All keys added up. */
  readonly sum?: boolean;
}

/** Pixels a bucket takes: finer than this the eye sees noise. */
const bucketWidth = { areas: 3, bars: 8, strips: 4 };
/** px a strip needs. */
const stripHeight = 13;

/** Samples do not fall evenly into buckets: a bucket may hold this much more than the CPUs could have run. */
const overCount = 1.5;

const none: readonly string[] = [];

export function LaneRow({ lane, scale, scope, zoom, cursor, sum = false }: LaneRowProps) {
  const session = useSession();
  const colours = useStore(session.colours);
  // Rounded, so that dragging the window's edge does not ask at every pixel.
  const buckets = Math.max(50, Math.round(scale.width / bucketWidth[lane.draw] / 50) * 50);
  // The timeline sets the time range, so it is asked without it.
  const { rows, answer, error } = useRows(
    scale.width > 0
      ? { question: lane.question, params: { ...lane.params, buckets }, scope: withInterval(scope, zoom) }
      : null,
    20_000,
  );
  const data = useMemo<LaneData>(() => {
    const all = laneData(rows ?? [], lane.columns);
    return sum ? summed(all, lane.title) : all;
  }, [rows, sum, lane]);
  const notes = answer?.head.notes ?? none;
  const unit = answer?.head.columns.find(column => column.name === lane.columns.value)?.unit;
  const palette = useColours(data.series.map(({ key }) => lane.colour(key, colours)));
  const cpus = useStore(session.workspace, workspace =>
    Math.max(0, ...(workspace?.captures.map(each => each.cpus ?? 0) ?? [])),
  );
  const isFull = unit === 'CPUs' && cpus > 0 && data.peak <= cpus * overCount;
  const top = isFull ? cpus : roundUp(data.peak);

  const height =
    lane.draw === 'strips' ? Math.max(lane.height, stripHeight * data.series.length) : lane.height;

  if (lane.isOptional && data.series.length === 0) return null;
  return (
    <>
      <div className="lane" style={{ height }}>
        <div className="lane-label" title={notes.join('\n')}>
          <b>{lane.title}</b>
          <LaneAbout
            words={[error ?? (isFull ? `of ${count(cpus, 'CPU')}` : (unit ?? ''))]}
            notes={sum ? none : notes}
          />
        </div>
        <div className="lane-area">
          <LaneChart data={data} scale={scale} top={top} draw={lane.draw} colours={palette} height={height} />
        </div>
        <LaneValue lane={lane} cursor={cursor} scale={scale} data={data} top={top} />
      </div>
      {!sum && data.series.length > 0 && (
        <Legend lane={lane} data={data} cursor={cursor} scale={scale} palette={palette} />
      )}
    </>
  );
}

/** What stands below a lane's title; that there are notes, which the tooltip has. */
export function LaneAbout({ words, notes }: Readonly<Record<'words' | 'notes', readonly string[]>>) {
  const about = words.filter(Boolean).join(' · ');
  return (
    <span className="muted">
      {about}
      {about && notes.length > 0 ? ' · ' : ''}
      {notes.length > 0 && <span className="lane-notes">{count(notes.length, 'note')}</span>}
    </span>
  );
}

interface AtCursor {
  readonly cursor: Store<number | null>;
  readonly scale: TimeScale;
  readonly data: LaneData;
}

/** The value under the cursor; without one, the top of the scale. */
function LaneValue({ lane, cursor, scale, data, top }: AtCursor & { lane: Lane; top: number }) {
  const moment = useMoment(cursor, scale);
  const wasRecorded = useRecorded(lane.needs);
  const bucket = moment === null ? -1 : bucketAt(data, moment);
  // Strips have a scale each.
  if (data.times.length === 0 || (bucket < 0 && lane.draw === 'strips'))
    return <div className="lane-value" />;
  return bucket < 0 ? (
    <div className="lane-value muted" title="Top of the scale">
      {formatNumber(top)}
    </div>
  ) : (
    <div className="lane-value">
      {moment !== null && wasRecorded(moment) ? lane.format(sumAt(data.series, bucket)) : '–'}
    </div>
  );
}

function Legend({
  lane,
  data,
  cursor,
  scale,
  palette,
}: AtCursor & { lane: Lane; palette: readonly string[] }) {
  const moment = useMoment(cursor, scale);
  const wasRecorded = useRecorded(lane.needs);
  const bucket = moment === null ? -1 : bucketAt(data, moment);
  const words = (value: number) =>
    moment === null || bucket < 0 ? '' : wasRecorded(moment) ? lane.format(value) : '–';
  return (
    <ul className="legend" aria-label={`Legend of ${lane.title}`}>
      {data.series.map(({ key, values }, i) => (
        <li key={key}>
          <span className="swatch" style={{ background: palette[i] }} />
          {key}
          <span className="legend-value">{words(values[bucket] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}
