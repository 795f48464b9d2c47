import * as column from '../../kit/columns.ts';
import { withIds } from '../../kit/with-ids.ts';
import { byThread } from '../threads/by-thread.ts';

const columns = [column.process, column.pid, column.samples, column.percent];

export const processes = withIds('process', {
  id: 'processes',
  title: 'Processes',
  question: 'Which processes were running?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  answer: (ask, _params, scope) => byThread(ask, scope, columns, 'process'),
});
