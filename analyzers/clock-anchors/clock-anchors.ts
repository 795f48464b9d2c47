import { anchorsOf } from '../../workspace/align/fit/fits.ts';
import { readCaptures } from '../../workspace/captures.ts';
import { answer, texts } from '../answer.ts';
import { captureNamed } from '../clock-fits/capture-named.ts';
import { type AnswerColumn, analyzer, nullWide } from '../contract.ts';
import { note } from '../notes.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture whose moment it is.' },
  { name: 'time', kind: 'time', about: 'When, as the capture stands now; null where it is not aligned.' },
  {
    name: 'what',
    kind: 'text',
    about: 'What the other capture has, too: a thread that ran, began or ended, or a token that was printed.',
  },
  {
    name: 'residual',
    kind: 'duration',
    about:
      'How far from the nearest time at which the other has the same, once the fit is applied; 0: within it.',
  },
  { name: 'agrees', kind: 'text', about: 'yes: within the error of the fit.' },
];

export const clockAnchors = analyzer({
  id: 'clock-anchors',
  title: 'Anchors of a fit',
  question: 'What have two captures both seen, and how far apart does a fit of their clocks leave it?',
  needs: [],
  params: {
    capture: { type: 'text', about: 'One capture, by its id or name.', required: true, example: '1' },
    by: { type: 'text', about: 'The other.', required: true, example: '2' },
  },
  shape: 'table',
  columns,
  async answer(ask, params) {
    const all = await readCaptures(ask.query);
    const [a, b] = [captureNamed(all, params.capture), captureNamed(all, params.by)];
    const found = await ask.memo(`clock-anchors ${a.id} ${b.id}`, async () => {
      const value = await anchorsOf(ask.query, a, b);
      return { value, bytes: 100 * (value?.anchors.length ?? 0) };
    });
    const anchors = found?.anchors ?? [];
    const of = found?.of ?? a;
    const { clock } = of;
    const zero = clock.utcOffset === null ? null : clock.zero + clock.utcOffset;
    return answer(
      columns,
      anchors.length,
      {
        capture: new Float64Array(anchors.length).fill(of.id),
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
      {
        notes: found
          ? []
          : [
              note(
                'no-fit',
                `No moments that both ${a.name} and ${b.name} have seen say how their clocks stand. Tools that only count are fitted by their counts, which have no moments.`,
              ),
            ],
      },
    );
  },
});
