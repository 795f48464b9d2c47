import { answer, texts } from '../answer.ts';
import { wholeEmptied } from '../chosen-threads.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'Of which nothing is left.' },
  { name: 'name', kind: 'text', about: 'Its name.' },
  {
    name: 'by',
    kind: 'text',
    about: 'The parts of the scope that none of its rows meets: processes, threads, cpus.',
  },
];

export const emptied = analyzer({
  id: 'emptied',
  title: 'Emptied captures',
  question: 'Of which captures do the processes, threads and CPUs of the scope leave nothing?',
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
