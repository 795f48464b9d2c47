import * as column from '../columns.ts';
import { analyzer } from '../contract.ts';
import { idColumn } from '../movement/ids.ts';
import { byThread } from './by-thread.ts';

const columns = [column.process, column.pid, column.tid, column.samples, column.percent, idColumn];

export const threads = analyzer({
  id: 'threads',
  title: 'Threads',
  question: 'Which threads were running?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  answer: (ask, _params, scope) => byThread(ask, scope, columns, 'thread'),
});
