import * as column from '../../kit/columns.ts';
import { withIds } from '../../kit/with-ids.ts';
import { byThread } from './by-thread.ts';

const columns = [column.process, column.pid, column.tid, column.samples, column.percent];

export const threads = withIds('process', {
  id: 'threads',
  title: 'Threads',
  question: 'Which threads were running?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  answer: (ask, _params, scope) => byThread(ask, scope, columns, 'thread'),
});
