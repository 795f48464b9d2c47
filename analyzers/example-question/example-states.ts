import { answer, texts } from '../answer.ts';
import * as column from '../columns.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import { cutTo } from '../cut.ts';
import { note } from '../notes.ts';
import { predicate } from '../scope.ts';

const columns: readonly AnswerColumn[] = [
  column.process,
  { name: 'state', kind: 'text', about: 'Running, ready or waiting.' },
  { name: 'count', kind: 'integer', unit: 'states', about: 'How often a thread of it entered the state.' },
  {
    name: 'duration',
    kind: 'duration',
    about: 'How long they lasted together, within the scope; null where no end was recorded.',
  },
];

/**
 * EXAMPLE: a question that reads a table by its own SQL, as any table of `parsers/tables.ts` can be read: `predicate` says
 * which rows the scope means, by the columns that the table declares, and notes what of the scope they cannot be narrowed by.
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
    // EXAMPLE: time is added up, so that rows are cut to the scope. A question that only lists rows leaves them whole.
    const cut = cutTo(scope, captures);
    const found = await ask.query.columns(
      // EXAMPLE: ids are joined to what they stand for after grouping, when few are left. LEFT JOIN, where the id is nullable:
      // JOIN would drop its rows; thread and state of a state never are.
      `SELECT p.value AS process, v.value AS state, sum(n)::DOUBLE AS count, sum(duration)::DOUBLE AS duration,
              sum(unfinished)::INTEGER AS unfinished
       FROM (SELECT s.thread, s.state, count(*) AS n, sum(${cut.duration}) AS duration,
                    count(*) FILTER (s.duration IS NULL) AS unfinished
             FROM state s WHERE ${where} GROUP BY ALL)
       JOIN thread t ON t.id = thread LEFT JOIN "text" p ON p.id = t.process JOIN "text" v ON v.id = state
       GROUP BY ALL ORDER BY 4 DESC NULLS LAST, 1, 2`,
      params,
      ask.cancel,
    );
    const unfinished = found.ints('unfinished').reduce((sum, each) => sum + each, 0);
    return answer(
      columns,
      found.length,
      {
        process: texts(found.texts('process')),
        state: texts(found.texts('state')),
        count: found.numbers('count'),
        duration: found.numbers('duration'),
      },
      {
        notes: [
          ...notes,
          ...(unfinished > 0
            ? [
                note('without-end', `States without a recorded end, which add no duration: ${unfinished}.`, {
                  endless: unfinished,
                }),
              ]
            : []),
        ],
      },
    );
  },
});
