import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { note } from '../../kit/notes.ts';
import { clipTo } from '../../scope/clip.ts';
import { predicate } from '../../scope/scope.ts';

const columns: readonly AnswerColumn[] = [
  column.process,
  { name: 'state', kind: 'text', about: 'Running, ready or waiting.' },
  {
    name: 'count',
    kind: 'integer',
    unit: 'states',
    about: 'Number of times a thread of the process entered the state.',
  },
  {
    name: 'duration',
    kind: 'duration',
    about: 'Total duration of these states within the scope; null if no end was recorded.',
  },
];

/**
 * EXAMPLE: a question that reads a table of `parsers/tables.ts` by its own SQL: `predicate` selects
 * the rows in scope by the columns that the table declares, and notes the parts of the scope that cannot narrow them.
 */
export const exampleStates = analyzer({
  id: 'example-states',
  title: 'Example of a table',
  question: 'How long were the threads of each process in each state?',
  needs: ['state'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const { where, params, captures, notes } = await predicate(ask, scope, 'state');
    // EXAMPLE: durations are added up, so rows are clipped to the scope. A question that only lists rows does not clip them.
    const clip = clipTo(scope, captures);
    const result = await ask.query.columns(
      // EXAMPLE: ids are joined to their texts after grouping, when few are left. LEFT JOIN if the id is nullable:
      // JOIN would drop its rows. The thread and the state of a row of `state` are never null.
      `SELECT p.value AS process, v.value AS state, sum(n)::DOUBLE AS count, sum(duration)::DOUBLE AS duration,
              sum(unfinished)::INTEGER AS unfinished
       FROM (SELECT s.thread, s.state, count(*) AS n, sum(${clip.duration}) AS duration,
                    count(*) FILTER (s.duration IS NULL) AS unfinished
             FROM state s WHERE ${where} GROUP BY ALL)
       JOIN thread t ON t.id = thread LEFT JOIN "text" p ON p.id = t.process JOIN "text" v ON v.id = state
       GROUP BY ALL ORDER BY 4 DESC NULLS LAST, 1, 2`,
      params,
      ask.cancel,
    );
    const unfinished = result.ints('unfinished').reduce((sum, each) => sum + each, 0);
    return answer(
      columns,
      result.length,
      {
        process: texts(result.texts('process')),
        state: texts(result.texts('state')),
        count: result.numbers('count'),
        duration: result.numbers('duration'),
      },
      {
        notes: [
          ...notes,
          ...(unfinished > 0
            ? [
                note(
                  'without-end',
                  `${unfinished === 1 ? '1 state has' : `${unfinished} states have`} no recorded end, and no duration.`,
                  {
                    endless: unfinished,
                  },
                ),
              ]
            : []),
        ],
      },
    );
  },
});
