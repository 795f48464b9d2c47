import { clockSentence } from '../../../workspace/clocks/clock-words.ts';
import { nullWide } from '../../../workspace/query.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { capturesIn } from '../captures/captures-in.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'capture',
    kind: 'integer',
    refers: 'capture',
    about: 'Id of the capture, as used in scopes.',
  },
  { name: 'name', kind: 'text', about: 'Name of the file.' },
  {
    name: 'domain',
    kind: 'text',
    about: 'Type of its own clock: utc, local (a wall clock), boot (since boot), none (since its first row).',
  },
  {
    name: 'offset',
    kind: 'duration',
    about: 'Amount added to its own clock to get UTC; null: not aligned to UTC.',
  },
  {
    name: 'moved',
    kind: 'duration',
    about:
      'Part of `offset` added by hand, by a pin or by a fit to a capture that states its own time; null: none.',
  },
  {
    name: 'drift_ppm',
    kind: 'number',
    unit: 'ppm',
    about: 'Correction of its rate: +200 moves a row 100 s after its zero 20 ms later. 0: as recorded.',
  },
  {
    name: 'error_ns',
    kind: 'duration',
    about: 'Maximum error of its times; null: unknown.',
  },
  { name: 'source', kind: 'text', about: 'Source of its times, and how their offset to UTC is known.' },
  {
    name: 'by',
    kind: 'integer',
    refers: 'capture',
    about:
      'The capture that its start or zone was taken from; null: it states its own time, or is not aligned.',
  },
  { name: 'known', kind: 'text', about: 'stated, guess, by hand, or not aligned.' },
  { name: 'start', kind: 'time', about: 'Its first row; null while it is not aligned.' },
  { name: 'end', kind: 'time', about: 'Its last row; null while it is not aligned.' },
];

export const clocks = analyzer({
  id: 'clocks',
  title: 'Clocks',
  question: 'Which clock does each capture use, how is it aligned to UTC, and how large may the error be?',
  needs: [],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const { found, spans, names } = await capturesIn(ask, scope);
    const unaligned = found.filter(({ clock }) => clock.utcOffset === null).map(({ name }) => name);
    return answer(
      columns,
      found.length,
      {
        capture: Float64Array.from(found, ({ id }) => id),
        name: texts(found.map(({ name }) => name)),
        domain: texts(found.map(({ clock }) => clock.domain)),
        offset: Float64Array.from(found, ({ clock }) =>
          clock.utcOffset === null ? Number.NaN : Number(clock.utcOffset),
        ),
        moved: Float64Array.from(found, ({ clock }) => Number(clock.facts.shifted) || Number.NaN),
        drift_ppm: Float64Array.from(found, ({ clock }) => clock.facts.drift / 1000),
        error_ns: Float64Array.from(found, ({ clockError }) => clockError ?? Number.NaN),
        source: texts(found.map(({ clock }) => clockSentence(clock, names))),
        by: Float64Array.from(
          found,
          ({ clock: { facts } }) => (facts.startBy ?? facts.zoneBy)?.id ?? Number.NaN,
        ),
        known: texts(
          found.map(({ clock, clockGuess, clockAsRead }) => {
            if (clock.utcOffset === null) return 'not aligned';
            if (clockGuess) return 'guess';
            return clockAsRead === null ? 'stated' : 'by hand';
          }),
        ),
        start: BigInt64Array.from(spans, each => each?.from ?? nullWide),
        end: BigInt64Array.from(spans, each => each?.to ?? nullWide),
      },
      {
        notes:
          unaligned.length === 0
            ? []
            : [
                note(
                  'not-aligned',
                  `Not aligned to UTC, and shown on ${unaligned.length === 1 ? 'its own clock' : 'their own clocks'}: ${unaligned.join(', ')}. Set the start, or pin an event to one of another capture.`,
                  { captures: unaligned },
                ),
              ],
      },
    );
  },
});
