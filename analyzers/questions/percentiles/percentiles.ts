import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { meanOf, percentileOf, valueParams, valuesIn } from '../values/values.ts';

const value = (name: string, about: string): AnswerColumn => ({ name, kind: 'number', about });

const columns: readonly AnswerColumn[] = [
  {
    name: 'values',
    kind: 'text',
    about: 'The field and kind, or the series, that the values are from, and the group.',
  },
  {
    name: 'capture',
    kind: 'integer',
    refers: 'capture',
    about: 'The capture that the values are from; null if from several.',
  },
  { name: 'count', kind: 'integer', about: 'Number of values.' },
  value('min', 'Smallest value.'),
  value('mean', 'Mean of the values.'),
  value('p50', 'Median: half of the values are no larger.'),
  value('p90', '90 of 100 values are no larger.'),
  value('p99', '99 of 100 values are no larger.'),
  value('p999', '999 of 1,000 values are no larger.'),
  value('max', 'Largest value.'),
  { name: 'unit', kind: 'text', about: 'Unit of the values.' },
];

export const percentiles = analyzer({
  id: 'percentiles',
  title: 'Percentiles',
  question: 'What are the percentiles of a field, of durations or of a counter?',
  needs: ['event', 'metric'],
  params: valueParams,
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const { groups, notes } = await valuesIn(ask, params, scope);
    const column = (figure: (group: (typeof groups)[number]) => number) => Float64Array.from(groups, figure);
    const areTimes = groups.length > 0 && groups.every(({ unit }) => unit === 'ns');
    return answer(
      areTimes
        ? columns.map(each => (each.kind === 'number' ? { ...each, kind: 'duration' } : each))
        : columns,
      groups.length,
      {
        values: texts(groups.map(({ name }) => name)),
        capture: column(({ capture }) => capture),
        count: column(({ count }) => count),
        min: column(({ values }) => values[0]!),
        mean: column(meanOf),
        p50: column(group => percentileOf(group, 0.5)),
        p90: column(group => percentileOf(group, 0.9)),
        p99: column(group => percentileOf(group, 0.99)),
        p999: column(group => percentileOf(group, 0.999)),
        max: column(({ values }) => values.at(-1)!),
        unit: texts(groups.map(({ unit }) => unit)),
      },
      { notes },
    );
  },
});
