import type { LogFormat } from '../definition.ts';

const stamp = '{time:d MMM yyyy HH:mm:ssf}';

export const redis: LogFormat = {
  id: 'redis',
  title: 'Redis',
  program: 'redis-server',
  patterns: [
    `{pid:int}:{role:[MSCX]} ${stamp} {level:[.*#-]} {message}`,
    '[{pid:int}] {time:d MMM yyyy HH:mm:ssf} {level:[.*#-]} {message}',
    '[{pid:int}] {time:d MMM HH:mm:ssf} {level:[.*#-]} {message}',
    '{pid:int}:{role:[a-z-]} \\({time:N}\\) {message}',
  ],
  levels: { '.': 'debug', '-': 'info', '*': 'notice', '#': 'warning' },
  samples: [
    {
      text: '1:M 25 Apr 2024 05:32:35.019 * monotonic clock: POSIX clock_gettime',
      time: '2024-04-25T05:32:35.019',
      level: 'notice',
      process: 'redis-server',
      pid: 1,
      message: 'monotonic clock: POSIX clock_gettime',
      fields: { role: 'M' },
    },
    {
      text: '1:signal-handler (1714024483) Received SIGTERM scheduling shutdown...',
      time: '2024-04-25T05:54:43Z',
      message: 'Received SIGTERM scheduling shutdown...',
    },
  ],
};
