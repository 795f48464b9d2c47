import { type AnswerColumn, analyzer } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { requestFields } from '../../fields/request-ids.ts';
import { answer, nothing, texts } from '../../kit/answer.ts';
import { firstRows } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { textsById } from '../../kit/texts.ts';
import { wordId } from '../../states/in-scope.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'request',
    kind: 'code',
    refers: 'request',
    about: 'Id of the trace, or the request id in logs.',
  },
  { name: 'name', kind: 'code', about: 'Name of its first slice; null without slices.' },
  { name: 'time', kind: 'time', about: 'Time of its first event.' },
  { name: 'duration', kind: 'duration', about: 'Time from the first event to the end of the last.' },
  { name: 'slices', kind: 'integer', about: 'Number of slices.' },
  { name: 'others', kind: 'integer', about: 'Number of other events with its id.' },
  { name: 'errors', kind: 'integer', about: 'Slices that failed.' },
  { name: 'captures', kind: 'integer', about: 'Number of captures that have a part of it.' },
];

export const requests = analyzer({
  id: 'requests',
  aliases: ['traces'],
  title: 'Requests',
  question: 'Which requests were there, and which took longest?',
  needs: ['event'],
  params: {
    top: howMany('Number of requests to show, the longest first.', 1000, 100_000),
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const fields = await requestFields(ask);
    const within = await eventsIn(ask, scope, {}, 's.duration');
    if (!fields) return answer(columns, 0, nothing(columns), { notes: within.notes });
    const result = await ask.query.columns(
      // Ids that are not interned have a text of their own in each event, so they are compared by value.
      `WITH request_event AS (
         SELECT ${fields.request} AS request, ${within.time} AS began, s.duration, s.capture, ${fields.isSlice} AS is_slice,
           ${fields.name} AS name, ${fields.error} AS error
         FROM event s WHERE ${fields.where} AND ${within.where})
       SELECT x.value AS request, (arg_min(name, began) FILTER (is_slice))::INTEGER AS name, min(began)::BIGINT AS first,
         (max(began + coalesce(duration, 0)) - min(began))::DOUBLE AS duration, (count(*) FILTER (is_slice))::DOUBLE AS slices,
         (count(*) FILTER (NOT is_slice))::DOUBLE AS others,
         (count(*) FILTER (error IS NOT NULL AND error IS DISTINCT FROM $empty::INTEGER))::DOUBLE AS errors,
         count(DISTINCT capture)::DOUBLE AS captures, count(*) OVER ()::DOUBLE AS of
       FROM request_event e JOIN "text" x ON x.id = e.request WHERE x.value NOT IN ('', '-')
       GROUP BY x.value ORDER BY duration DESC NULLS LAST, slices DESC, x.value LIMIT ${Math.floor(params.top)}`,
      { ...within.params, empty: await wordId(ask, '') },
      ask.cancel,
    );
    const names = await textsById(ask, result.ints('name'));
    return answer(
      columns,
      result.length,
      {
        request: texts(result.texts('request')),
        name: texts(Array.from(result.ints('name'), id => names.get(id) ?? null)),
        time: result.wides('first'),
        duration: result.numbers('duration'),
        slices: result.numbers('slices'),
        others: result.numbers('others'),
        errors: result.numbers('errors'),
        captures: result.numbers('captures'),
      },
      { notes: [...within.notes, ...firstRows(result.length, result.numbers('of')[0] ?? 0)] },
    );
  },
});
