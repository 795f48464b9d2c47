import { useMemo } from 'react';
import type { WireScope } from '../../contract.ts';
import { formatNumber } from '../lib/numbers.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import {
  type MetricLane,
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
import { useRows } from '../state/use-answer.ts';
import { useColours } from '../state/use-colours.ts';
import { useMoment } from './cursor.tsx';
import { drawnLines, type LaneLine, laneLines } from './lane-lines.ts';
import { LaneAbout } from './lane-row.tsx';
import { type DrawnLine, LineChart } from './line-chart.tsx';
import { linesOf, valueAt } from './line-data.ts';

interface MetricLaneRowProps {
  readonly lane: MetricLane;
  readonly scale: TimeScale;
  readonly scope: WireScope;
  readonly zoom: Interval | null;
  readonly cursor: Store<number | null>;
  onRemove(): void;
}

const height = 34;
/** px; finer than this a line is not seen to move. */
const bucketWidth = 2;
const none: readonly string[] = [];
/** Series that the tooltip of a lane names. */
const mostTold = 8;
/** Colours that tell series of a lane apart; the eighth is for everything else. */
const colours = 7;

/** Series over each other on the timeline's axis. */
export function MetricLaneRow({ lane, scale, scope, zoom, cursor, onRemove }: MetricLaneRowProps) {
  const session = useSession();
  const buckets = Math.max(50, Math.round(scale.width / bucketWidth / 50) * 50);
  // The timeline sets the time range, so it is asked without it; what is about samples narrows no metric.
  const { captures } = scope;
  const { rows, answer, error } = useRows(
    scale.width > 0
      ? {
          question: 'metric-lanes',
          params: {
            series: lane.series.map(selectionOf).join(','),
            by: 'one',
            buckets,
            ...(lane.scale === 'percent' ? { normalise: true } : {}),
          },
          scope: withInterval(captures ? { captures } : {}, zoom),
        }
      : null,
    200_000,
  );
  const found = useMemo(() => linesOf(rows ?? []), [rows]);
  const lines = useMemo(() => laneLines(lane, found, session.captureName), [lane, found, session]);
  const palette = useColours(useMemo(() => lines.map((_, i) => `var(--category-${i % colours})`), [lines]));
  const drawn = useMemo(() => drawnLines(lane, lines, palette), [lane, lines, palette]);
  const notes = answer?.head.notes ?? none;
  const units = new Set(lines.flatMap(({ line }) => line?.unit ?? []));
  const isOwn = lane.scale === 'own' && lines.length > 1;
  const unit = isOwn ? 'own scales' : lane.scale === 'percent' ? '% of its peak' : [...units].join(', ');
  const shown = shortTitle(lane, lines);
  const about = [lines.length === 1 ? unsaid(shown, lines[0]!.series) : '', isSaid(unit, lines) ? '' : unit];
  const full = lines
    .slice(0, mostTold)
    .map(({ series }) => told(series, session.captureName(series.capture)));
  const isEmpty = rows !== null && drawn.length === 0;
  return (
    <>
      <section className="lane metric-lane" style={{ height }} aria-label={lane.title}>
        <div
          className="lane-label"
          title={[...(lines.length > 1 ? [lane.title] : []), ...full, ...notes].join('\n')}
        >
          <b className="ellipsis">{shown}</b>
          <LaneAbout words={error ? [error] : isEmpty ? ['no values here'] : about} notes={notes} />
          <button
            type="button"
            className="lane-remove"
            aria-label={`Remove the lane ${lane.title}`}
            onClick={onRemove}
          >
            <span aria-hidden="true">✕</span>
          </button>
        </div>
        <div className="lane-area">
          <LineChart lines={drawn} scale={scale} height={height} />
        </div>
        <SingleValue lines={lines} drawn={drawn} cursor={cursor} scale={scale} />
      </section>
      {lines.length > 1 && (
        <LineLegend lane={lane} lines={lines} palette={palette} cursor={cursor} scale={scale} />
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
function isSaid(unit: string, [first, ...others]: readonly LaneLine[]): boolean {
  return others.length === 0 && (first?.series.counter.includes(unit) ?? false);
}

/** The counter of a single series stands in the line below. */
function shortTitle({ title, series }: MetricLane, [first, ...others]: readonly LaneLine[]): string {
  if (!first || others.length > 0 || title !== titleOf(series)) return title;
  if (first.series.object === 'table') return nameOf(first.series);
  return [first.series.object, first.series.instance].filter(Boolean).join(' ');
}

interface AtCursor {
  readonly lines: readonly LaneLine[];
  readonly cursor: Store<number | null>;
  readonly scale: TimeScale;
}

/** The value under the cursor of a lane of one series; else the top of the scale, where there is one. */
function SingleValue({ lines, drawn, cursor, scale }: AtCursor & { drawn: readonly DrawnLine[] }) {
  const moment = useMoment(cursor, scale);
  const [first, ...others] = lines;
  if (moment !== null && others.length === 0 && first?.line)
    return <div className="lane-value">{words(valueAt(first.line, moment))}</div>;
  const tops = new Set(drawn.map(({ high }) => high));
  return (
    <div className="lane-value muted" title="Top of the scale">
      {tops.size === 1 ? formatNumber([...tops][0]!) : ''}
    </div>
  );
}

function LineLegend({
  lane,
  lines,
  palette,
  cursor,
  scale,
}: AtCursor & { lane: MetricLane; palette: readonly string[] }) {
  const moment = useMoment(cursor, scale);
  const session = useSession();
  const names = namesOf(
    lines.map(({ series }) => series),
    session.captureName,
  );
  return (
    <ul className="legend" aria-label={`Legend of ${lane.title}`}>
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
