import { useEffect, useMemo } from 'react';
import type { Note, Scope } from '../../contract.ts';
import { count, formatNumber } from '../lib/numbers.ts';
import { roundUp } from '../lib/ticks.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { lineColours } from '../state/colours.ts';
import { type Interval, withInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { type Store, useStore } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import { useColours } from '../state/use-colours.ts';
import { useMoment } from './cursor.tsx';
import { TrackChart } from './track-chart.tsx';
import { bucketAt, cpusOf, sumAt, summed, type TrackData, trackData } from './track-data.ts';
import type { Track } from './tracks.ts';
import { useRecorded } from './use-recorded.ts';

interface TrackRowProps {
  readonly track: Track;
  readonly scale: TimeScale;
  readonly scope: Scope;
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

const none: readonly Note[] = [];

export function TrackRow({ track, scale, scope, zoom, cursor, sum = false }: TrackRowProps) {
  const session = useSession();
  const colours = useStore(session.colours);
  // Rounded, so that dragging the window's edge does not ask at every pixel.
  const buckets = Math.max(50, Math.round(scale.width / bucketWidth[track.draw] / 50) * 50);
  // The timeline sets the time range, so it is asked without it.
  const { table, answer, error } = useTable(
    scale.width > 0
      ? { question: track.question, params: { ...track.params, buckets }, scope: withInterval(scope, zoom) }
      : null,
    20_000,
  );
  const data = useMemo<TrackData>(() => {
    const all = trackData(table, track.columns);
    return sum ? summed(all, track.title) : all;
  }, [table, sum, track]);
  const notes = answer?.head.notes ?? none;
  const unit = answer?.head.columns.find(column => column.name === track.columns.value)?.unit;
  const palette = useColours(
    lineColours(
      data.series.map(({ key }) => key),
      key => track.colour(key, colours),
    ),
  );
  const cpus = useStore(session.workspace, workspace => cpusOf(workspace?.captures ?? [], scope));
  const isFull = unit === 'CPUs' && cpus > 0 && data.peak <= cpus * overCount;
  const top = isFull ? cpus : roundUp(data.peak);

  const height =
    track.draw === 'strips' ? Math.max(track.height, stripHeight * data.series.length) : track.height;

  // The timeline is there whatever view is in front: what it leaves out, all of them do.
  const leavesOut = notes.some(({ code }) => code === 'idle-left-out');
  useEffect(() => {
    if (track.needs === 'sample' && answer) session.leavesOutIdle.set(leavesOut);
  }, [session, track, answer, leavesOut]);

  if (track.isOptional && data.series.length === 0) return null;
  return (
    <>
      <div className="track" style={{ height }}>
        <div className="track-label" title={notes.map(note => note.text).join('\n')}>
          <b>{track.title}</b>
          <TrackAbout
            words={[error ?? (isFull ? `of ${count(cpus, 'CPU')}` : (unit ?? ''))]}
            notes={sum ? none : notes}
          />
        </div>
        <div className="track-area">
          <TrackChart
            data={data}
            scale={scale}
            top={top}
            draw={track.draw}
            colours={palette}
            height={height}
          />
        </div>
        <TrackValue track={track} cursor={cursor} scale={scale} data={data} top={top} />
      </div>
      {!sum && data.series.length > 0 && (
        <Legend track={track} data={data} cursor={cursor} scale={scale} palette={palette} />
      )}
    </>
  );
}

/** What stands below a track's title; that there are notes, which the tooltip has. */
export function TrackAbout({
  words,
  notes,
}: {
  readonly words: readonly string[];
  readonly notes: readonly Note[];
}) {
  const about = words.filter(Boolean).join(' · ');
  return (
    <span className="muted">
      {about}
      {about && notes.length > 0 ? ' · ' : ''}
      {notes.length > 0 && <span className="track-notes">{count(notes.length, 'note')}</span>}
    </span>
  );
}

interface AtCursor {
  readonly cursor: Store<number | null>;
  readonly scale: TimeScale;
  readonly data: TrackData;
}

/** The value under the cursor; without one, the top of the scale. */
function TrackValue({ track, cursor, scale, data, top }: AtCursor & { track: Track; top: number }) {
  const moment = useMoment(cursor, scale);
  const wasRecorded = useRecorded(track.needs);
  const bucket = moment === null ? -1 : bucketAt(data, moment);
  // Strips have a scale each.
  if (data.times.length === 0 || (bucket < 0 && track.draw === 'strips'))
    return <div className="track-value" />;
  return bucket < 0 ? (
    <div className="track-value muted" title="Top of the scale">
      {formatNumber(top)}
    </div>
  ) : (
    <div className="track-value">
      {moment !== null && wasRecorded(moment) ? track.format(sumAt(data.series, bucket)) : '–'}
    </div>
  );
}

function Legend({
  track,
  data,
  cursor,
  scale,
  palette,
}: AtCursor & { track: Track; palette: readonly string[] }) {
  const moment = useMoment(cursor, scale);
  const wasRecorded = useRecorded(track.needs);
  const bucket = moment === null ? -1 : bucketAt(data, moment);
  const words = (value: number) =>
    moment === null || bucket < 0 ? '' : wasRecorded(moment) ? track.format(value) : '–';
  return (
    <ul className="legend" aria-label={`Legend of ${track.title}`}>
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
