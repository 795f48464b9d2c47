import type { LogFormat } from '../definition.ts';

/** ClickHouse's server log. */
export const clickhouse: LogFormat = {
  id: 'clickhouse',
  title: 'ClickHouse',
  patterns: [
    '{time:yyyy.MM.dd HH:mm:ssf} [~{tid:int}~] \\{{query:[^\\}]*}} <{level}> {component}: {message}',
  ],
  specificity: 30,
  samples: [
    {
      text: '2024.01.12 13:14:15.123456 [ 123 ] {abc-def} <Error> executeQuery: Code: 60, no such table',
      time: '2024-01-12T13:14:15.123456',
      level: 'error',
      tid: 123,
      component: 'executeQuery',
      message: 'Code: 60, no such table',
      fields: { query: 'abc-def' },
    },
  ],
};
