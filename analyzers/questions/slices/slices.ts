import { type AnswerColumn, analyzer } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, counted, nothing, texts } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { clippedToScope, firstOnly, note } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { idColumn, idsOf } from '../../kit/signal-ids.ts';
import { textColumn, textsById } from '../../kit/texts.ts';
import { clipTo } from '../../scope/clip.ts';
import { wordId } from '../../states/in-scope.ts';
import { meaningfulEvents } from '../../states/meaningful.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'name',
    kind: 'code',
    refers: 'slice',
    about: 'Name of the slices; for events without a name, their kind.',
  },
  column.process,
  { name: 'kind', kind: 'text', refers: 'kind', about: 'Event type: kinds are never added together.' },
  { name: 'count', kind: 'integer', about: 'Slices of which any part is in scope.' },
  { name: 'errors', kind: 'integer', about: 'Slices that failed.' },
  {
    name: 'total',
    kind: 'duration',
    about:
      'Total time of the slices within the scope, including nested slices; null if no duration is known.',
  },
  {
    name: 'mean',
    kind: 'duration',
    about: 'Mean duration from begin to end, of slices with a known duration.',
  },
  { name: 'p50', kind: 'duration', about: 'Half of the slices took no longer.' },
  { name: 'p99', kind: 'duration', about: '99 of 100 slices took no longer.' },
  { name: 'max', kind: 'duration', about: 'Longest duration.' },
  { ...idColumn, about: `${idColumn.about} The signal is that of the kind.` },
];

export const slices = analyzer({
  id: 'slices',
  title: 'Slices',
  question: 'Which spans, calls and requests were there, how long did they take, and which failed?',
  needs: ['event'],
  params: {
    top: howMany('Number of names; those with the longest total.', 1000, 100_000),
  },
  shape: 'table',
  columns,
  /** Events with a duration, and slices by the roles of their fields that never ended. */
  async answer(ask, params, scope) {
    const events = await meaningfulEvents(ask, ['slice', 'syscall']);
    const within = await eventsIn(ask, scope, {}, 's.duration');
    const clip = clipTo(scope, within.captures);
    const isSlice = events?.where('slice', 'syscall') ?? 'false';
    const name = events?.id('slice.name', 'syscall.name') ?? 'NULL::INTEGER';
    const error = events?.id('slice.error', 'syscall.error') ?? 'NULL::INTEGER';
    const code = events?.number('syscall.error') ?? 'NULL::DOUBLE';
    const result = await ask.query.columns(
      `WITH slice AS (
         SELECT coalesce(${name}, s.kind) AS name, s.kind, t.process, s.duration, ${clip.duration} AS time, ${clip.reachesBeyond} AS beyond,
           (${error} IS NOT NULL AND ${error} IS DISTINCT FROM $empty::INTEGER) OR coalesce(${code}, 0) <> 0 AS failed
         FROM event s LEFT JOIN thread t ON t.id = s.thread
         WHERE ${within.where} AND (s.duration IS NOT NULL OR ${isSlice}))
       SELECT name::INTEGER AS name, kind::INTEGER AS kind, coalesce(process, -1)::INTEGER AS process,
         count(*)::DOUBLE AS count, count(*) FILTER (failed)::DOUBLE AS errors, sum(time)::DOUBLE AS total,
         avg(duration)::DOUBLE AS mean, quantile_disc(duration, 0.5)::DOUBLE AS p50, quantile_disc(duration, 0.99)::DOUBLE AS p99,
         max(duration)::DOUBLE AS max, count(*) FILTER (duration IS NULL)::DOUBLE AS unfinished,
         count(*) FILTER (beyond)::DOUBLE AS beyond, count(*) OVER ()::DOUBLE AS of
       FROM slice GROUP BY name, kind, process
       ORDER BY total DESC NULLS LAST, count DESC, name, kind, process LIMIT ${Math.floor(params.top)}`,
      { ...within.params, empty: await wordId(ask, '') },
      ask.cancel,
    );
    if (result.length === 0) return answer(columns, 0, nothing(columns), { notes: within.notes });
    const ids = ['name', 'kind', 'process'] as const;
    const names = await textsById(
      ask,
      ids.flatMap(id => [...result.ints(id)]),
    );
    const beyond = result.numbers('beyond').reduce((sum, each) => sum + each, 0);
    const unfinished = result.numbers('unfinished').reduce((sum, each) => sum + each, 0);
    const all = result.numbers('of')[0] ?? 0;
    const kind = textColumn(result.ints('kind'), names);
    return answer(
      columns,
      result.length,
      {
        name: texts(Array.from(result.ints('name'), id => names.get(id) ?? '')),
        process: textColumn(result.ints('process'), names),
        kind,
        count: result.numbers('count'),
        errors: result.numbers('errors'),
        total: result.numbers('total'),
        mean: result.numbers('mean'),
        p50: result.numbers('p50'),
        p99: result.numbers('p99'),
        max: result.numbers('max'),
        id: idsOf('events', kind),
      },
      {
        notes: [
          ...within.notes,
          ...clippedToScope(beyond, 'slices'),
          ...(unfinished > 0
            ? [
                note(
                  'without-end',
                  `${unfinished === 1 ? '1 slice has' : `${counted(unfinished)} slices have`} no recorded end, and no duration.`,
                  {
                    endless: unfinished,
                  },
                ),
              ]
            : []),
          ...(all > result.length
            ? [
                firstOnly(
                  params.top,
                  all,
                  `The ${counted(params.top)} with the longest total, of ${counted(all)} names.`,
                  { option: 'top', does: 'changes how many are shown' },
                ),
              ]
            : []),
        ],
      },
    );
  },
});
