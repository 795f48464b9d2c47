import type { LogFormat } from '../definition.ts';

/** Default layouts of winston and log4js. */
export const node: LogFormat = {
  id: 'node',
  title: 'Node.js (winston, log4js)',
  patterns: [
    '{time:yyyy-MM-ddTHH:mm:ssfZ} - {level}: {message}',
    '{time:yyyy-MM-ddTHH:mm:ssfZ} (- )?[{level}]: {message}',
    '[{time:yyyy-MM-ddTHH:mm:ssf}] [{level}] {component:[^ \\]]} - {message}',
  ],
  specificity: 20,
  samples: [
    {
      text: '2024-01-12T13:14:15.123Z - error: no route',
      time: '2024-01-12T13:14:15.123Z',
      level: 'error',
      message: 'no route',
    },
    {
      text: '2024-01-12T13:14:15.123Z [warn]: slow',
      time: '2024-01-12T13:14:15.123Z',
      level: 'warning',
      message: 'slow',
    },
    {
      text: '[2024-01-12T13:14:15.123] [INFO] default - listening on 80',
      time: '2024-01-12T13:14:15.123',
      level: 'info',
      component: 'default',
      message: 'listening on 80',
    },
  ],
};
