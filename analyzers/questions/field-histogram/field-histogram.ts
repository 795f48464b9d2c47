import { nullWide } from '../../../workspace/query.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { ascendingBins } from '../../durations/log-bins.ts';
import { answer, percent, texts } from '../../kit/answer.ts';
import { note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { edgesOf, type Scale, scaleOf } from '../values/bins.ts';
import { type Group, valueParams, valuesIn } from '../values/values.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'histogram',
    kind: 'text',
    about: 'The field and kind, or the series, that the values are from, and the group.',
  },
  {
    name: 'capture',
    kind: 'integer',
    refers: 'capture',
    about: 'The capture that the values are from; null if from several.',
  },
  { name: 'time', kind: 'time', about: 'Null: the values are from the whole time in scope.' },
  { name: 'low', kind: 'number', about: 'Lower bound of the bucket, inclusive.' },
  { name: 'high', kind: 'number', about: 'Upper bound, exclusive.' },
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

export const fieldHistogram = analyzer({
  id: 'field-histogram',
  title: 'Histogram of a field',
  question: 'How are the values of a field, of durations or of a counter distributed?',
  needs: ['event', 'metric'],
  params: {
    ...valueParams,
    scale: {
      type: 'choice',
      about:
        'Bins of equal width (linear), or of equal ratio (log). Default: decided by the range of the values.',
      choices: ['auto', 'log', 'linear'],
      default: 'auto',
    },
    bins: howMany('Maximum number of bins.', 30, 1000),
  },
  shape: 'histogram',
  columns,
  async answer(ask, params, scope) {
    const { groups, notes } = await valuesIn(ask, params, scope);
    const bucketed = groups.map(group => bucketsOf(group, params.scale, Math.floor(params.bins)));
    const rows = bucketed.flatMap(({ counts }, at) =>
      Array.from(counts, (count, bin) => ({ at, bin, count })),
    );
    const hasNoLog = params.scale === 'log' && bucketed.some(({ scale }) => scale === 'linear');
    return answer(
      columns,
      rows.length,
      {
        histogram: texts(rows.map(({ at }) => groups[at]!.name)),
        capture: Float64Array.from(rows, ({ at }) => groups[at]!.capture),
        time: new BigInt64Array(rows.length).fill(nullWide),
        low: Float64Array.from(rows, ({ at, bin }) => bucketed[at]!.edges[bin]!),
        high: Float64Array.from(rows, ({ at, bin }) => bucketed[at]!.edges[bin + 1]!),
        unit: texts(rows.map(({ at }) => groups[at]!.unit)),
        count: Float64Array.from(rows, ({ count }) => count),
        percent: Float64Array.from(rows, ({ at, count }) => percent(count, groups[at]!.count)),
      },
      {
        notes: onceEach([
          ...notes,
          ...(hasNoLog
            ? [note('no-logarithm', 'Some values are below 0, so the bins have equal width.')]
            : []),
        ]),
      },
    );
  },
});

function bucketsOf({ values, counts }: Group, wanted: string, maxBuckets: number) {
  const canBeLog = values[0]! >= 0 && values.at(-1)! > 0;
  const scale: Scale = wanted === 'auto' ? scaleOf(values) : wanted === 'log' && canBeLog ? 'log' : 'linear';
  const edges = edgesOf(values, scale, maxBuckets);
  const inBins = new Float64Array(edges.length - 1);
  const binOf = ascendingBins(edges);
  for (let i = 0; i < values.length; i++) inBins[binOf(values[i]!)]! += counts ? counts[i]! : 1;
  return { scale, edges, counts: inBins };
}
