import { type AnswerColumn, type Ask, analyzer } from '../../contract.ts';
import { answer, counted, texts } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { note } from '../../kit/notes.ts';
import { idColumn } from '../../kit/signal-ids.ts';
import { type MetricsInScope, metricsIn } from '../../metrics/in-scope.ts';
import { labelColumns, labels } from '../../metrics/labels.ts';
import { countsParam, isRate, type Reading, ratesNote, ratesSql, unitRead } from '../../metrics/points.ts';
import { selected, selectionAbout } from '../../metrics/select.ts';
import { type SeriesFact, seriesFacts } from '../../metrics/series-facts.ts';

const columns: readonly AnswerColumn[] = [
  ...labelColumns,
  {
    name: 'points',
    kind: 'integer',
    about: 'Values in scope, without first reports, which average since boot.',
  },
  { name: 'min', kind: 'number', about: 'Smallest value; for a cumulative count, smallest rate.' },
  {
    name: 'mean',
    kind: 'number',
    about: 'Average of the values; for a cumulative count, its increase divided by the time.',
  },
  { name: 'max', kind: 'number', about: 'Largest value; for a cumulative count, largest rate.' },
  { name: 'last', kind: 'number', about: 'Last value; for a cumulative count, last rate.' },
  {
    name: 'meaning',
    kind: 'code',
    about: "The quantity it measures, under one name for all tools: OpenTelemetry's name if there is one.",
  },
  { name: 'attributes', kind: 'code', about: 'Attributes of the meaning, as JSON.' },
  {
    name: 'factor',
    kind: 'number',
    about: 'Converts values to the unit of the meaning: factor × value + addend; for rates, per second.',
  },
  {
    name: 'addend',
    kind: 'number',
    about: 'Second number of the conversion described at `factor`: 1 if the tool reports the complement.',
  },
  { ...column.process, about: 'The process, if the series is about one process.' },
  column.pid,
  column.tid,
  idColumn,
];

interface Summary {
  readonly points: number;
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly last: number;
}

export const series = analyzer({
  id: 'series',
  title: 'Series',
  question: 'Which counters were measured, and in what range?',
  needs: ['metric'],
  params: {
    series: { type: 'text', names: 'series', about: `Only these series. ${selectionAbout}` },
    'include-since-boot': {
      type: 'flag',
      about: "Includes each tool's first report, which averages over all time since boot.",
    },
    counts: countsParam,
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await metricsIn(ask, scope);
    const reading: Reading = params.counts ? 'recorded' : 'usual';
    const notes = [...within.notes];
    const inScope = new Set(within.captures.map(each => each.id));
    let asked = (await seriesFacts(ask)).filter(each => inScope.has(each.capture));
    if (params.series !== undefined) {
      const found = await selected(ask, params.series, within.captures);
      asked = [...found.series];
      notes.push(...found.notes);
    }
    const rates = asked.filter(each => isRate(each, reading));
    const [values, ofRates] = await Promise.all([
      summaries(ask, within, params['include-since-boot']),
      rateSummaries(ask, within, rates),
    ]);

    const shown = asked.filter(each => values.has(each.id));
    const bootOnly = asked.length - shown.length;
    if (bootOnly > 0)
      notes.push(
        note(
          'without-value',
          `${counted(bootOnly)} series are left out, because they have no value in scope${params['include-since-boot'] ? '' : ' other than a first report since boot'}.`,
          { series: bootOnly },
        ),
      );
    notes.push(...ratesNote(shown, reading));
    const rateless = shown.filter(each => isRate(each, reading) && !ofRates.has(each.id)).length;
    if (rateless > 0)
      notes.push(
        note(
          'without-rate',
          `${counted(rateless)} series have no rate, because they have fewer than two values with times.`,
          { series: rateless },
        ),
      );
    const number = (get: (series: SeriesFact) => number) => Float64Array.from(shown, get);
    const summary = (each: SeriesFact) => (isRate(each, reading) ? ofRates : values).get(each.id);
    return answer(
      columns,
      shown.length,
      {
        ...labels(shown, Int32Array.from(shown.keys()), each => unitRead(each, reading)),
        points: number(each => values.get(each.id)!.points),
        min: number(each => summary(each)?.min ?? Number.NaN),
        mean: number(each => summary(each)?.mean ?? Number.NaN),
        max: number(each => summary(each)?.max ?? Number.NaN),
        last: number(each => summary(each)?.last ?? Number.NaN),
        meaning: texts(shown.map(each => each.meaning?.name ?? null)),
        attributes: texts(shown.map(each => each.meaning && JSON.stringify(each.meaning.attributes))),
        factor: number(each => each.meaning?.factor ?? Number.NaN),
        addend: number(each => each.meaning?.addend ?? Number.NaN),
        process: texts(shown.map(each => each.process)),
        pid: number(({ pid }) => (pid < 0 ? Number.NaN : pid)),
        tid: number(({ tid }) => (tid < 0 ? Number.NaN : tid)),
      },
      { notes },
    );
  },
});

function summaries(
  ask: Ask,
  { where, rows, isTimed, params }: MetricsInScope,
  sinceBoot: boolean,
): Promise<ReadonlyMap<number, Summary>> {
  const timed = `SELECT s.series::INTEGER AS series, count(*)::DOUBLE AS points, min(s.value) AS "min", avg(s.value) AS mean,
            max(s.value) AS "max", arg_max(s.value, s."row") AS "last"
     FROM (${rows}) s WHERE ${sinceBoot ? 'true' : 'NOT s.since_boot'} AND ${where} GROUP BY s.series`;
  // Reads the stored lists without unnesting them: a third of the time for 30 million values. The rows of a list ascend.
  const whole = `SELECT s.series::INTEGER AS series, sum(len(s."values"))::DOUBLE AS points,
            min(list_min(s."values")) AS "min", sum(list_sum(s."values")) / sum(len(s."values")) AS mean,
            max(list_max(s."values")) AS "max", arg_max(s."values"[-1], t."row"[-1]) AS "last"
     FROM metric_values s JOIN metric_times t ON t.capture = s.capture AND t.id = s.times
     WHERE ${sinceBoot ? 'true' : 'NOT t.since_boot'} AND ${where} GROUP BY s.series`;
  return summarised(ask, isTimed ? timed : whole, params);
}

async function rateSummaries(
  ask: Ask,
  { where, params }: MetricsInScope,
  series: readonly SeriesFact[],
): Promise<ReadonlyMap<number, Summary>> {
  if (series.length === 0) return new Map();
  return summarised(
    ask,
    `SELECT s.series::INTEGER AS series, count(*)::DOUBLE AS points, min(s.value) AS "min",
            sum(s.value * s.weight) / sum(s.weight) AS mean, max(s.value) AS "max", arg_max(s.value, s."row") AS "last"
     FROM (${ratesSql(`s.series IN (${series.map(each => each.id).join(', ')})`, where)}) s
     WHERE s.value IS NOT NULL GROUP BY s.series`,
    params,
  );
}

async function summarised(
  ask: Ask,
  sql: string,
  params: MetricsInScope['params'],
): Promise<ReadonlyMap<number, Summary>> {
  const result = await ask.query.columns(sql, params, ask.cancel);
  const [points, min, mean] = [result.numbers('points'), result.numbers('min'), result.numbers('mean')];
  const [max, last] = [result.numbers('max'), result.numbers('last')];
  return new Map(
    Array.from(result.ints('series'), (id, row) => [
      id,
      { points: points[row]!, min: min[row]!, mean: mean[row]!, max: max[row]!, last: last[row]! },
    ]),
  );
}
