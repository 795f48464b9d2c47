import { type CaptureNames, clockSentence } from '../../../workspace/clocks/clock-words.ts';
import { nullWide } from '../../../workspace/query.ts';
import type { CaptureRecord } from '../../../workspace/store/captures.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { capturesIn } from './captures-in.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'id', kind: 'integer', refers: 'capture', about: 'Id of the capture, as used in scopes.' },
  { name: 'name', kind: 'text', about: 'Name of the file.' },
  { name: 'format', kind: 'text', about: 'The format it was read as.' },
  {
    name: 'status',
    kind: 'text',
    about: 'complete, partial, empty (read to its end, without a row) or failed.',
  },
  { name: 'start', kind: 'time', about: 'Its first row; null while it is not aligned to UTC.' },
  { name: 'end', kind: 'time', about: 'Its last row; null while it is not aligned to UTC.' },
  { name: 'host', kind: 'text', refers: 'host', about: 'The machine it was recorded on.' },
  { name: 'clock', kind: 'text', about: 'Where its times come from, and whether that is a guess.' },
  { name: 'lines', kind: 'integer', about: 'Size of the file in lines (binary formats: in bytes).' },
  { name: 'used', kind: 'integer', about: 'Lines understood.' },
  { name: 'blank', kind: 'integer', about: 'Empty lines and separators.' },
  { name: 'skipped', kind: 'integer', about: 'Lines not understood.' },
  { name: 'rows', kind: 'integer', about: 'Rows imported from it, in all tables.' },
  { name: 'problems', kind: 'integer', about: 'Number of problems in its log of problems.' },
  {
    name: 'reason',
    kind: 'text',
    about: 'Why it is partial, empty or failed: what stopped the reading, and where.',
  },
];

export const captures = analyzer({
  id: 'captures',
  title: 'Captures',
  question: 'Which files were read, which time do they cover, and how much of them was understood?',
  needs: [],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const { found, spans, names } = await capturesIn(ask, scope);
    const sized = found.some(({ unit }) => unit === 'bytes');
    return answer(
      columns,
      found.length,
      {
        id: Float64Array.from(found, ({ id }) => id),
        name: texts(found.map(({ name }) => name)),
        format: texts(found.map(({ format }) => format)),
        status: texts(found.map(({ status }) => status)),
        start: BigInt64Array.from(spans, each => each?.from ?? nullWide),
        end: BigInt64Array.from(spans, each => each?.to ?? nullWide),
        host: texts(found.map(({ host }) => host)),
        clock: texts(found.map(capture => clockPhrase(capture, names))),
        lines: Float64Array.from(found, ({ size }) => size),
        used: Float64Array.from(found, ({ used }) => used),
        blank: Float64Array.from(found, ({ blank }) => blank),
        skipped: Float64Array.from(found, ({ skipped }) => skipped),
        rows: Float64Array.from(found, ({ rows }) => Object.values(rows).reduce((sum, n) => sum + n, 0)),
        problems: Float64Array.from(found, ({ problems }) => problems),
        reason: texts(found.map(({ reason }) => reason)),
      },
      {
        notes: sized
          ? [note('bytes-counted', 'For binary captures, lines, used, blank and skipped are bytes.')]
          : [],
      },
    );
  },
});

/** `reference time in the header, ±1 µs (guess)` */
function clockPhrase(capture: CaptureRecord, names: CaptureNames): string {
  const { clock, clockGuess, clockError, firstTs } = capture;
  const words = [clockSentence(clock, names)];
  if (clock.utcOffset === null && firstTs !== null) words.push('not aligned to UTC');
  if (clockError !== null && clockError > 0) words.push(`±${duration(clockError)}`);
  return `${words.join(', ')}${clockGuess ? ' (guess)' : ''}`;
}

function duration(ns: number): string {
  const units = [
    ['s', 1e9],
    ['ms', 1e6],
    ['µs', 1e3],
  ] as const;
  for (const [unit, size] of units) if (ns >= size) return `${Number((ns / size).toPrecision(3))} ${unit}`;
  return `${ns} ns`;
}
