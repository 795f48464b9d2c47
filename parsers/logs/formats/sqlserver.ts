import type { LogFormat } from '../definition.ts';

/** SQL Server's ERRORLOG. */
export const sqlserver: LogFormat = {
  id: 'sqlserver',
  title: 'SQL Server error log',
  patterns: [
    '{time:yyyy-MM-dd HH:mm:ss.F} {component<}spid{_:[0-9]}({_:[s]})?{component>} {message}',
    '{time:yyyy-MM-dd HH:mm:ss.F} {component<}(Server|Logon|Backup){component>} {message}',
  ],
  samples: [
    {
      text: '2024-01-12 13:14:15.12 spid5s      Starting up database tempdb.',
      time: '2024-01-12T13:14:15.12',
      component: 'spid5s',
      message: 'Starting up database tempdb.',
    },
    {
      text: '2024-01-12 13:14:16.12 Logon       Login failed for user sa.',
      component: 'Logon',
      message: 'Login failed for user sa.',
    },
  ],
};
