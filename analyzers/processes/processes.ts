import * as column from '../columns.ts';
import { analyzer } from '../contract.ts';
import { idColumn } from '../movement/ids.ts';
import { byThread } from '../threads/by-thread.ts';

const columns = [column.process, column.pid, column.samples, column.percent, idColumn];

export const processes = analyzer({
  id: 'processes',
  title: 'Processes',
  question: 'Which processes were running?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  answer: (ask, _params, scope) => byThread(ask, scope, columns, 'process'),
});
