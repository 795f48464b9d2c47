import type { LogFormat } from '../definition.ts';

const columns = [
  'log_time',
  'user_name',
  'database_name',
  'process_id',
  'connection_from',
  'session_id',
  'session_line_num',
  'command_tag',
  'session_start_time',
  'virtual_transaction_id',
  'transaction_id',
  'error_severity',
  'sql_state_code',
  'message',
  'detail',
  'hint',
  'internal_query',
  'internal_query_pos',
  'context',
  'query',
  'query_pos',
  'location',
  'application_name',
  'backend_type',
  'leader_pid',
  'query_id',
];
const levels = { log: 'info', panic: 'fatal' } as const;

/** PostgreSQL's `csvlog`: 23 columns to version 12, 24 in 13, 26 since 14. */
export const postgresqlCsv: LogFormat = {
  id: 'postgresql-csv',
  title: 'PostgreSQL (csvlog)',
  program: 'postgres',
  specificity: 40,
  table: {
    layout: 'csv',
    columns: [columns],
    map: {
      time: ['log_time'],
      level: ['error_severity'],
      component: ['backend_type'],
      pid: ['process_id'],
      message: ['message'],
    },
  },
  levels,
  samples: [
    {
      text: '2023-01-01 00:00:01.500 UTC,"app","shop",123,"10.0.0.9:5432",63b0.7b,3,"SELECT",2023-01-01 00:00:00 UTC,3/7,0,ERROR,42P01,"relation ""x""\ndoes not exist",,,,,,"select * from x",15,,"psql","client backend",,0',
      time: '2023-01-01T00:00:01.5Z',
      level: 'error',
      process: 'postgres',
      pid: 123,
      message: 'relation "x"\ndoes not exist',
      fields: { user_name: 'app', database_name: 'shop', sql_state_code: '42P01', query: 'select * from x' },
    },
  ],
};

/** PostgreSQL's `jsonlog`, since version 15. */
export const postgresqlJson: LogFormat = {
  id: 'postgresql-json',
  title: 'PostgreSQL (jsonlog)',
  program: 'postgres',
  specificity: 40,
  json: {
    time: ['timestamp'],
    level: ['error_severity'],
    component: ['backend_type'],
    pid: ['pid'],
    message: ['message'],
    requires: ['timestamp', 'error_severity', 'pid'],
  },
  levels,
  samples: [
    {
      text: '{"timestamp":"2023-01-01 00:00:01.500 UTC","user":"app","dbname":"shop","pid":123,"error_severity":"LOG","message":"duration: 12.5 ms","backend_type":"client backend"}',
      time: '2023-01-01T00:00:01.5Z',
      level: 'info',
      process: 'postgres',
      pid: 123,
      component: 'client backend',
      message: 'duration: 12.5 ms',
      fields: { user: 'app', dbname: 'shop', duration: 12.5 },
    },
  ],
};
