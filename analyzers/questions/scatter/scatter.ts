import { nullWide } from '../../../workspace/query.ts';
import { type AnswerColumn, analyzer, type Note } from '../../contract.ts';
import { kinds } from '../../events/offered.ts';
import { amountOf, answer, durationText, nothing } from '../../kit/answer.ts';
import { note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { durationOf } from '../../metrics/duration.ts';
import { axesNote } from './axes.ts';
import { fieldPairs } from './field-pairs.ts';
import { binned, type Pairs, pearson, scaleOf } from './pairs.ts';
import { seriesPairs } from './series-pairs.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'x', kind: 'number', about: 'Value on the x axis; for a cell, its lower bound.' },
  { name: 'y', kind: 'number', about: 'Value on the y axis; for a cell, its lower bound.' },
  { name: 'x_to', kind: 'number', about: 'Upper bound of the cell; null for a single point.' },
  { name: 'y_to', kind: 'number', about: 'Upper bound of the cell; null for a single point.' },
  { name: 'count', kind: 'integer', about: 'Number of points.' },
  { name: 'time', kind: 'time', about: 'Time of the point; null for a cell.' },
];

export const scatter = analyzer({
  id: 'scatter',
  title: 'Scatter plot',
  question: 'How does one value depend on another?',
  needs: ['event', 'metric'],
  params: {
    x: {
      type: 'text',
      names: 'series',
      about:
        'A series, as object/instance/counter; or, with a kind, a numeric field of its events, or duration.',
      required: true,
      example: 'cpu/%idle',
    },
    y: {
      type: 'text',
      names: 'series',
      about: 'The same for the y axis.',
      required: true,
      example: 'disk/vda/%util',
    },
    kind: {
      type: 'text',
      about: 'Pairs values of the same event of this kind, instead of series at the same time.',
      offers: kinds,
      otherwise: 'none: pairs series',
    },
    bucket: {
      type: 'text',
      about:
        'For series, the means of intervals of this length: 10s, 1min. Default: the longer interval of the two series.',
    },
    scale: {
      type: 'choice',
      about: 'Scale of both axes. Default: logarithmic if values span more than a factor of 100.',
      choices: ['auto', 'log', 'linear'],
      default: 'auto',
    },
    points: howMany('Maximum number of single points; more are counted in cells.', 5000, 100_000),
  },
  shape: 'scatter',
  columns,
  async answer(ask, params, scope) {
    const { x, y, kind } = params;
    const bucket = params.bucket === undefined ? null : durationOf('bucket', params.bucket);
    const pairs: Pairs =
      kind === undefined
        ? await seriesPairs(ask, x, y, bucket, scope)
        : await fieldPairs(ask, kind, x, y, scope);
    const n = pairs.x.length;
    const named = columns.map(each => {
      const unit = each.name.startsWith('x') ? pairs.xUnit : each.name.startsWith('y') ? pairs.yUnit : null;
      if (unit === null) return each;
      return unit === 'ns' ? { ...each, kind: 'duration' as const } : { ...each, unit };
    });
    if (n === 0) return answer(named, 0, nothing(columns), { notes: onceEach(pairs.notes) });
    const log = {
      x: params.scale === 'auto' ? scaleOf(pairs.x) === 'log' : params.scale === 'log' && isPositive(pairs.x),
      y: params.scale === 'auto' ? scaleOf(pairs.y) === 'log' : params.scale === 'log' && isPositive(pairs.y),
    };
    const notes = [...pairs.notes, ...rNotes(pairs, log, kind === undefined)];
    if (n <= params.points)
      return answer(
        named,
        n,
        {
          x: pairs.x,
          y: pairs.y,
          x_to: new Float64Array(n).fill(Number.NaN),
          y_to: new Float64Array(n).fill(Number.NaN),
          count: new Float64Array(n).fill(1),
          time: pairs.time,
        },
        { notes: onceEach([...notes, axesNote(log)]) },
      );
    const cells = binned(pairs, log);
    return answer(
      named,
      cells.count.length,
      { ...cells, time: new BigInt64Array(cells.count.length).fill(nullWide) },
      {
        notes: onceEach([
          ...notes,
          axesNote(log),
          note('points-counted', `${amountOf(n, 'points')} are counted in cells.`, { points: n }),
        ]),
      },
    );
  },
});

const isPositive = (values: Float64Array): boolean => values.every(value => value > 0);

function rNotes(
  { x, y, width }: Pairs,
  log: { readonly x: boolean; readonly y: boolean },
  ofSeries: boolean,
): Note[] {
  const scaled = (values: Float64Array, isLog: boolean) => (isLog ? values.map(Math.log) : values);
  const r = pearson(scaled(x, log.x), scaled(y, log.y));
  const n = x.length;
  if (Number.isNaN(r))
    return [
      note(
        'no-correlation',
        `r is unknown, because one of the values never changes over ${amountOf(n, 'points')}.`,
        {
          n,
        },
      ),
    ];
  return [
    note(
      'correlation',
      `r = ${r.toFixed(3)} over ${amountOf(n, 'points')}${log.x || log.y ? ', using logarithms on logarithmic axes' : ''}.${ofSeries ? ' Consecutive values are correlated, so r alone is no evidence: see what moves with it for the probability of chance.' : ''}`,
      { r, n },
    ),
    ...(width === null
      ? []
      : [
          note('joined', `Each point has the means of both series over ${durationText(Number(width))}.`, {
            widthNs: Number(width),
          }),
        ]),
  ];
}
