import { seriesIn } from '../../meaning/references.ts';
import { lineColours } from '../../state/colours.ts';
import {
  isSameSeries,
  type MetricParams,
  metricKind,
  nameOf,
  namesOf,
  type SeriesRef,
  selectionOf,
  titleOf,
  trackOf,
  wordsBeyondTitle,
} from '../../state/metrics.ts';
import { defaultTracks } from '../default-tracks.ts';
import { linesOf } from '../line-data.ts';
import { linesPicture } from '../pictures/lines.ts';
import { drawnLines, type TrackLine, trackLines } from '../track-lines.ts';
import { bucketsFor, type MeantCell, type TrackAnswer, type TrackKind } from './kind.ts';

/** px of a bucket; a finer line looks the same. */
const bucketWidth = 2;

/** Series drawn over each other. */
export const metrics: TrackKind<MetricParams> = {
  id: metricKind,
  needs: ['metric'],
  height: 30,
  isContinuous: true,
  maxRows: 200_000,
  // `state/view-state.ts` validates the parameters from a file.
  read: params => params as unknown as MetricParams,
  titleOf: ({ title }) => title,
  proposed: ({ series, rows, formatOf }) =>
    defaultTracks(series, { samples: Boolean(rows.sample), states: Boolean(rows.state) }, formatOf).map(
      ({ id, ...params }) => ({ id, params }),
    ),
  draws: ({ series }, wanted) => wanted.series.every(each => series.some(drawn => isSameSeries(drawn, each))),
  about: ({ series: [only, ...others] }) => (only && others.length === 0 ? seriesRow(only) : null),
  paramsOf: {
    series: (_, row) => {
      const series = seriesIn(row);
      return series && trackOf([series]);
    },
  },
  question: ({ series, scale }, { scope: { from, to, captures }, width }) => ({
    question: 'metric-tracks',
    params: {
      series: series.map(selectionOf).join(','),
      by: 'one',
      buckets: bucketsFor(width, bucketWidth),
      ...(scale === 'percent' ? { normalise: true } : {}),
    },
    // The parts of the scope about samples do not apply to metrics.
    scope: {
      ...(captures && { captures }),
      ...(from !== undefined && to !== undefined && { from, to }),
    },
  }),
  picture(answer, params) {
    const lines = trackLines(params, linesOf(answer.table), answer.captureName);
    const shown = lines.filter(({ series }) => !answer.hidden.has(selectionOf(series)));
    const colours = lineColours(lines.map(({ series }) => selectionOf(series)));
    const names = namesOf(
      lines.map(({ series }) => series),
      answer.captureName,
    );
    return linesPicture({
      title: shortTitle(params.title, params.series),
      lines: drawnLines(params, shown).map(drawn => ({
        ...drawn,
        colour: lines.findIndex(({ line }) => line === drawn.line),
      })),
      about: aboutOf(params, lines),
      keys: lines.map(({ series }, i) => ({
        id: selectionOf(series),
        name: names[i]!,
        about: describe(series, answer),
        colour: colours[i]!,
        row: seriesRow(series),
      })),
      ofKeys: lines.map(({ line }) => line),
    });
  },
};

const seriesRow = (series: SeriesRef): MeantCell => ({
  refers: 'series',
  value: series.counter,
  cell: column => series[column as keyof SeriesRef],
});

/** Full description of a series: `disk vda w_await, ms · vm · sar.txt`. */
function describe(series: SeriesRef, { captureName }: TrackAnswer): string {
  const { host, unit, capture } = series;
  const name = [nameOf(series), unit].filter(Boolean).join(', ');
  return [name, host, captureName(capture)].filter(Boolean).join(' · ');
}

/** The unit, and the counter of a single series if the title lacks it. */
function aboutOf({ title, scale, series: all }: MetricParams, lines: readonly TrackLine[]): string {
  const [first, ...others] = lines;
  const units = new Set(lines.flatMap(({ line }) => line?.unit ?? []));
  const unit =
    scale === 'own' && lines.length > 1
      ? 'own scales'
      : scale === 'percent'
        ? '% of its peak'
        : [...units].join(', ');
  if (!first || others.length > 0) return unit;
  const { series } = first;
  // The name `%util` includes its unit.
  return [wordsBeyondTitle(shortTitle(title, all), series), series.counter.includes(unit) ? '' : unit]
    .filter(Boolean)
    .join(' · ');
}

/** The title without the counter, which is shown beside it for a single series. */
function shortTitle(title: string, all: readonly SeriesRef[]): string {
  const [first, ...others] = all;
  if (!first || others.length > 0 || title !== titleOf(all)) return title;
  if (first.object === 'table') return nameOf(first);
  return [first.object, first.instance].filter(Boolean).join(' ');
}
