import { answer, percents, pick, ranked, withUnit } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { withIds } from '../../kit/with-ids.ts';
import { sums } from '../../samples/sums.ts';

const columns = [column.module, column.self, column.total, column.selfPercent, column.totalPercent];

export const modules = withIds('module', {
  id: 'modules',
  title: 'Modules',
  question: 'Which modules (programs, libraries, the kernel) is the time spent in, and under?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const samples = await sums(ask, scope, 'module');
    const { functions, self, total } = samples;
    const count = functions.modules.length;
    const order = ranked(count, each => total[each]! > 0, self, total);
    const [selfs, totals] = [pick(self, order), pick(total, order)];
    return answer(
      withUnit(columns, samples.whole.unit),
      order.length,
      {
        module: { index: order, values: functions.modules },
        self: selfs,
        total: totals,
        self_percent: percents(selfs, samples.whole.amount),
        total_percent: percents(totals, samples.whole.amount),
      },
      samples,
    );
  },
});
