import { amountOf, answer, counted } from '../answer.ts';
import { type AnswerColumn, type Ask, analyzer } from '../contract.ts';
import { durationOf } from '../metrics-kit/duration.ts';
import { clockNotes, type MetricsInScope, metricsIn } from '../metrics-kit/in-scope.ts';
import { inUnit, labelColumns, labels } from '../metrics-kit/labels.ts';
import { pointsSql, ratesNote, unitRead } from '../metrics-kit/points.ts';
import { selected, selectionAbout } from '../metrics-kit/select.ts';
import { type Pair, paired } from './pairs.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'When; the start of the bucket where there are buckets.' },
  { name: 'a', kind: 'number', about: 'Value of the first series.' },
  { name: 'b', kind: 'number', about: 'Value of the second series.' },
  { name: 'ratio', kind: 'number', about: 'a over b; null where b is 0.' },
];

/** Which pair a row is of, by its first series. */
const pairColumns = labelColumns.filter(({ name }) => name !== 'counter' && name !== 'unit');

export const ratio = analyzer({
  id: 'ratio',
  title: 'Ratio',
  question: 'How does one counter go against another, as used over run time?',
  needs: ['metric'],
  params: {
    a: { type: 'text', about: `What is divided. ${selectionAbout}`, required: true },
    b: { type: 'text', about: 'By what: instance by instance where several match.', required: true },
    bucket: {
      type: 'text',
      about:
        'Averages over stretches of this length. Not given: the moments they share, or the longer interval.',
    },
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const within = await metricsIn(ask, scope);
    const [a, b] = [
      await selected(ask, params.a, within.captures),
      await selected(ask, params.b, within.captures),
    ];
    const { pairs, notes: pairNotes } = paired(a.series, b.series);
    const series = [...new Set(pairs.flatMap(pair => [pair.a, pair.b]))];
    const points = pointsSql(series, 'usual', within.where);
    const isShared = pairs.every(pair => pair.a.capture === pair.b.capture);
    const bucket =
      params.bucket !== undefined
        ? durationOf('bucket', params.bucket)
        : isShared
          ? null
          : await longestInterval(ask, within, points);
    const found = await ask.query.columns(
      ratioSql(pairs, points, within.time, bucket),
      within.params,
      ask.cancel,
    );
    const [valueA, valueB, value] = [found.numbers('a'), found.numbers('b'), found.numbers('ratio')];
    const notes = [
      ...new Set([
        ...within.notes,
        ...a.notes,
        ...b.notes,
        ...pairNotes,
        ...clockNotes(within, new Set(series.map(each => each.capture))),
        ...ratesNote(series, 'usual'),
      ]),
    ];
    if (bucket !== null && params.bucket === undefined)
      notes.push(`The captures differ: averages over ${Number(bucket) / 1e9} s; --bucket chooses.`);
    if (found.length > 0) notes.push(summary(valueA, valueB, value));
    return answer(
      [
        ...inUnit(
          inUnit(
            columns,
            ['a'],
            pairs.map(pair => unitRead(pair.a, 'usual')),
          ),
          ['b'],
          pairs.map(pair => unitRead(pair.b, 'usual')),
        ),
        ...(pairs.length > 1 ? pairColumns : []),
      ],
      found.length,
      {
        time: found.wides('time'),
        a: valueA,
        b: valueB,
        ratio: value,
        ...labels(
          pairs.map(pair => pair.a),
          found.ints('pair'),
          () => null,
        ),
      },
      { notes },
    );
  },
});

/** Values of a pair meet in a bucket, or at one time of their capture; without a clock in one of its rows. */
function ratioSql(pairs: readonly Pair[], points: string, time: string, bucket: bigint | null): string {
  const at = bucket === null ? 'coalesce(s.ts, s."row")' : `${time} // ${bucket} * ${bucket}`;
  const rows = pairs.map((pair, n) => `(${n}, ${pair.a.id}, ${pair.b.id})`);
  return `WITH point AS MATERIALIZED (
      SELECT s.series, ${at} AS at, min(${bucket === null ? time : at}) AS "time", sum(s.value * s.weight) / sum(s.weight) AS value
      FROM (${points}) s WHERE s.value IS NOT NULL GROUP BY 1, 2)
    SELECT p.n::INTEGER AS pair, a."time"::BIGINT AS "time", a.value AS a, b.value AS b,
           CASE WHEN b.value <> 0 THEN a.value / b.value END AS ratio
    FROM (VALUES ${rows.length > 0 ? rows.join(', ') : '(NULL, NULL, NULL)'}) p(n, a, b)
    JOIN point a ON a.series = p.a JOIN point b ON b.series = p.b AND b.at = a.at
    ORDER BY p.n, a.at`;
}

/** Of the series, in whole seconds. */
async function longestInterval(ask: Ask, { params }: MetricsInScope, points: string): Promise<bigint> {
  const second = 1_000_000_000n;
  const found = await ask.query.columns(
    `SELECT coalesce(max(step), 0)::BIGINT AS step FROM (
       SELECT (max(s.ts) - min(s.ts)) // nullif(count(*) - 1, 0) AS step FROM (${points}) s
       WHERE s.ts IS NOT NULL GROUP BY s.series)`,
    params,
    ask.cancel,
  );
  const step = found.wides('step')[0]!;
  return step > 0n ? ((step + second - 1n) / second) * second : second;
}

function summary(a: Float64Array, b: Float64Array, ratio: Float64Array): string {
  const sum = (of: Float64Array) => of.reduce((all, each) => all + each, 0);
  const below = ratio.filter(each => each < 1).length;
  return `Over all: ${(sum(a) / sum(b)).toPrecision(4)}; below 1 in ${counted(below)} of ${amountOf(ratio.length, 'points')}.`;
}
