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
      text: '# Time: 170130  7:59:51\n# User@Host: app[app] @ localhost []  Id:     3\n# Query_time: 15.000268  Lock_time: 0.000000 Rows_sent: 1  Rows_examined: 0\nSET timestamp=1485759591;\nselect sleep(15);',
      time: '2017-01-30T06:59:51Z',
      fields: { Query_time: 15.000268 },
      units: { Query_time: 's' },
    },
    {
      text: '# Time: 2025-08-15T14:03:50.259438Z\n# User@Host: root[root] @ localhost []  Id:     9\n# Query_time: 2.000123  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 10\nuse shop;\nSET timestamp=1755266628;\nselect sleep(2)\nfrom dual;',
      time: '2025-08-15T14:03:50.259438Z',
      tid: 9,
      message: 'select sleep(2)\nfrom dual;',
      fields: { user: 'root', host: 'localhost', Query_time: 2.000123, Rows_sent: 1, database: 'shop' },
    },
  ],
};
