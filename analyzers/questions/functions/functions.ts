import { answer, percents, pick, pickTexts, ranked, withUnit } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { withIds } from '../../kit/with-ids.ts';
import { idleFunctionNote } from '../../samples/idle.ts';
import { sums } from '../../samples/sums.ts';

const columns = [
  column.func,
  column.module,
  column.self,
  column.total,
  column.selfPercent,
  column.totalPercent,
];

export const functions = withIds('function', {
  id: 'functions',
  title: 'Functions',
  question: 'Which functions is the time spent in, and under?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const { functions: known, self, total, whole, notes } = await sums(ask, scope, 'function');
    const order = ranked(known.count, each => total[each]! > 0, self, total);
    const [selfs, totals] = [pick(self, order), pick(total, order)];
    return answer(
      withUnit(columns, whole.unit),
      order.length,
      {
        function: pickTexts(known.name, known.names, order),
        module: pickTexts(known.module, known.modules, order),
        self: selfs,
        total: totals,
        self_percent: percents(selfs, whole.amount),
        total_percent: percents(totals, whole.amount),
      },
      {
        notes: [...notes, ...(scope.withIdle ? idleFunctionNote(known, self, whole.amount) : [])],
        whole,
      },
    );
  },
});
