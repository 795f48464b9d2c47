import { useMemo } from 'react';
import type { WireScope } from '../../contract.ts';
import { formatNumber } from '../lib/numbers.ts';
import { roundUp } from '../lib/ticks.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { type MetricLane, namesOf, type SeriesRef, selectionOf, titleOf } from '../state/metrics.ts';
import { type Interval, withInterval } from '../state/scope.ts';
import { type Session, useSession } from '../state/session.ts';
import type { Store } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { useColours } from '../state/use-colours.ts';
import { useMoment } from './cursor.tsx';
import { type DrawnLine, LineChart } from './line-chart.tsx';
import { type Line, linesOf, rangeOf, valueAt } from './line-data.ts';

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
  const lines = useMemo(
    () => lane.series.map(each => lineFor(each, lane, found, session)),
    [lane, found, session],
  );
  const palette = useColours(
    useMemo(() => lane.series.map((_, i) => `var(--category-${i % colours})`), [lane.series]),
  );
  const drawn = useMemo(() => drawnLines(lane, lines, palette), [lane, lines, palette]);
  const notes = answer?.head.notes ?? none;
  const units = new Set(lines.flatMap(line => line?.unit ?? []));
  const unit = lane.scale === 'percent' ? '% of its peak' : [...units].join(', ');
  const about = [
    lane.series.length === 1 ? lane.series[0]!.counter : '',
    isSaid(unit, lane) ? '' : unit,
    lane.scale === 'own' && lines.length > 1 ? 'own scales' : '',
  ];
  const isEmpty = rows !== null && drawn.length === 0;
  return (
    <>
      <section className="lane metric-lane" style={{ height }} aria-label={lane.title}>
        <div className="lane-label" title={[lane.title, ...notes].join('\n')}>
          <b className="ellipsis">{shortTitle(lane)}</b>
          <span className="muted">
            {error ?? (isEmpty ? 'no values in this scope' : about.filter(Boolean).join(' · '))}
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
      {lane.series.length > 1 && (
        <LineLegend lane={lane} lines={lines} palette={palette} cursor={cursor} scale={scale} />
      )}
    </>
  );
}

/** `%util` says what its unit is. */
function isSaid(unit: string, { series }: MetricLane): boolean {
  const [first] = series;
  return series.length === 1 && (first?.counter.includes(unit) ?? false);
}

/** The counter of a single series stands in the line below. */
function shortTitle({ title, series }: MetricLane): string {
  const [first, ...more] = series;
  if (!first || more.length > 0 || title !== titleOf(series)) return title;
  return [first.object, first.instance].filter(Boolean).join(' ');
}

/** The line of a series: by its path, with host or capture behind it where several have the same. */
function lineFor(
  series: SeriesRef,
  lane: MetricLane,
  lines: ReadonlyMap<string, Line>,
  session: Session,
): Line | null {
  const { object, instance, counter, host } = series;
  const path = [object, instance, counter].filter(part => part !== null).join('/');
  if (lane.series.length === 1) return [...lines.values()][0] ?? null;
  const name = session.captureName(series.capture);
  const called = [path, `${path} (${host})`, `${path} (${name})`, `${path} (${host}) (${name})`];
  const key = called.find(each => lines.has(each));
  return key === undefined ? null : lines.get(key)!;
}

/** Each line with the scale it is drawn on. */
function drawnLines(
  { scale }: MetricLane,
  lines: readonly (Line | null)[],
  palette: readonly string[],
): readonly DrawnLine[] {
  const present = lines.flatMap((line, i) => (line ? [{ line, colour: palette[i] ?? '' }] : []));
  const common = rangeOf(present.map(({ line }) => line));
  return present.map(({ line, colour }) => {
    const { low, high } = scale === 'own' ? rangeOf([line]) : common;
    return {
      line,
      colour,
      low: low < 0 ? -roundUp(-low) : 0,
      high: high > 0 ? roundUp(high) : low < 0 ? 0 : 1,
    };
  });
}

interface AtCursor {
  readonly lines: readonly (Line | null)[];
  readonly cursor: Store<number | null>;
  readonly scale: TimeScale;
}

/** The value under the cursor of a lane of one series; else the top of the scale, where there is one. */
function SingleValue({ lines, drawn, cursor, scale }: AtCursor & { drawn: readonly DrawnLine[] }) {
  const moment = useMoment(cursor, scale);
  const [line] = lines;
  if (moment !== null && lines.length === 1 && line)
    return <div className="lane-value">{words(valueAt(line, moment))}</div>;
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
  const names = namesOf(lane.series);
  return (
    <ul className="legend" aria-label={`Legend of ${lane.title}`}>
      {lines.map((line, i) => (
        <li key={selectionOf(lane.series[i]!)}>
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
