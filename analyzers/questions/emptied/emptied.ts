import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { capturesWithoutRows } from '../../scope/chosen-threads.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture without a row in scope.' },
  { name: 'name', kind: 'text', about: 'Its name.' },
  {
    name: 'by',
    kind: 'text',
    about: 'Parts of the scope that match no row of the capture: processes, threads, cpus.',
  },
];

export const emptied = analyzer({
  id: 'emptied',
  title: 'Captures without rows in scope',
  question: 'Which captures have no rows of the processes, threads and CPUs in scope?',
  needs: [],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const emptied = await capturesWithoutRows(ask, scope);
    return answer(columns, emptied.length, {
      capture: Float64Array.from(emptied, ({ capture }) => capture.id),
      name: texts(emptied.map(({ capture }) => capture.name)),
      by: texts(emptied.map(({ by }) => by.join(', '))),
    });
  },
});
