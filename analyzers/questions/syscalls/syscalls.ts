import { type AnswerColumn, analyzer } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, counted, nothing, texts } from '../../kit/answer.ts';
import { clippedToScope, note } from '../../kit/notes.ts';
import { textsById } from '../../kit/texts.ts';
import { clipTo } from '../../scope/clip.ts';
import { wordId } from '../../states/in-scope.ts';
import { meaningfulEvents } from '../../states/meaningful.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'call', kind: 'code', about: 'The system call; its number if the capture does not name it.' },
  { name: 'count', kind: 'integer', about: 'Calls of which any part is in scope.' },
  { name: 'errors', kind: 'integer', about: 'Calls that failed.' },
  {
    name: 'total',
    kind: 'duration',
    about: 'Time from entry to return, within the scope; null if no return is known.',
  },
  {
    name: 'max',
    kind: 'duration',
    about: 'Duration of the longest call, from entry to return, also beyond the scope.',
  },
  {
    name: 'mean',
    kind: 'duration',
    about: 'Mean duration of the calls whose duration is known, also beyond the scope.',
  },
];

export const syscalls = analyzer({
  id: 'syscalls',
  title: 'System calls',
  question: 'Which system calls were made, how long did they take, and which failed?',
  needs: ['event'],
  params: {},
  shape: 'table',
  columns,
  /** Pairs entries and returns by thread before filtering by scope, which could drop one of the two. */
  async answer(ask, _params, scope) {
    const events = await meaningfulEvents(ask, ['syscall', 'syscall-enter', 'syscall-exit']);
    const within = await eventsIn(ask, scope, {}, 's.took');
    const clip = clipTo(scope, within.captures, 's.took');
    if (events === null) return answer(columns, 0, nothing(columns), { notes: within.notes });
    const name = events.id('syscall.name', 'syscall-enter.name', 'syscall-exit.name');
    // Calls recorded twice, with and without a number, are only searched for if both exist: it costs a second sort of all calls.
    const enters = events.schemas.filter(({ meaning }) => meaning === 'syscall-enter');
    const isRecordedTwice = new Set(enters.map(({ fields }) => fields.has('syscall-enter.number'))).size > 1;
    const result = events.number('syscall.result', 'syscall-exit.result');
    const found = await ask.query.columns(
      `WITH raw AS (
         SELECT s.*, ${name} AS call, ${events.number('syscall-enter.number', 'syscall-exit.number')} AS number,
           ${events.id('syscall.error')} AS error, ${events.number('syscall.error')} AS code, ${result} AS result,
           CASE WHEN ${events.where('syscall-enter')} THEN 1 WHEN ${events.where('syscall-exit')} THEN 2 ELSE 0 END AS way
         FROM event s WHERE ${events.where('syscall', 'syscall-enter', 'syscall-exit')}),
       -- Linux records a call twice if both raw_syscalls:* and syscalls:* are enabled: by its number, then by its name.
       once AS (
         SELECT * FROM raw WINDOW w AS (PARTITION BY capture, thread, way = 0 ORDER BY ts, id)
         QUALIFY way = 0 OR number IS NULL OR NOT coalesce(
           lead(way) OVER w = way AND lead(number) OVER w IS NULL OR lag(way) OVER w = way AND lag(number) OVER w IS NULL, false)),
       paired AS (
         SELECT *, lead(way) OVER w AS next_way, lead(ts) OVER w AS next_ts, lead(result) OVER w AS next_result, lag(way) OVER w AS before
         FROM ${isRecordedTwice ? 'once' : 'raw'} WINDOW w AS (PARTITION BY capture, thread, way = 0 ORDER BY ts, id)),
       calls AS (
         SELECT s.*,
           CASE way WHEN 0 THEN duration WHEN 1 THEN CASE WHEN next_way = 2 THEN next_ts - s.ts END END AS took,
           CASE way WHEN 0 THEN (error IS NOT NULL AND error IS DISTINCT FROM $empty::INTEGER) OR coalesce(code, 0) <> 0
             WHEN 1 THEN next_way = 2 AND next_result < 0 ELSE result < 0 END AS failed
         FROM paired s WHERE way <> 2 OR before IS DISTINCT FROM 1)
       SELECT coalesce(s.call, CASE WHEN s.number IS NULL THEN s.kind END)::INTEGER AS call, CASE WHEN s.call IS NULL THEN s.number END::DOUBLE AS number,
         count(*)::DOUBLE AS count, count(*) FILTER (failed)::DOUBLE AS errors, sum(${clip.duration})::DOUBLE AS total,
         max(took)::DOUBLE AS max, avg(took)::DOUBLE AS mean, count(*) FILTER (took IS NULL)::DOUBLE AS untimed,
         count(*) FILTER (${clip.reachesBeyond})::DOUBLE AS beyond
       FROM calls s WHERE ${within.where} GROUP BY ALL ORDER BY total DESC NULLS LAST, count DESC, call, number`,
      { ...within.params, empty: await wordId(ask, '') },
      ask.cancel,
    );
    const names = await textsById(ask, found.ints('call'));
    const beyond = found.numbers('beyond').reduce((sum, each) => sum + each, 0);
    const untimed = found.numbers('untimed').reduce((sum, each) => sum + each, 0);
    return answer(
      columns,
      found.length,
      {
        call: texts(
          Array.from(
            found.ints('call'),
            (id, row) => names.get(id) ?? `system call ${found.numbers('number')[row]}`,
          ),
        ),
        count: found.numbers('count'),
        errors: found.numbers('errors'),
        total: found.numbers('total'),
        max: found.numbers('max'),
        mean: found.numbers('mean'),
      },
      {
        notes: [
          ...within.notes,
          ...clippedToScope(beyond, 'calls'),
          ...(untimed > 0
            ? [
                note(
                  'calls-without-duration',
                  `${untimed === 1 ? '1 call has' : `${counted(untimed)} calls have`} no duration, because entry or return was not recorded.`,
                  { calls: untimed },
                ),
              ]
            : []),
        ],
      },
    );
  },
});
