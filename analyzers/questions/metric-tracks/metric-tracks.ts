import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, counted, texts } from '../../kit/answer.ts';
import { firstOnly, onceEach } from '../../kit/notes.ts';
import { howMany, timeBuckets } from '../../kit/params.ts';
import { idColumn, signalId } from '../../kit/signal-ids.ts';
import { clockNotes, metricsIn } from '../../metrics/in-scope.ts';
import { inUnit, placesOf } from '../../metrics/labels.ts';
import { countsParam, pointsSql, type Reading, ratesNote, unitRead } from '../../metrics/points.ts';
import { selected, selectionAbout } from '../../metrics/select.ts';
import { bucketSql, spanOf } from '../../time/span.ts';
import { type Arrangement, arranged, arrangements } from './arrange.ts';
import { type Buckets, withGaps } from './gaps.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'track', kind: 'text', about: 'Name of the track.' },
  { name: 'key', kind: 'text', refers: 'series', about: 'One series of the track.' },
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  { name: 'value', kind: 'number', about: 'Average in the bucket; null at the begin of a gap.' },
  { name: 'min', kind: 'number', about: 'Smallest value in the bucket.' },
  { name: 'max', kind: 'number', about: 'Largest value in the bucket.' },
  { name: 'unit', kind: 'text', about: 'Unit of the values; null if unknown.' },
  idColumn,
];

export const metricTracks = analyzer({
  id: 'metric-tracks',
  aliases: ['metric-lanes'],
  title: 'Metric tracks',
  question: 'How did these counters change over time, side by side on one axis?',
  needs: ['metric'],
  params: {
    series: { type: 'text', names: 'series', about: selectionAbout, required: true, example: 'cpu/*' },
    buckets: timeBuckets(),
    by: {
      type: 'choice',
      about:
        'Series that share a track: a counter with its instances, an instance with its counters, each series alone, or all.',
      choices: arrangements,
      default: 'counter',
    },
    normalise: { type: 'flag', about: 'Shows each series as a percentage of its own largest value.' },
    counts: countsParam,
    top: howMany('Number of series to show.', 100, 10_000),
  },
  shape: 'tracks',
  columns,
  async answer(ask, params, scope) {
    const buckets = Math.floor(params.buckets);
    const span = await spanOf(ask, scope, buckets);
    const within = await metricsIn(ask, span.scope);
    const found = await selected(ask, params.series, within.captures);
    const reading: Reading = params.counts ? 'recorded' : 'usual';
    const series = found.series.slice(0, params.top);
    const ofCaptures = new Set(series.map(each => each.capture));
    const notes = onceEach([
      ...span.notes,
      ...within.notes,
      ...found.notes,
      ...clockNotes(within, ofCaptures),
      ...ratesNote(series, reading),
    ]);
    if (series.length < found.series.length)
      notes.push(
        firstOnly(
          series.length,
          found.series.length,
          `The first ${counted(series.length)} of ${counted(found.series.length)} series.`,
          { option: 'top', does: 'changes how many are shown' },
        ),
      );

    // A step much longer than usual is a gap: the buckets in it have no values, but neither have those between two
    // values of a series that is slower than the buckets. Times in whole seconds make a step a second longer.
    const grouped = await ask.query.columns(
      `WITH point AS MATERIALIZED (
         SELECT s.series, ${bucketSql(span)} AS bucket, s.value, s.weight,
                s.ts - lag(s.ts) OVER (PARTITION BY s.series ORDER BY s.ts, s."row") AS step
         FROM (${pointsSql(series, reading, within)}) s WHERE s.ts IS NOT NULL),
       usual AS (SELECT series, median(step) AS step FROM point GROUP BY series)
       SELECT p.series::INTEGER AS series, p.bucket::INTEGER AS bucket, min(p.value) AS "min", max(p.value) AS "max",
              sum(p.value * p.weight) / sum(p.weight) FILTER (p.value IS NOT NULL) AS value,
              coalesce(max(p.step) > any_value(1.5 * u.step + least(u.step, 1e9)), false)::INTEGER AS after_gap
       FROM point p JOIN usual u ON u.series = p.series
       WHERE p.bucket BETWEEN 0 AND ${buckets}
       GROUP BY p.series, p.bucket ORDER BY p.series, p.bucket`,
      within.params,
      ask.cancel,
    );
    const drawn: Buckets = withGaps({
      series: placesOf(series, grouped.ints('series')),
      bucket: grouped.ints('bucket'),
      value: grouped.numbers('value'),
      min: grouped.numbers('min'),
      max: grouped.numbers('max'),
      afterGap: grouped.ints('after_gap'),
    });
    const rows = drawn.series.length;
    if (params.normalise) normalise(drawn, series.length);
    const units = series.map(each => (params.normalise ? '%' : unitRead(each, reading)));
    const names = arranged(
      series,
      params.by as Arrangement,
      id => within.captures.find(each => each.id === id)?.name ?? String(id),
    );
    const perRow = (bySeries: readonly (string | null)[]) => {
      const { index, values } = texts(bySeries);
      return { index: Int32Array.from(drawn.series, place => index[place]!), values };
    };
    return answer(
      inUnit(columns, ['value', 'min', 'max'], units),
      rows,
      {
        track: perRow(names.map(each => each.track)),
        key: perRow(names.map(each => each.key)),
        time: BigInt64Array.from(drawn.bucket, bucket => span.from + BigInt(bucket) * span.width),
        value: drawn.value,
        min: drawn.min,
        max: drawn.max,
        unit: perRow(units),
        id: perRow(series.map(({ id }) => signalId('series', id))),
      },
      { notes },
    );
  },
});

/** Converts the values of each series to percent of its largest value in the span. */
function normalise({ series, value, min, max }: Buckets, count: number): void {
  const largest = new Float64Array(count);
  series.forEach((place, row) => {
    const extreme = Math.max(Math.abs(min[row]!), Math.abs(max[row]!));
    if (extreme > largest[place]!) largest[place] = extreme;
  });
  for (const column of [value, min, max])
    series.forEach((place, row) => {
      if (largest[place]! > 0) column[row]! *= 100 / largest[place]!;
    });
}
