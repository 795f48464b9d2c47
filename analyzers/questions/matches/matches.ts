import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, percents, withUnit } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { nextNode, weighted } from '../../samples/weighted.ts';
import { matching } from '../../stacks/matching.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'functions', kind: 'integer', unit: 'functions', about: 'Functions that match.' },
  { ...column.total, about: 'Samples with at least one of them in their stack; each counts once.' },
  column.percentOfTotal,
];

export const matches = analyzer({
  id: 'matches',
  title: 'Matches',
  question: 'How many samples pass through any of the functions with these names?',
  needs: ['sample'],
  params: {
    find: {
      type: 'text',
      about: 'Part of the name of a function or a module; several are separated by "|".',
      required: true,
      example: 'main',
    },
  },
  shape: 'table',
  columns,
  async answer(ask, { find }, scope) {
    const samples = await weighted(ask, scope);
    const { nodes, total, whole, notes } = samples;
    const isMatch = matching(nodes.functions, find);
    const isCounted = new Uint8Array(nodes.functions.count);
    let amount = 0;
    let functions = 0;
    let coveredUntil = 0;
    for (let node = 0; node < nodes.count; node = nextNode(samples, node)) {
      const func = nodes.func[node]!;
      if (total[node] === 0 || isMatch[func] === 0) continue;
      if (isCounted[func] === 0) functions++;
      isCounted[func] = 1;
      // The samples of a node below a match are counted with the match.
      if (node < coveredUntil) continue;
      amount += total[node]!;
      coveredUntil = nodes.end[node]!;
    }
    const rows = whole.amount > 0 ? [{ functions, amount }] : [];
    const totals = Float64Array.from(rows, row => row.amount);
    return answer(
      withUnit(columns, whole.unit),
      rows.length,
      {
        functions: Float64Array.from(rows, row => row.functions),
        total: totals,
        percent: percents(totals, whole.amount),
      },
      { notes, whole },
    );
  },
});
