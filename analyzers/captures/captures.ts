import { answer, texts } from '../answer.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import { note } from '../notes.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'id', kind: 'integer', refers: 'capture', about: 'What --capture takes.' },
  { name: 'name', kind: 'text', about: 'Name of the file.' },
  { name: 'format', kind: 'text', about: 'How it was read.' },
  { name: 'status', kind: 'text', about: 'complete, partial or failed.' },
  { name: 'start', kind: 'time', about: 'Its first row; null while it is not aligned to UTC.' },
  { name: 'end', kind: 'time', about: 'Its last row; null while it is not aligned to UTC.' },
  { name: 'host', kind: 'text', refers: 'host', about: 'The machine it was taken on.' },
  { name: 'clock', kind: 'text', about: 'Where its times come from, and whether that is a guess.' },
  { name: 'lines', kind: 'integer', about: 'Size of the file in lines (binary formats: in bytes).' },
  { name: 'used', kind: 'integer', about: 'Lines understood.' },
  { name: 'blank', kind: 'integer', about: 'Empty lines and separators.' },
  { name: 'skipped', kind: 'integer', about: 'Lines not understood.' },
  { name: 'rows', kind: 'integer', about: 'Rows it gave, over all tables.' },
  { name: 'problems', kind: 'integer', about: 'How often something was not understood.' },
];

export const captures = analyzer({
  id: 'captures',
  title: 'Captures',
  question: 'What was read: which files, from when, and how much of them was understood?',
  needs: [],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const found = await ask.query.columns(
      `SELECT id::DOUBLE AS id, name, format, status, host, unit,
              (zero_ns + utc_offset_ns + first_ts)::BIGINT AS start,
              (zero_ns + utc_offset_ns + last_ts)::BIGINT AS "end",
              clock_domain AS domain, zone, clock_source AS source, clock_guess::INTEGER AS guess,
              (utc_offset_ns IS NOT NULL)::INTEGER AS aligned, clock_error_ns::DOUBLE AS error,
              size::DOUBLE AS lines, used::DOUBLE AS used, blank::DOUBLE AS blank,
              skipped::DOUBLE AS skipped, problems::DOUBLE AS problems, "rows"
       FROM capture WHERE ${chosen(scope.captures)} ORDER BY id`,
      [],
      ask.cancel,
    );
    const [guess, aligned, error] = [found.ints('guess'), found.ints('aligned'), found.numbers('error')];
    const [source, domain, zone] = [found.texts('source'), found.texts('domain'), found.texts('zone')];
    const clock = source.map((each, row) =>
      clockPhrase({
        source: each ?? '',
        domain: domain[row] ?? '',
        zone: zone[row] ?? null,
        guess: guess[row] === 1,
        aligned: aligned[row] === 1,
        error: error[row]!,
      }),
    );
    const sized = found.texts('unit').some(unit => unit === 'bytes');
    return answer(
      columns,
      found.length,
      {
        id: found.numbers('id'),
        name: texts(found.texts('name')),
        format: texts(found.texts('format')),
        status: texts(found.texts('status')),
        start: found.wides('start'),
        end: found.wides('end'),
        host: texts(found.texts('host')),
        clock: texts(clock),
        lines: found.numbers('lines'),
        used: found.numbers('used'),
        blank: found.numbers('blank'),
        skipped: found.numbers('skipped'),
        rows: Float64Array.from(found.texts('rows'), rowCount),
        problems: found.numbers('problems'),
      },
      {
        notes: sized ? [note('bytes-counted', 'Binary captures count bytes where others count lines.')] : [],
      },
    );
  },
});

function chosen(ids: readonly number[] | undefined): string {
  return ids?.length ? `id IN (${ids.map(Math.trunc).join(', ')})` : 'true';
}

interface ClockFacts {
  readonly source: string;
  readonly domain: string;
  readonly zone: string | null;
  readonly guess: boolean;
  readonly aligned: boolean;
  /** ns; NaN when unknown. */
  readonly error: number;
}

/** `reference time in the header, ±1 ms (guess)` */
export function clockPhrase({ source, domain, zone, guess, aligned, error }: ClockFacts): string {
  const words = [source || domain];
  if (domain === 'local' && zone !== null) words.push(zone);
  if (!aligned) words.push('not aligned to UTC');
  if (error > 0) words.push(`±${duration(error)}`);
  return `${words.join(', ')}${guess ? ' (guess)' : ''}`;
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

/** `{"sample": 3, "event": 2}` → 5 */
function rowCount(rows: string | null): number {
  return Object.values(JSON.parse(rows ?? '{}') as Record<string, number>).reduce((sum, n) => sum + n, 0);
}
