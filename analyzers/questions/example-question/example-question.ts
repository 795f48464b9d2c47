import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, pick, ranked, withUnit } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { note } from '../../kit/notes.ts';
import { tally } from '../../samples/samples.ts';

// EXAMPLE: copy this folder, rename everything called example, and add its import and its entry to `analyzers.ts`.

/**
 * EXAMPLE: one entry per column, in the order of reading. `kind` decides how a value prints, `refers` what it names: menus,
 * links and colours follow from it. Columns that several questions share are in `../../kit/columns.ts`.
 */
const columns: readonly AnswerColumn[] = [
  {
    name: 'cpu',
    kind: 'integer',
    refers: 'cpu',
    about: 'Processor; null if the capture does not record it.',
  },
  column.samples,
  column.percent,
];

export const exampleQuestion = analyzer({
  id: 'example-question',
  title: 'Example',
  question: 'How many samples were taken on each CPU?',
  // EXAMPLE: the question is offered only if one of these tables has rows.
  needs: ['sample'],
  // EXAMPLE: the parameters: the form of the window, the options of the command and the validation follow from them.
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
   * EXAMPLE: `ask.query` runs SQL over the tables of `parsers/tables.ts`, `ask.memo` caches expensive values. The answer
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
        // EXAMPLE: whatever is left out gets a note. Programs read its code and data, people its sentence.
        notes: [
          ...notes,
          ...(left > 0 ? [note('cpus-left-out', `CPUs with a smaller share: ${left}.`, { left })] : []),
        ],
      },
    );
  },
});
