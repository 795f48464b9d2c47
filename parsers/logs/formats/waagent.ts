import type { LogFormat } from '../definition.ts';

/** Azure Linux agent. */
export const waagent: LogFormat = {
  id: 'waagent',
  title: 'Azure Linux agent',
  patterns: [
    '{time:yyyy/MM/dd HH:mm:ssf} {level} ({component:[A-Za-z0-9_.-]} )?{message}',
    '{time:yyyy-MM-ddTHH:mm:ssfZ} {level:[A-Z]} ({component:[A-Za-z]} )?({thread:[A-Za-z]} )?{message}',
  ],
  specificity: 12,
  // Behind the level may be any words, which other lines would lose.
  marks: ['Azure', 'WALinuxAgent', 'waagent', 'ExtHandler', 'Daemon Agent', '[HEARTBEAT]'],
  samples: [
    {
      text: '2019/05/09 20:02:44.123456 INFO Daemon Azure Linux Agent Version:2.2.32.2',
      time: '2019-05-09T20:02:44.123456',
      level: 'info',
      message: 'Azure Linux Agent Version:2.2.32.2',
    },
  ],
};
