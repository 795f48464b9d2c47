import { type AnswerColumn, type Ask, analyzer, type Note } from '../../contract.ts';
import { amountOf, answer, counted } from '../../kit/answer.ts';
import { firstOnly, note, onceEach } from '../../kit/notes.ts';
import { durationOf } from '../../metrics/duration.ts';
import { clockNotes, type MetricsInScope, metricsIn } from '../../metrics/in-scope.ts';
import { inUnit, labelColumns, labels } from '../../metrics/labels.ts';
import { maxValues, pointsSql, ratesNote, unitRead } from '../../metrics/points.ts';
import { selected, selectionAbout } from '../../metrics/select.ts';
import { type Pair, paired } from './pairs.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Time of the values; with buckets, the start of the bucket.' },
  { name: 'a', kind: 'number', about: 'Value of the first series.' },
  { name: 'b', kind: 'number', about: 'Value of the second series.' },
  { name: 'ratio', kind: 'number', drawn: true, about: 'a / b; null if b is 0.' },
];

/** Columns that name the pair of a row, by its first series. */
const pairColumns = labelColumns.filter(({ name }) => name !== 'counter' && name !== 'unit');

export const ratio = analyzer({
  id: 'ratio',
  title: 'Ratio',
  question: 'How does the ratio of two counters change over time?',
  needs: ['metric'],
  params: {
    a: {
      type: 'text',
      names: 'series',
      about: `The dividend. ${selectionAbout}`,
      required: true,
      example: 'cpu/*',
    },
    b: {
      type: 'text',
      names: 'series',
      about: 'The divisor, named like a; if several series match, they are paired by instance.',
      required: true,
      example: '%idle',
    },
    bucket: {
      type: 'text',
      about:
        'Averages over intervals of this length. Default: pairs values of the same time; for different captures, averages over the longer interval of the two.',
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
    const points = pointsSql(series, 'usual', within);
    const isShared = pairs.every(pair => pair.a.capture === pair.b.capture);
    const bucket =
      params.bucket !== undefined
        ? durationOf('bucket', params.bucket)
        : isShared
          ? null
          : await longestInterval(ask, within, points);
    const result = await ask.query.columns(
      ratioSql(pairs, points, within.time, bucket),
      within.params,
      ask.cancel,
    );
    const rows = Math.min(maxValues, result.length);
    const [valueA, valueB, value] = ['a', 'b', 'ratio'].map(side =>
      result.numbers(side).subarray(0, rows),
    ) as [Float64Array, Float64Array, Float64Array];
    const notes = onceEach([
      ...within.notes,
      ...a.notes,
      ...b.notes,
      ...pairNotes,
      ...clockNotes(within, new Set(series.map(each => each.capture))),
      ...ratesNote(series, 'usual'),
    ]);
    if (bucket !== null && params.bucket === undefined)
      notes.push(
        note(
          'averaged',
          `The series are from different captures, so these are averages over ${Number(bucket) / 1e9} s.`,
          {
            seconds: Number(bucket) / 1e9,
          },
          { option: 'bucket', does: 'chooses the interval' },
        ),
      );
    if (rows < result.length)
      notes.push(
        firstOnly(maxValues, null, `The first ${counted(maxValues)} points.`, {
          option: 'bucket',
          does: 'reduces their number',
        }),
      );
    if (rows > 0) notes.push(summary(valueA, valueB, value));
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
      rows,
      {
        time: result.wides('time').subarray(0, rows),
        a: valueA,
        b: valueB,
        ratio: value,
        ...labels(
          pairs.map(pair => pair.a),
          result.ints('pair').subarray(0, rows),
          () => null,
        ),
      },
      { notes },
    );
  },
});

/** Joins the values of a pair by bucket, else by time of their capture, or by row if the capture has no clock. */
function ratioSql(pairs: readonly Pair[], points: string, time: string, bucket: bigint | null): string {
  const at = bucket === null ? 'coalesce(s.ts, s."row")' : `${time} // ${bucket} * ${bucket}`;
  const [n, first, second] = (['n', 'a', 'b'] as const).map(
    column =>
      `unnest([${pairs.map((pair, n) => (column === 'n' ? n : pair[column].id)).join(', ')}]::INTEGER[])`,
  );
  // One pass over the points: a join of both sides on series and time took minutes for ten million of them.
  return `WITH side AS (SELECT ${n} AS n, ${first} AS series, 'a' AS of UNION ALL SELECT ${n}, ${second}, 'b'),
    point AS (SELECT s.series, s.value, s.weight, ${at} AS place, ${bucket === null ? time : at} AS "time" FROM (${points}) s
      WHERE s.value IS NOT NULL)
    SELECT pair, "time", a, b, CASE WHEN b <> 0 THEN a / b END AS ratio FROM (
      SELECT side.n::INTEGER AS pair, p.place, min(p."time")::BIGINT AS "time", ${meanOf('a')} AS a, ${meanOf('b')} AS b
      FROM point p JOIN side ON side.series = p.series WHERE p.place IS NOT NULL GROUP BY 1, 2)
    WHERE a IS NOT NULL AND b IS NOT NULL ORDER BY pair, place LIMIT ${maxValues + 1}`;
}

const meanOf = (side: string) =>
  `sum(p.value * p.weight) FILTER (side.of = '${side}') / sum(p.weight) FILTER (side.of = '${side}')`;

/** Longest interval of the series, in whole seconds. */
async function longestInterval(ask: Ask, { params }: MetricsInScope, points: string): Promise<bigint> {
  const second = 1_000_000_000n;
  const result = await ask.query.columns(
    `SELECT coalesce(max(step), 0)::BIGINT AS step FROM (
       SELECT (max(s.ts) - min(s.ts)) // nullif(count(*) - 1, 0) AS step FROM (${points}) s
       WHERE s.ts IS NOT NULL GROUP BY s.series)`,
    params,
    ask.cancel,
  );
  const step = result.wides('step')[0]!;
  return step > 0n ? ((step + second - 1n) / second) * second : second;
}

function summary(a: Float64Array, b: Float64Array, ratio: Float64Array): Note {
  const sum = (values: Float64Array) => values.reduce((all, each) => all + each, 0);
  const below = ratio.filter(each => each < 1).length;
  const overall = sum(a) / sum(b);
  return note(
    'overall',
    `Ratio of the sums: ${overall.toPrecision(4)}; below 1 at ${counted(below)} of ${amountOf(ratio.length, 'points')}.`,
    { ratio: overall, below, points: ratio.length },
  );
}
