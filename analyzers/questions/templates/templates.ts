import { eventsAt } from '../../../workspace/store/events.ts';
import type { AnswerColumn } from '../../contract.ts';
import { eventsIn, pickParams } from '../../events/in-scope.ts';
import { answer, texts } from '../../kit/answer.ts';
import { withIds } from '../../kit/with-ids.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'template',
    kind: 'text',
    refers: 'template',
    about: 'The message with its variable parts replaced by `<*>`.',
  },
  {
    name: 'level',
    kind: 'text',
    refers: 'level',
    about: 'Level of the events; a template with several levels has a row for each.',
  },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Events in scope.' },
  { name: 'first', kind: 'time', about: 'Time of the first.' },
  { name: 'last', kind: 'time', about: 'Time of the last.' },
  { name: 'captures', kind: 'text', about: 'Names of the captures with the template.' },
  { name: 'example', kind: 'text', about: 'The first message with the template.' },
];

export const templates = withIds('template', {
  id: 'templates',
  title: 'Templates',
  question: 'Which kinds of messages are there, and how many of each?',
  needs: ['event'],
  params: pickParams,
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await eventsIn(ask, scope, params);
    const result = await ask.query.columns(
      `WITH part AS (
         SELECT s.template AS masked, s.level, s.capture, count(*) AS n, min(${within.time}) AS first,
                max(${within.time}) AS last, min(s.id) AS example
         FROM event s WHERE ${within.where} AND s.template IS NOT NULL GROUP BY ALL
       ), whole AS (
         SELECT coalesce(t.template, x.value) AS template, p.level, sum(p.n)::DOUBLE AS "count",
                min(p.first)::BIGINT AS first, max(p.last)::BIGINT AS last, min(p.example) AS example,
                string_agg(DISTINCT c.name, ', ' ORDER BY c.name) AS captures
         FROM part p JOIN (SELECT * FROM "text" WHERE id IN (SELECT masked FROM part)) x ON x.id = p.masked
         LEFT JOIN template t ON t.masked = p.masked
         JOIN capture c ON c.id = p.capture GROUP BY ALL
       )
       SELECT w.template, l.value AS level, w."count", w.first, w.last, w.captures, e.message AS example
       FROM whole w JOIN (${eventsAt('(SELECT DISTINCT example AS id, 0 AS n FROM whole)')}) e ON e.id = w.example
       LEFT JOIN (SELECT * FROM "text" WHERE id IN (SELECT level FROM whole)) l ON l.id = w.level
       ORDER BY w."count" DESC, w.template, level`,
      within.params,
      ask.cancel,
    );
    const count = result.numbers('count');
    return answer(
      columns,
      result.length,
      {
        template: texts(result.texts('template')),
        level: texts(result.texts('level')),
        count,
        first: result.wides('first'),
        last: result.wides('last'),
        captures: texts(result.texts('captures')),
        example: texts(result.texts('example')),
      },
      { notes: within.notes, whole: { amount: count.reduce((sum, each) => sum + each, 0), unit: 'events' } },
    );
  },
});
