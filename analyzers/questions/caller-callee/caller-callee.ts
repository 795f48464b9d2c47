import type { AnswerColumn } from '../../contract.ts';
import { answer, listed, percents, withUnit } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { note, notInScope } from '../../kit/notes.ts';
import { withIds } from '../../kit/with-ids.ts';
import { nextNode, weighted } from '../../samples/weighted.ts';
import { Neighbours } from '../../stacks/neighbours.ts';
import { pickFunctions } from '../../stacks/pick-functions.ts';

const roles = ['caller', 'function', 'callee'] as const;

const columns: readonly AnswerColumn[] = [
  { name: 'role', kind: 'text', about: 'caller, function (the one asked about) or callee.' },
  column.func,
  column.module,
  {
    ...column.self,
    about:
      'function, callee: samples taken in it (a callee: when called from the function). caller: samples taken in the function when called from it.',
  },
  { ...column.total, about: 'Samples that pass through this call; each counts once.' },
  column.percentOfTotal,
];

export const callerCallee = withIds('function', {
  id: 'caller-callee',
  title: 'Callers and callees',
  question: 'Who calls this function, and what does it call?',
  needs: ['sample'],
  params: {
    function: { type: 'text', about: 'Name of the function.', required: true, example: 'main' },
    module: {
      type: 'text',
      about: 'Its module (full path or base name), if several modules have a function of that name.',
    },
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const samples = await weighted(ask, scope);
    const { nodes, self, total, whole } = samples;
    const { functions, func, parent } = nodes;
    const picked = pickFunctions(functions, params.function, params.module);
    const isPicked = new Uint8Array(functions.count);
    for (const each of picked) isPicked[each] = 1;

    const callers = new Neighbours(nodes);
    const targets = new Neighbours(nodes);
    const callees = new Neighbours(nodes);
    for (let node = 0; node < nodes.count; node = nextNode(samples, node)) {
      if (isPicked[func[node]!]) {
        targets.add(func[node]!, node, total[node]!, self[node]!);
        const caller = parent[node]!;
        if (caller >= 0) callers.add(func[caller]!, node, total[node]!, self[node]!);
      }
      const caller = parent[node]!;
      if (caller >= 0 && isPicked[func[caller]!]) callees.add(func[node]!, node, total[node]!, self[node]!);
    }

    const rows = roles.flatMap((_, role) => {
      const found = [callers, targets, callees][role]!;
      return found
        .ranked()
        .map(each => ({ role, func: each, self: found.self[each]!, total: found.total[each]! }));
    });
    const totals = Float64Array.from(rows, row => row.total);
    const notes = [...samples.notes];
    if (rows.length === 0 && whole.amount > 0) notes.push(notInScope(params.function));
    if (picked.length > 1) {
      const modules = picked.map(each => functions.modules[functions.module[each]!]!);
      notes.push(
        note(
          'several-functions',
          `${picked.length} functions are named ${params.function} (in ${listed(modules)}); the answer covers all of them.`,
          { modules },
          { option: 'module', does: 'chooses one of them' },
        ),
      );
    }
    return answer(
      withUnit(columns, whole.unit),
      rows.length,
      {
        role: { index: Int32Array.from(rows, row => row.role), values: roles },
        function: { index: Int32Array.from(rows, row => functions.name[row.func]!), values: functions.names },
        module: {
          index: Int32Array.from(rows, row => functions.module[row.func]!),
          values: functions.modules,
        },
        self: Float64Array.from(rows, row => row.self),
        total: totals,
        percent: percents(totals, whole.amount),
      },
      { notes, whole },
    );
  },
});
