import type { LogFormat } from '../definition.ts';

/** MySQL's and MariaDB's error log, from 5.5 on. */
export const mysqlError: LogFormat = {
  id: 'mysql-error',
  title: 'MySQL error log',
  patterns: [
    '{time:yyyy-MM-ddTHH:mm:ssfZ} {tid:int} [{level}] [{code:[^\\]]}] [{component:[^\\]]}] {message}',
    '{time:yyyy-MM-ddTHH:mm:ssfZ} {tid:int} [{level}]~{message}',
    '{time:yyyy-MM-dd H:mm:ssf} ({tid:int} )?[{level}]~{message}',
    '{time:yyMMdd H:mm:ss} ({tid:int} )?[{level}]~{message}',
  ],
  levels: { system: 'info' },
  evidence: [
    'mysql',
    'MySQL',
    'MariaDB',
    'mariadb',
    'InnoDB',
    'MY-0',
    "Plugin '",
    'Aborted connection',
    'Event Scheduler',
    'Slave I/O',
    'Slave SQL',
    'WSREP',
  ],
  samples: [
    {
      text: '2025-08-15T14:03:50.259438Z 0 [System] [MY-010116] [Server] /usr/sbin/mysqld (mysqld 8.0.43) starting as process 1',
      time: '2025-08-15T14:03:50.259438Z',
      level: 'info',
      tid: 0,
      component: 'Server',
      message: '/usr/sbin/mysqld (mysqld 8.0.43) starting as process 1',
      fields: { code: 'MY-010116' },
    },
    {
      text: '150129 13:23:20 [Warning] InnoDB: a table is locked',
      time: '2015-01-29T13:23:20',
      level: 'warning',
      message: 'InnoDB: a table is locked',
    },
  ],
};

/** MySQL's general query log. */
export const mysqlGeneral: LogFormat = {
  id: 'mysql-general',
  title: 'MySQL general log',
  patterns: [
    '{time:yyyy-MM-ddTHH:mm:ssfZ} {tid:int} ({command<}(Connect|Query|Quit|Prepare|Execute|Close stmt|Close|Init DB|Ping|Statistics|Field List|Reset stmt|Reset Connection|Change user|Set option|Fetch|Shutdown|Kill|Binlog Dump|Binlog Dump GTID|Register Slave|Register Replica|Daemon|Sleep|Debug|Create DB|Drop DB|Refresh|Processlist){command>})(~{message})?',
  ],
  plainMessages: true,
  samples: [
    {
      text: '2025-08-15T14:03:50.259438Z\t    9 Query\tset global log_output = 1',
      time: '2025-08-15T14:03:50.259438Z',
      tid: 9,
      message: 'set global log_output = 1',
      fields: { command: 'Query' },
    },
  ],
};
