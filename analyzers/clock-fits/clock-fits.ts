import { agrees, clockFitOf, type Fit, fits } from '../../workspace/align/fit/fits.ts';
import { type CaptureRecord, readCaptures } from '../../workspace/captures.ts';
import { answer, listed, texts } from '../answer.ts';
import { type AnswerColumn, analyzer, type Note } from '../contract.ts';
import { note } from '../notes.ts';
import { captureNamed } from './capture-named.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture whose clock would be changed.' },
  { name: 'name', kind: 'text', about: 'Name of its file.' },
  { name: 'by', kind: 'integer', refers: 'capture', about: 'The capture that has seen the same.' },
  { name: 'by_name', kind: 'text', about: 'Name of its file.' },
  {
    name: 'verdict',
    kind: 'text',
    about: 'agrees: it stands where it should; off: it does not; not aligned: it stands nowhere yet.',
  },
  {
    name: 'shift',
    kind: 'duration',
    about: 'What would have to be added to its times; of one that is not aligned, to its own clock.',
  },
  {
    name: 'drift_ppm',
    kind: 'number',
    unit: 'ppm',
    about: 'What would have to be added to its rate; null where that cannot be told to 5 ppm.',
  },
  { name: 'error_ns', kind: 'duration', about: 'How far off it may be then.' },
  { name: 'drift_error_ppm', kind: 'number', unit: 'ppm', about: 'How far off the drift may be.' },
  { name: 'seen', kind: 'integer', about: 'Moments of one that are where the other has the same.' },
  {
    name: 'of',
    kind: 'integer',
    about: 'Moments of one that the other could have seen, of those looked at.',
  },
  { name: 'chance', kind: 'number', about: 'How likely so much agreement is where there is none.' },
];

export const clockFits = analyzer({
  id: 'clock-fits',
  title: 'Fits of clocks',
  question: 'Where should each clock stand, by what other captures have seen of the same?',
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
      const value = await fits(ask.query, all, wanted, others);
      return { value, bytes: value.length * 1000 };
    });
    const verdict = (fit: Fit) =>
      fit.capture.clock.utcOffset === null ? 'not aligned' : agrees(fit) ? 'agrees' : 'off';
    const numbers = (of: (fit: Fit) => number | null) =>
      Float64Array.from(found, fit => of(fit) ?? Number.NaN);
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
      `Nothing that another capture has seen, too, says where ${listed(names)} ${names.length === 1 ? 'stands' : 'stand'}: no fit was found.`,
      { captures: names },
    ),
  ];
}
