import { useEffect, useMemo } from 'react';
import type { Note, Scope } from '../../contract.ts';
import { formatNumber } from '../lib/numbers.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { lineColours } from '../state/colours.ts';
import {
  type MetricTrack,
  nameOf,
  namesOf,
  type SeriesRef,
  selectionOf,
  titleOf,
  unsaid,
} from '../state/metrics.ts';
import { type Interval, withInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import type { Store } from '../state/store.ts';
import { useTable } from '../state/use-answer.ts';
import { useColours } from '../state/use-colours.ts';
import { useMoment } from './cursor.tsx';
import { type DrawnLine, LineChart } from './line-chart.tsx';
import { linesOf, valueAt } from './line-data.ts';
import { drawnLines, type TrackLine, trackLines } from './track-lines.ts';
import { TrackAbout } from './track-row.tsx';

interface MetricTrackRowProps {
  readonly track: MetricTrack;
  readonly scale: TimeScale;
  readonly scope: Scope;
  readonly zoom: Interval | null;
  readonly cursor: Store<number | null>;
  /** Asked, but not drawn: nothing in scope has a value. */
  readonly isFolded: boolean;
  onEmpty(id: string, isEmpty: boolean): void;
  onRemove(): void;
}

const height = 34;
/** px; finer than this a line is not seen to move. */
const bucketWidth = 2;
const none: readonly Note[] = [];
/** Series that the tooltip of a track names. */
const mostTold = 8;

/** Series over each other on the timeline's axis. */
export function MetricTrackRow(props: MetricTrackRowProps) {
  const { track, scale, scope, zoom, cursor, isFolded, onEmpty, onRemove } = props;
  const session = useSession();
  const buckets = Math.max(50, Math.round(scale.width / bucketWidth / 50) * 50);
  // The timeline sets the time range, so it is asked without it; what is about samples narrows no metric.
  const { captures } = scope;
  const { table, answer, error } = useTable(
    scale.width > 0
      ? {
          question: 'metric-tracks',
          params: {
            series: track.series.map(selectionOf).join(','),
            by: 'one',
            buckets,
            ...(track.scale === 'percent' ? { normalise: true } : {}),
          },
          scope: withInterval(captures ? { captures } : {}, zoom),
        }
      : null,
    200_000,
  );
  const found = useMemo(() => linesOf(table), [table]);
  const lines = useMemo(() => trackLines(track, found, session.captureName), [track, found, session]);
  const palette = useColours(
    useMemo(() => lineColours(lines.map(({ series }) => selectionOf(series))), [lines]),
  );
  const drawn = useMemo(() => drawnLines(track, lines, palette), [track, lines, palette]);
  const notes = answer?.head.notes ?? none;
  const units = new Set(lines.flatMap(({ line }) => line?.unit ?? []));
  const isOwn = track.scale === 'own' && lines.length > 1;
  const unit = isOwn ? 'own scales' : track.scale === 'percent' ? '% of its peak' : [...units].join(', ');
  const shown = shortTitle(track, lines);
  const about = [lines.length === 1 ? unsaid(shown, lines[0]!.series) : '', isSaid(unit, lines) ? '' : unit];
  const full = lines
    .slice(0, mostTold)
    .map(({ series }) => told(series, session.captureName(series.capture)));
  const isEmpty = table !== null && drawn.length === 0;
  useEffect(() => onEmpty(track.id, isEmpty), [onEmpty, track.id, isEmpty]);
  if (isFolded) return null;
  return (
    <>
      <section className="track metric-track" style={{ height }} aria-label={track.title}>
        <div
          className="track-label"
          title={[...(lines.length > 1 ? [track.title] : []), ...full, ...notes.map(note => note.text)].join(
            '\n',
          )}
        >
          <b className="ellipsis">{shown}</b>
          <TrackAbout words={error ? [error] : isEmpty ? ['no values here'] : about} notes={notes} />
          <button
            type="button"
            className="track-remove"
            aria-label={`Remove the track ${track.title}`}
            onClick={onRemove}
          >
            <span aria-hidden="true">✕</span>
          </button>
        </div>
        <div className="track-area">
          <LineChart lines={drawn} scale={scale} height={height} />
        </div>
        <SingleValue lines={lines} drawn={drawn} cursor={cursor} scale={scale} />
      </section>
      {lines.length > 1 && (
        <LineLegend track={track} lines={lines} palette={palette} cursor={cursor} scale={scale} />
      )}
    </>
  );
}

/** All there is to say of a series: `disk vda w_await, ms · vm · sar.txt`. */
function told(series: SeriesRef, capture: string): string {
  const { host, unit } = series;
  return [[nameOf(series), unit].filter(Boolean).join(', '), host, capture].filter(Boolean).join(' · ');
}

/** `%util` says what its unit is. */
function isSaid(unit: string, [first, ...others]: readonly TrackLine[]): boolean {
  return others.length === 0 && (first?.series.counter.includes(unit) ?? false);
}

/** The counter of a single series stands in the line below. */
function shortTitle({ title, series }: MetricTrack, [first, ...others]: readonly TrackLine[]): string {
  if (!first || others.length > 0 || title !== titleOf(series)) return title;
  if (first.series.object === 'table') return nameOf(first.series);
  return [first.series.object, first.series.instance].filter(Boolean).join(' ');
}

interface AtCursor {
  readonly lines: readonly TrackLine[];
  readonly cursor: Store<number | null>;
  readonly scale: TimeScale;
}

/** The value under the cursor of a track of one series; else the top of the scale, where there is one. */
function SingleValue({ lines, drawn, cursor, scale }: AtCursor & { drawn: readonly DrawnLine[] }) {
  const moment = useMoment(cursor, scale);
  const [first, ...others] = lines;
  if (moment !== null && others.length === 0 && first?.line)
    return <div className="track-value">{words(valueAt(first.line, moment))}</div>;
  const tops = new Set(drawn.map(({ high }) => high));
  return (
    <div className="track-value muted" title="Top of the scale">
      {tops.size === 1 ? formatNumber([...tops][0]!) : ''}
    </div>
  );
}

function LineLegend({
  track,
  lines,
  palette,
  cursor,
  scale,
}: AtCursor & { track: MetricTrack; palette: readonly string[] }) {
  const moment = useMoment(cursor, scale);
  const session = useSession();
  const names = namesOf(
    lines.map(({ series }) => series),
    session.captureName,
  );
  return (
    <ul className="legend" aria-label={`Legend of ${track.title}`}>
      {lines.map(({ series, line }, i) => (
        <li key={selectionOf(series)}>
          <span className="swatch" style={{ background: palette[i] }} />
          {names[i]}
          <span className="legend-value">{moment === null || !line ? '' : words(valueAt(line, moment))}</span>
        </li>
      ))}
    </ul>
  );
}

/** Nothing was measured there: no number stands for that. */
function words(value: number): string {
  return Number.isNaN(value) ? '–' : formatNumber(value);
}
