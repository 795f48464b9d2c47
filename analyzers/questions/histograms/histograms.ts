import { nullWide } from '../../../workspace/query.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, counted, percent, texts } from '../../kit/answer.ts';
import { captureFacts } from '../../kit/catalog.ts';
import { firstOnly } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { textColumn, textsById } from '../../kit/texts.ts';
import { predicate } from '../../scope/scope.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'histogram', kind: 'text', about: 'Object, instance and counter of the series.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'Capture of the histogram.' },
  { name: 'time', kind: 'time', about: 'End of the interval that it covers; null without a clock.' },
  { name: 'low', kind: 'number', about: 'Lower bound of the bucket, inclusive; null if unbounded.' },
  { name: 'high', kind: 'number', about: 'Upper bound, exclusive; null if unbounded.' },
  { name: 'unit', kind: 'text', about: 'Unit of the bounds.' },
  { name: 'count', kind: 'integer', about: 'Values in the bucket.' },
  {
    name: 'percent',
    title: 'share',
    kind: 'percent',
    unit: '%',
    about: 'Share of all values of the histogram.',
  },
];

export const histograms = analyzer({
  id: 'histograms',
  title: 'Histograms',
  question: 'How are the values in the histograms that tools printed distributed?',
  needs: ['histogram'],
  params: {
    series: { type: 'text', about: 'Only histograms whose name contains this, ignoring case.' },
    top: howMany('Number of histograms to show; those with most values come first.', 50, 10_000),
  },
  shape: 'histogram',
  columns,
  /** Histograms of one series at several times are not added up, because some tools count each from the start. */
  async answer(ask, params, scope) {
    const within = await predicate(ask, scope, 'histogram');
    const named = `lower(concat_ws(' ', o.value, i.value, c.value))`;
    const result = await ask.query.columns(
      `WITH rows AS (
         SELECT s.capture, s.series, s.ts, s.low, s.high, s.count, r.object, r.instance, r.counter, r.unit
         FROM histogram s JOIN series r ON r.id = s.series
         LEFT JOIN "text" o ON o.id = r.object LEFT JOIN "text" i ON i.id = r.instance LEFT JOIN "text" c ON c.id = r.counter
         WHERE ${within.where} AND contains(${named}, lower($series))),
       sums AS (SELECT capture, series, ts, sum(count) AS whole, row_number() OVER (ORDER BY sum(count) DESC, capture, series, ts) AS rank, count(*) OVER () AS of
         FROM rows GROUP BY capture, series, ts)
       SELECT r.capture::INTEGER AS capture, r.ts::BIGINT AS ts, r.low::DOUBLE AS low, r.high::DOUBLE AS high, r.count::DOUBLE AS count,
         r.object::INTEGER AS object, r.instance::INTEGER AS instance, r.counter::INTEGER AS counter, r.unit::INTEGER AS unit,
         h.whole::DOUBLE AS whole, h.of::DOUBLE AS of
       FROM rows r JOIN sums h ON h.capture = r.capture AND h.series = r.series AND h.ts IS NOT DISTINCT FROM r.ts
       WHERE h.rank <= ${Math.floor(params.top)} ORDER BY h.rank, r.low NULLS FIRST, r.high`,
      { ...within.params, series: params.series ?? '' },
      ask.cancel,
    );
    const ids = ['object', 'instance', 'counter', 'unit'] as const;
    const names = await textsById(
      ask,
      ids.flatMap(id => [...result.ints(id)]),
    );
    const zeros = new Map((await captureFacts(ask)).map(each => [each.id, each.utcZero]));
    const all = result.numbers('of')[0] ?? 0;
    const [count, whole] = [result.numbers('count'), result.numbers('whole')];
    return answer(
      columns,
      result.length,
      {
        histogram: texts(
          Array.from(count, (_, row) =>
            ['object', 'instance', 'counter']
              .map(id => names.get(result.ints(id)[row]!) ?? '')
              .filter(Boolean)
              .join(' '),
          ),
        ),
        capture: Float64Array.from(result.ints('capture')),
        time: result.wides('ts').map((ts, row) => {
          const zero = zeros.get(result.ints('capture')[row]!) ?? null;
          return ts === nullWide || zero === null ? nullWide : zero + ts;
        }),
        low: result.numbers('low'),
        high: result.numbers('high'),
        unit: textColumn(result.ints('unit'), names),
        count,
        percent: Float64Array.from(count, (each, row) => percent(each, whole[row]!)),
      },
      {
        notes: [
          ...within.notes,
          ...(all > params.top
            ? [
                firstOnly(
                  params.top,
                  all,
                  `The ${counted(params.top)} of ${counted(all)} histograms with most values.`,
                  { option: 'top', does: 'changes how many are shown' },
                ),
              ]
            : []),
        ],
      },
    );
  },
});
