import { type AnswerColumn, analyzer, nullWide } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { anchorsBetween } from './anchors-between.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture that recorded the moment.' },
  {
    name: 'time',
    kind: 'time',
    about: 'Time of the moment on the current clock of the capture; null if it is not aligned.',
  },
  {
    name: 'what',
    kind: 'text',
    about:
      'The moment that both captures recorded: a thread that ran, began or ended, or a token that was printed.',
  },
  {
    name: 'residual',
    kind: 'duration',
    about:
      'Distance to the nearest time at which the other capture recorded the same, after the fit; 0: within an interval that the other capture recorded.',
  },
  { name: 'agrees', kind: 'text', about: 'yes if the residual is within the error of the fit, else no.' },
];

export const clockAnchors = analyzer({
  id: 'clock-anchors',
  title: 'Anchors of a fit',
  question:
    'Which moments did two captures both record, and how far apart are they after a fit of their clocks?',
  needs: [],
  params: {
    capture: { type: 'text', about: 'One capture, by its id or name.', required: true, example: '1' },
    by: { type: 'text', about: 'The other capture, by its id or name.', required: true, example: '2' },
  },
  shape: 'table',
  columns,
  async answer(ask, params) {
    const { anchors: found, zero, notes } = await anchorsBetween(ask, params.capture, params.by);
    const anchors = found?.anchors ?? [];
    return answer(
      columns,
      anchors.length,
      {
        capture: new Float64Array(anchors.length).fill(found?.capture.id ?? Number.NaN),
        time: BigInt64Array.from(anchors, ({ at }) =>
          zero === null ? nullWide : zero + BigInt(Math.round(at)),
        ),
        what: texts(anchors.map(({ what }) => what)),
        residual: Float64Array.from(anchors, ({ residual }) =>
          Number.isFinite(residual) ? residual : Number.NaN,
        ),
        agrees: texts(
          anchors.map(({ residual }) => (Math.abs(residual) <= found!.line.error ? 'yes' : 'no')),
        ),
      },
      { notes },
    );
  },
});
