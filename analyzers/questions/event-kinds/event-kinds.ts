import type { AnswerColumn } from '../../contract.ts';
import { eventsIn, pickParams } from '../../events/in-scope.ts';
import { answer, texts } from '../../kit/answer.ts';
import { textsById } from '../../kit/texts.ts';
import { withIds } from '../../kit/with-ids.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'kind',
    kind: 'code',
    refers: 'kind',
    about: '`log` for a line of a log, else the tracepoint or the call.',
  },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Events in scope.' },
  { name: 'leveled', kind: 'integer', unit: 'events', about: 'Events that have a level.' },
  { name: 'captures', kind: 'integer', about: 'Number of captures with events of the kind.' },
  { name: 'first', kind: 'time', about: 'Time of the first.' },
  { name: 'last', kind: 'time', about: 'Time of the last.' },
];

export const eventKinds = withIds('kind', {
  id: 'event-kinds',
  title: 'Event kinds',
  question: 'What kinds of events are there, and how many of each?',
  needs: ['event'],
  params: { level: pickParams.level, text: pickParams.text, search: pickParams.search },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await eventsIn(ask, scope, params);
    const result = await ask.query.columns(
      `SELECT s.kind::INTEGER AS kind, count(*)::DOUBLE AS n, count(s.level)::DOUBLE AS leveled,
              count(DISTINCT s.capture)::DOUBLE AS captures,
              min(${within.time})::BIGINT AS first, max(${within.time})::BIGINT AS last
       FROM event s WHERE ${within.where} GROUP BY s.kind ORDER BY n DESC, s.kind`,
      within.params,
      ask.cancel,
    );
    const kinds = [...result.ints('kind')];
    const names = await textsById(ask, kinds);
    const count = result.numbers('n');
    return answer(
      columns,
      result.length,
      {
        kind: texts(kinds.map(id => names.get(id) ?? null)),
        count,
        leveled: result.numbers('leveled'),
        captures: result.numbers('captures'),
        first: result.wides('first'),
        last: result.wides('last'),
      },
      { notes: within.notes, whole: { amount: count.reduce((sum, each) => sum + each, 0), unit: 'events' } },
    );
  },
});
