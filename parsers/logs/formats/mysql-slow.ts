import type { LogFormat } from '../definition.ts';

/** MySQL's slow query log. */
export const mysqlSlow: LogFormat = {
  id: 'mysql-slow',
  title: 'MySQL slow query log',
  blocks: {
    layout: 'mysql-slow',
    map: { time: ['time'], tid: ['id'], message: ['statement'], units: { Query_time: 's', Lock_time: 's' } },
  },
  samples: [
    {
      text: '# Time: 2025-08-15T14:03:50.259438Z\n# User@Host: root[root] @ localhost []  Id:     9\n# Query_time: 2.000123  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 10\nuse shop;\nSET timestamp=1755266628;\nselect sleep(2)\nfrom dual;',
      time: '2025-08-15T14:03:50.259438Z',
      tid: 9,
      message: 'select sleep(2)\nfrom dual;',
      fields: { user: 'root', host: 'localhost', Query_time: 2.000123, Rows_sent: 1, database: 'shop' },
    },
  ],
};
