import { agrees, clockFitOf, type Fit, fits } from '../../../workspace/align/fit/fits.ts';
import { type CaptureRecord, readCaptures } from '../../../workspace/store/captures.ts';
import { type AnswerColumn, analyzer, type Note } from '../../contract.ts';
import { answer, listed, texts } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { captureNamed } from './capture-named.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture whose clock would be changed.' },
  { name: 'name', kind: 'text', about: 'Name of its file.' },
  {
    name: 'by',
    kind: 'integer',
    refers: 'capture',
    about: 'The capture to which the clock is fitted, because both recorded the same moments.',
  },
  { name: 'by_name', kind: 'text', about: 'Name of its file.' },
  {
    name: 'verdict',
    kind: 'text',
    about:
      'agrees: the clock is within the error of the fit; off: it is not; not aligned: it has no UTC offset yet.',
  },
  {
    name: 'shift',
    kind: 'duration',
    about: 'Time to add to its times (to its own clock if it is not aligned) to agree with `by`.',
  },
  {
    name: 'drift_ppm',
    kind: 'number',
    unit: 'ppm',
    about: 'Correction of its rate; null if it cannot be determined to within 5 ppm.',
  },
  { name: 'error_ns', kind: 'duration', about: 'Maximum error of the times after the shift.' },
  { name: 'drift_error_ppm', kind: 'number', unit: 'ppm', about: 'Maximum error of the drift.' },
  { name: 'seen', kind: 'integer', about: 'Moments that both captures recorded, after the shift.' },
  {
    name: 'of',
    kind: 'integer',
    about: 'Moments of one capture while the other was recording.',
  },
  { name: 'chance', kind: 'number', about: 'Probability that unrelated captures agree this well by chance.' },
  {
    name: 'evidence',
    kind: 'text',
    about:
      'moments that both captures recorded, which have residuals, or counts per interval, which have none.',
  },
];

export const clockFits = analyzer({
  id: 'clock-fits',
  title: 'Fits of clocks',
  question: 'How should each clock be corrected so that captures of the same moments agree?',
  needs: [],
  params: {
    by: { type: 'text', about: 'Only fits to this capture, by its id or name.' },
  },
  shape: 'table',
  columns,
  async answer(ask, { by }, scope) {
    const all = await readCaptures(ask.query);
    const others = by === undefined ? [] : [captureNamed(all, by).id];
    const wanted = scope.captures ?? [];
    const found = await ask.memo(`clock-fits ${[...wanted].join()} ${others.join()}`, async () => {
      const value = await fits(ask.query, all, wanted, others, ask.cancel);
      return { value, bytes: value.length * 1000 };
    });
    const verdict = (fit: Fit) =>
      fit.capture.clock.utcOffset === null ? 'not aligned' : agrees(fit) ? 'agrees' : 'off';
    const numbers = (get: (fit: Fit) => number | null) =>
      Float64Array.from(found, fit => get(fit) ?? Number.NaN);
    return answer(
      columns,
      found.length,
      {
        capture: numbers(({ capture }) => capture.id),
        name: texts(found.map(({ capture }) => capture.name)),
        by: numbers(({ by }) => by.id),
        by_name: texts(found.map(({ by }) => by.name)),
        verdict: texts(found.map(verdict)),
        shift: numbers(({ shift }) => Number(shift)),
        drift_ppm: numbers(({ drift }) => drift && drift / 1000),
        error_ns: numbers(fit => clockFitOf(fit).error),
        drift_error_ppm: numbers(({ driftError }) => driftError && driftError / 1000),
        seen: numbers(({ hits }) => hits),
        of: numbers(({ moments }) => moments),
        chance: numbers(({ chance }) => chance),
        evidence: texts(found.map(({ evidence }) => evidence)),
      },
      { notes: notFound(all, wanted, found) },
    );
  },
});

function notFound(all: readonly CaptureRecord[], wanted: readonly number[], found: readonly Fit[]): Note[] {
  const fitted = new Set(found.flatMap(({ capture, by }) => [capture.id, by.id]));
  const none = all.filter(({ id }) => !fitted.has(id) && (wanted.length === 0 || wanted.includes(id)));
  if (none.length === 0) return [];
  const names = none.map(({ name }) => name);
  return [
    note(
      'no-fit',
      `No fit for ${listed(names)}: no other capture recorded enough of the same moments. Set the clock by hand, or pin an event.`,
      { captures: names },
    ),
  ];
}
