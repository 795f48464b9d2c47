import { answer, counted, durationText, nothing, texts } from '../answer.ts';
import { anchorsBetween } from '../clock-anchors/anchors-between.ts';
import { type AnswerColumn, analyzer, nullWide } from '../contract.ts';
import { note } from '../notes.ts';
import { axesNote } from '../scatter/axes.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'x', kind: 'duration', about: 'When, since the first moment that both have seen.' },
  {
    name: 'y',
    kind: 'duration',
    about: 'How far the fit leaves it from the nearest time at which the other has the same.',
  },
  { name: 'x_to', kind: 'number', about: 'Null: each moment stands by itself.' },
  { name: 'y_to', kind: 'number', about: 'Null: each moment stands by itself.' },
  { name: 'count', kind: 'integer', about: 'Moments: one.' },
  { name: 'time', kind: 'time', about: 'When, as the capture stands now; null where it is not aligned.' },
  { name: 'what', kind: 'text', about: 'What the other capture has, too.' },
];

export const clockResiduals = analyzer({
  id: 'clock-residuals',
  title: 'Residuals of a fit',
  question: 'How far does a fit of two clocks leave what both have seen, from beginning to end?',
  needs: [],
  params: {
    capture: { type: 'text', about: 'One capture, by its id or name.', required: true, example: '1' },
    by: { type: 'text', about: 'The other.', required: true, example: '2' },
    within: {
      type: 'number',
      about:
        'Only what is left within so many times the error of the fit: what lies far off is no match. 0: all.',
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
    const most = params.within === 0 ? Number.POSITIVE_INFINITY : params.within * error;
    const shown = known.filter(({ residual }) => Math.abs(residual) <= most);
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
            `${counted(near.length)} of ${counted(known.length)} moments of ${found.of.name} are within ${durationText(error)}, the error of the fit.`,
            { within: near.length, of: known.length, errorNs: error },
          ),
          ...(shown.length < known.length
            ? [
                note(
                  'far-off',
                  `Farther off than ${params.within} times that, and not drawn: ${counted(known.length - shown.length)}.`,
                  { moments: known.length - shown.length },
                  { option: 'within', does: 'says how far off is still drawn' },
                ),
              ]
            : []),
          axesNote(
            { x: false, y: false },
            { x: `since the first moment of ${found.of.name}`, y: 'residual' },
          ),
        ],
      },
    );
  },
});
