import { answer, texts } from '../answer.ts';
import { wholeEmptied } from '../chosen-threads.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture without a row in scope.' },
  { name: 'name', kind: 'text', about: 'Its name.' },
  {
    name: 'by',
    kind: 'text',
    about: 'The parts of the scope that no row of it matches: processes, threads, cpus.',
  },
];

export const emptied = analyzer({
  id: 'emptied',
  title: 'Emptied captures',
  question: 'Which captures have no rows of the processes, threads and CPUs in scope?',
  needs: [],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const found = await wholeEmptied(ask, scope);
    return answer(columns, found.length, {
      capture: Float64Array.from(found, ({ capture }) => capture.id),
      name: texts(found.map(({ capture }) => capture.name)),
      by: texts(found.map(({ by }) => by.join(', '))),
    });
  },
});
