import { answer, pick, ranked, withUnit } from '../answer.ts';
import * as column from '../columns.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import { note } from '../notes.ts';
import { tally } from '../samples.ts';

// EXAMPLE: copy this folder, rename everything called example, and add its import and its entry to `analyzers.ts`.

/**
 * EXAMPLE: one entry a column, in the order people read them. `kind` says how a value prints, `refers` what it names: menus,
 * links and colours follow from it. Columns that several questions have stand in `../columns.ts`.
 */
const columns: readonly AnswerColumn[] = [
  { name: 'cpu', kind: 'integer', refers: 'cpu', about: 'Processor; null where the capture does not say.' },
  column.samples,
  column.percent,
];

export const exampleQuestion = analyzer({
  id: 'example-question',
  title: 'Example',
  question: 'How many samples were taken on each CPU?',
  // EXAMPLE: the tables without rows of which the question makes no sense; it is not offered then.
  needs: ['sample'],
  // EXAMPLE: what can be chosen: the form in the window, the options of the command, and their validation.
  params: {
    'min-percent': {
      type: 'number',
      about: 'Leaves out CPUs with a smaller share.',
      default: 0,
      min: 0,
      max: 100,
    },
  },
  shape: 'table',
  columns,
  /**
   * EXAMPLE: `ask.query` runs SQL over the tables of `parsers/tables.ts`, `ask.memo` keeps what is dear to make. The answer
   * must honour all of `scope`: `tally` does, and so does SQL with the `where` of `predicate` (`example-states.ts`).
   */
  async answer(ask, params, scope) {
    const { groups, amount, whole, notes } = await tally(ask, scope, { cpu: 's.cpu' });
    const cpus = groups.ints('cpu');
    const share = amount.map(each => (100 * each) / whole.amount);
    const order = ranked(cpus.length, row => share[row]! >= params['min-percent'], amount);
    const left = cpus.length - order.length;
    return answer(
      withUnit(columns, whole.unit),
      order.length,
      {
        cpu: pick(cpus, order).map(cpu => (cpu < 0 ? Number.NaN : cpu)),
        samples: pick(amount, order),
        percent: pick(share, order),
      },
      {
        whole,
        // EXAMPLE: nothing is left out in silence. Programs read the code and the data, people the sentence.
        notes: [
          ...notes,
          ...(left > 0 ? [note('cpus-left-out', `CPUs with a smaller share: ${left}.`, { left })] : []),
        ],
      },
    );
  },
});
