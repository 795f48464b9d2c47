import type { LogFormat } from '../definition.ts';

/** Reports of Erlang's and RabbitMQ's older loggers, and RabbitMQ's present one. */
export const erlang: LogFormat = {
  id: 'erlang',
  title: 'Erlang, RabbitMQ',
  patterns: [
    '={level:[A-Z]} REPORT==== {time:d-MMM-yyyy::HH:mm:ssf}{_:[ =]*}{message}',
    '{time:yyyy-MM-dd HH:mm:ssfz} [{level}] <{component:[0-9.]}>( {message})?',
  ],
  specificity: 24,
  samples: [
    {
      text: '=ERROR REPORT==== 12-Jan-2024::13:14:15 ===\nconnection closed',
      time: '2024-01-12T13:14:15',
      level: 'error',
      message: 'connection closed',
    },
    {
      text: '2024-01-12 13:14:15.123456+00:00 [warning] <0.222.0> memory alarm',
      time: '2024-01-12T13:14:15.123456Z',
      level: 'warning',
      component: '0.222.0',
      message: 'memory alarm',
    },
  ],
};
