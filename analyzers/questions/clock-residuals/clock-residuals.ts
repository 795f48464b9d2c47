import { type AnswerColumn, analyzer, nullWide } from '../../contract.ts';
import { answer, counted, durationText, nothing, texts } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { anchorsBetween } from '../clock-anchors/anchors-between.ts';
import { axesNote } from '../scatter/axes.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'x', kind: 'duration', about: 'Time since the first moment that both captures recorded.' },
  {
    name: 'y',
    kind: 'duration',
    about: 'Distance to the nearest time at which the other capture recorded the same, after the fit.',
  },
  { name: 'x_to', kind: 'number', about: 'Always null: a row is one moment.' },
  { name: 'y_to', kind: 'number', about: 'Always null: a row is one moment.' },
  { name: 'count', kind: 'integer', about: 'Always 1: a row is one moment.' },
  {
    name: 'time',
    kind: 'time',
    about: 'Time of the moment on the current clock of the capture; null if it is not aligned.',
  },
  {
    name: 'what',
    kind: 'text',
    about: 'The moment that both captures recorded, such as the start of a thread.',
  },
];

export const clockResiduals = analyzer({
  id: 'clock-residuals',
  title: 'Residuals of a fit',
  question:
    'How far apart are the moments of two captures after a fit of their clocks, from beginning to end?',
  needs: [],
  params: {
    capture: { type: 'text', about: 'One capture, by its id or name.', required: true, example: '1' },
    by: { type: 'text', about: 'The other capture, by its id or name.', required: true, example: '2' },
    within: {
      type: 'number',
      about:
        'Only residuals up to this many times the error of the fit; larger ones are not matches. 0: all.',
      default: 10,
      min: 0,
      max: 1_000_000,
    },
  },
  shape: 'scatter',
  columns,
  async answer(ask, params) {
    const between = await anchorsBetween(ask, params.capture, params.by);
    const { anchors: found, zero } = between;
    if (!found) return answer(columns, 0, nothing(columns), { notes: between.notes });
    const { error } = found.line;
    const known = found.anchors.filter(({ residual }) => Number.isFinite(residual));
    const maxResidual = params.within === 0 ? Number.POSITIVE_INFINITY : params.within * error;
    const shown = known.filter(({ residual }) => Math.abs(residual) <= maxResidual);
    const near = shown.filter(({ residual }) => Math.abs(residual) <= error);
    const first = shown[0]?.at ?? 0;
    const none = new Float64Array(shown.length).fill(Number.NaN);
    return answer(
      columns,
      shown.length,
      {
        x: Float64Array.from(shown, ({ at }) => at - first),
        y: Float64Array.from(shown, ({ residual }) => residual),
        x_to: none,
        y_to: none,
        count: new Float64Array(shown.length).fill(1),
        time: BigInt64Array.from(shown, ({ at }) =>
          zero === null ? nullWide : zero + BigInt(Math.round(at)),
        ),
        what: texts(shown.map(({ what }) => what)),
      },
      {
        notes: [
          note(
            'residuals',
            `${counted(near.length)} of ${counted(known.length)} moments of ${found.capture.name} are within ${durationText(error)}, the error of the fit.`,
            { within: near.length, of: known.length, errorNs: error },
          ),
          ...(shown.length < known.length
            ? [
                note(
                  'far-off',
                  `${counted(known.length - shown.length)} have a residual of more than ${params.within} times that, and are not drawn.`,
                  { moments: known.length - shown.length },
                  { option: 'within', does: 'changes the largest residual that is drawn' },
                ),
              ]
            : []),
          axesNote(
            { x: false, y: false },
            { x: `since the first moment of ${found.capture.name}`, y: 'residual' },
          ),
        ],
      },
    );
  },
});
