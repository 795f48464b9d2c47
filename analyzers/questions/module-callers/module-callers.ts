import type { AnswerColumn } from '../../contract.ts';
import { amountOf, answer, percents, withUnit } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { note, notInScope } from '../../kit/notes.ts';
import { withIds } from '../../kit/with-ids.ts';
import { nextNode, weighted } from '../../samples/weighted.ts';
import { Neighbours } from '../../stacks/neighbours.ts';
import { pickModules } from '../../stacks/pick-functions.ts';

const columns: readonly AnswerColumn[] = [
  { ...column.func, about: 'A function outside the module that calls into it.' },
  column.module,
  { ...column.total, about: 'Samples in which it called into the module; each counts once.' },
  column.percentOfTotal,
];

export const moduleCallers = withIds('function', {
  id: 'module-callers',
  title: 'Callers of a module',
  question: 'Who calls into this module?',
  needs: ['sample'],
  params: { module: { type: 'text', about: 'Full path or base name.', required: true, example: 'app' } },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const samples = await weighted(ask, scope);
    const { nodes, total, whole } = samples;
    const { functions, func, module, parent } = nodes;
    const inModule = pickModules(functions, params.module);
    const callers = new Neighbours(nodes);
    let fromNowhere = 0;
    for (let node = 0; node < nodes.count; node = nextNode(samples, node)) {
      if (!inModule[module[node]!]) continue;
      const caller = parent[node]!;
      if (caller < 0) fromNowhere += total[node]!;
      else if (!inModule[module[caller]!]) callers.add(func[caller]!, node, total[node]!, 0);
    }
    const order = Int32Array.from(callers.ranked());
    const totals = Float64Array.from(order, each => callers.total[each]!);
    const notes = [...samples.notes];
    if (order.length === 0 && fromNowhere === 0 && whole.amount > 0) notes.push(notInScope(params.module));
    if (fromNowhere > 0) {
      notes.push(
        note(
          'without-caller',
          `No caller, because the module is at the root of the stack: ${amountOf(fromNowhere, whole.unit)}.`,
          { amount: fromNowhere, unit: whole.unit },
        ),
      );
    }
    return answer(
      withUnit(columns, whole.unit),
      order.length,
      {
        function: { index: order.map(each => functions.name[each]!), values: functions.names },
        module: { index: order.map(each => functions.module[each]!), values: functions.modules },
        total: totals,
        percent: percents(totals, whole.amount),
      },
      { notes, whole },
    );
  },
});
