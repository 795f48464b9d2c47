import type { LogFormat } from '../definition.ts';

/** Ruby's `Logger`, and so Rails. */
export const ruby: LogFormat = {
  id: 'ruby',
  title: 'Ruby Logger',
  patterns: [
    '{level:[A-Z]}, [{time:yyyy-MM-ddTHH:mm:ssfz}~#{pid:int}]~{_:[A-Z]} --~({component:[^ :]})?:~{message}',
  ],
  levels: { a: 'notice' },
  specificity: 30,
  samples: [
    {
      text: 'I, [2024-01-12T13:14:15.123456 #1234]  INFO -- : Started GET "/" for 127.0.0.1',
      time: '2024-01-12T13:14:15.123456',
      level: 'info',
      pid: 1234,
      message: 'Started GET "/" for 127.0.0.1',
    },
    {
      text: 'E, [2024-01-12T13:14:15.123456 #1234] ERROR -- billing: no such card',
      level: 'error',
      component: 'billing',
      message: 'no such card',
    },
  ],
};
