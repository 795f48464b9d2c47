import { useMemo } from 'react';
import type { WireScope } from '../../contract.ts';
import { formatNumber } from '../lib/numbers.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { type MetricLane, namesOf, selectionOf, titleOf } from '../state/metrics.ts';
import { type Interval, withInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import type { Store } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { useColours } from '../state/use-colours.ts';
import { useMoment } from './cursor.tsx';
import { drawnLines, type LaneLine, laneLines } from './lane-lines.ts';
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
  const counter = lines.length === 1 ? lines[0]!.series.counter : '';
  const about = [counter === shown ? '' : counter, isSaid(unit, lines) ? '' : unit];
  const isEmpty = rows !== null && drawn.length === 0;
  return (
    <>
      <section className="lane metric-lane" style={{ height }} aria-label={lane.title}>
        <div className="lane-label" title={[lane.title, ...notes].join('\n')}>
          <b className="ellipsis">{shown}</b>
          <span className="muted">
            {error ?? (isEmpty ? 'no values here' : about.filter(Boolean).join(' · '))}
            {notes.length > 0 ? ' · note' : ''}
          </span>
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

/** `%util` says what its unit is. */
function isSaid(unit: string, [first, ...others]: readonly LaneLine[]): boolean {
  return others.length === 0 && (first?.series.counter.includes(unit) ?? false);
}

/** The counter of a single series stands in the line below. */
function shortTitle({ title, series }: MetricLane, [first, ...others]: readonly LaneLine[]): string {
  if (!first || others.length > 0 || title !== titleOf(series)) return title;
  // Of a table of no particular tool all is in its titles.
  if (first.series.object === 'table')
    return [first.series.instance, first.series.counter].filter(Boolean).join(' ');
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
