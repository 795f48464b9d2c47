import type { LogFormat } from '../definition.ts';

const time = '{time:yyyy-MM-dd HH:mm:ssf Z}';
const level = '{severity<}{level}{severity>}:~{message}';

/**
 * PostgreSQL's server log: the prefixes of distribution packages (`%m [%p] %q%u@%d `), of RDS, and those
 * recommended for pgBadger.
 */
export const postgresql: LogFormat = {
  id: 'postgresql',
  title: 'PostgreSQL',
  program: 'postgres',
  patterns: [
    `${time} [{pid:int}]( {user:[^@:= ]}@{database:[^: ]})? ${level}`,
    `${time} [{pid:int}]~(:)?( [{_:int}-{_:int}])?( user={user:[^, ]*},db={database:[^, ]*})?(,app={application:[^,]*})?(,client={client:[^, ]*})? ${level}`,
    `${time}:{client:[^:]*}:{user:[^@:]*}@{database:[^:]*}:[{pid:int}]:~${level}`,
    `<~${time}( {user:[^@ >]}@{database:[^ >]})?~>~${level}`,
    `${time}( {user:[^@ :]}@{database:[^ :]})? ${level}`,
  ],
  levels: {
    log: 'info',
    statement: 'info',
    detail: 'info',
    hint: 'info',
    context: 'info',
    query: 'info',
    location: 'debug',
    info: 'info',
    notice: 'notice',
    warning: 'warning',
    error: 'error',
    fatal: 'fatal',
    panic: 'fatal',
    logg: 'info',
    anweisung: 'info',
    fehler: 'error',
    warnung: 'warning',
    hinweis: 'notice',
    erreur: 'error',
    attention: 'warning',
    journal: 'info',
    instruction: 'info',
  },
  evidence: [
    'LOG:',
    'STATEMENT:',
    'DETAIL:',
    'HINT:',
    'CONTEXT:',
    'FATAL:  ',
    'ERROR:  ',
    'WARNING:  ',
    'NOTICE:  ',
    'PANIC:  ',
    'QUERY:',
    'PROTOKOLL:',
    'JOURNAL:',
    'FEHLER:',
    'ERREUR:',
  ],
  samples: [
    {
      text: '2026-11-21 04:21:22.772 UTC [696] postgres@bench LOG:  duration: 2364.473 ms  statement: vacuum analyze',
      time: '2026-11-21T04:21:22.772Z',
      level: 'info',
      process: 'postgres',
      pid: 696,
      message: 'duration: 2364.473 ms  statement: vacuum analyze',
      fields: { user: 'postgres', database: 'bench', severity: 'LOG', duration: 2364.473 },
    },
    {
      text: '2025-04-12 00:14:12.837 CEST [1329108] ERROR:  syntax error at or near "null"\n\tid smallserial primary key',
      time: '2025-04-11T22:14:12.837Z',
      level: 'error',
      pid: 1329108,
      message: 'syntax error at or near "null"\n\tid smallserial primary key',
    },
    {
      text: '2023-01-01 00:00:01 UTC:10.0.0.1(5432):app@shop:[123]:FATAL:  sorry, too many clients already',
      time: '2023-01-01T00:00:01Z',
      level: 'fatal',
      fields: { client: '10.0.0.1(5432)', user: 'app', database: 'shop' },
    },
    {
      text: '2023-01-01 00:00:01.500 GMT [77]: [3-1] user=app,db=shop,app=psql,client=10.0.0.9 WARNING:  there is no transaction',
      time: '2023-01-01T00:00:01.5Z',
      level: 'warning',
      pid: 77,
      fields: { user: 'app', database: 'shop', application: 'psql', client: '10.0.0.9' },
    },
  ],
};
