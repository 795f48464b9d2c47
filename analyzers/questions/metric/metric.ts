import { nullWide } from '../../../workspace/query.ts';
import { type AnswerColumn, analyzer, type Note } from '../../contract.ts';
import { answer, counted } from '../../kit/answer.ts';
import { firstOnly } from '../../kit/notes.ts';
import { idColumn } from '../../kit/signal-ids.ts';
import { durationOf } from '../../metrics/duration.ts';
import { clockNotes, metricsIn } from '../../metrics/in-scope.ts';
import { inUnit, labelColumns, labels, placesOf } from '../../metrics/labels.ts';
import {
  countsParam,
  maxValues,
  pointsSql,
  type Reading,
  ratesNote,
  unitRead,
} from '../../metrics/points.ts';
import { selected, selectionAbout } from '../../metrics/select.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'time',
    kind: 'time',
    about: 'End of the interval that the value covers; for a bucket, its start.',
  },
  { name: 'value', kind: 'number', about: 'The value; for a cumulative count, the rate per second.' },
  idColumn,
];

const rowColumn: AnswerColumn = {
  name: 'row',
  kind: 'integer',
  about: 'Number of the sample in the file, from 0: the order of values if the file has no clock.',
};

/** SQL that aggregates the values in a bucket. Rates are weighted by the length of their interval. */
const ofBucket = {
  mean: 'sum(t.value * t.weight) / sum(t.weight)',
  min: 'min(t.value)',
  max: 'max(t.value)',
  last: 'arg_max(t.value, t."row")',
} as const;

export const metric = analyzer({
  id: 'metric',
  title: 'Metric',
  question: 'How did a counter change over time?',
  needs: ['metric'],
  params: {
    series: { type: 'text', names: 'series', about: selectionAbout, required: true, example: 'cpu/*' },
    bucket: { type: 'text', about: 'One value for each interval of this length: 10s, 1min.' },
    of: {
      type: 'choice',
      about: 'The value of a bucket.',
      choices: ['mean', 'min', 'max', 'last'],
      default: 'mean',
    },
    rate: {
      type: 'flag',
      about: 'Shows the change per second, also for series that are not cumulative.',
    },
    counts: countsParam,
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const within = await metricsIn(ask, scope);
    const { series, notes: selectionNotes } = await selected(ask, params.series, within.captures);
    const reading: Reading = params.rate ? 'rates' : params.counts ? 'recorded' : 'usual';
    const points = pointsSql(series, reading, within);
    const bucket = params.bucket === undefined ? null : durationOf('bucket', params.bucket);
    const ofCaptures = new Set(series.map(each => each.capture));
    const notes: Note[] = [
      ...within.notes,
      ...selectionNotes,
      ...clockNotes(within, ofCaptures),
      ...ratesNote(series, reading),
    ];
    const timed = `SELECT s.series, s."row", s.value, s.weight, ${within.time} AS "time"
      FROM (${points}) s WHERE s.value IS NOT NULL`;
    const bucketed = (
      width: bigint,
    ) => `SELECT t.series, t."time" // ${width} * ${width} AS "time", min(t."row") AS "row",
        ${ofBucket[params.of as keyof typeof ofBucket]} AS value
      FROM (${timed}) t WHERE t."time" IS NOT NULL GROUP BY 1, 2`;
    const result = await ask.query.columns(
      `SELECT series::INTEGER AS series, "time"::BIGINT AS "time", value, "row"::DOUBLE AS "row"
       FROM (${bucket === null ? timed : bucketed(bucket)})
       ORDER BY series, "time" NULLS LAST, "row" LIMIT ${maxValues + 1}`,
      within.params,
      ask.cancel,
    );
    const rows = Math.min(maxValues, result.length);
    if (rows < result.length)
      notes.push(
        firstOnly(maxValues, null, `The first ${counted(maxValues)} values of the series.`, {
          option: 'bucket',
          does: 'reduces their number',
        }),
      );
    const time = result.wides('time').subarray(0, rows);
    const at = placesOf(series, result.ints('series').subarray(0, rows));
    const units = series.map(each => unitRead(each, reading));
    const isTimeless = time.includes(nullWide);
    return answer(
      [
        ...inUnit(columns, ['value'], units),
        ...(isTimeless ? [rowColumn] : []),
        ...(series.length > 1 ? labelColumns : []),
      ],
      rows,
      {
        time,
        value: result.numbers('value').subarray(0, rows),
        row: result.numbers('row').subarray(0, rows),
        ...labels(series, at, each => unitRead(each, reading)),
      },
      { notes },
    );
  },
});
