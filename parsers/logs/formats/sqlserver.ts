import type { Level } from '../../levels.ts';
import type { LogFormat } from '../definition.ts';

const components =
  '{component<}(spid{_:[0-9]}({_:[s]})?|Server|Logon|Backup|Database|{_:[A-Z]}{_:[a-z]}){component>}';
const severity =
  '{message<}{_:[A-Za-zéèáóü]}: {error:int}, {_:[A-Za-zéèáóü]}: {severity<}{level:[0-9]}{severity>}, {_}{message>}';
const stamps = [
  '{time:yyyy-MM-dd HH:mm:ss.F}',
  '{time:yyyy/MM/dd HH:mm:ss.F}',
  '{time:dd/MM/yyyy HH:mm:ss.F}',
];

/** Severities from 11 on are errors, and those from 20 on are fatal. */
const levels = Object.fromEntries(
  Array.from({ length: 26 }, (_, severity) => [
    String(severity),
    severity >= 20 ? 'fatal' : severity >= 11 ? 'error' : 'info',
  ]),
) as Record<string, Level>;

/** SQL Server's ERRORLOG. */
export const sqlserver: LogFormat = {
  id: 'sqlserver',
  title: 'SQL Server error log',
  patterns: stamps.flatMap(time => [`${time} ${components} ${severity}`, `${time} ${components} {message}`]),
  levels,
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
    {
      text: '2008-04-22 16:33:08.78 spid52      Error: 701, Severity: 17, State: 123.',
      level: 'error',
      component: 'spid52',
      message: 'Error: 701, Severity: 17, State: 123.',
      fields: { error: 701, severity: '17' },
    },
    {
      text: '2008-04-22 16:33:08.78 spid52      Error: 823, Severity: 24, State: 2.',
      level: 'fatal',
    },
    { text: '2015/06/15 16:33:08.78 Server      Error: 17054, Severity: 10, State: 1.', level: 'info' },
  ],
};
