import type { LogFormat } from '../definition.ts';
import { learnedPrefixes } from './postgresql-learned.ts';
import { prefixPattern } from './postgresql-prefix.ts';

/**
 * `log_line_prefix` of distribution packages, of cloud services, of pgBadger's documentation and of forums, those
 * with more text first, because shorter ones would leave a part of it to the message. Others are learned from the file.
 */
export const prefixes = [
  '%m [%p] [%u@%d] ',
  '%m [%p] %u@%d/%a ',
  '%m [%p] %q%u@%d ',
  '%m [%p-%l] %q%u@%d ',
  '%m [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
  '%m [%p]: [%l] user=%u,db=%d,app=%a,client=%h ',
  '%m [%p]: [%l-1] user=%u,db=%d,client=%h ',
  '%m [%p]: [%l-1] user=%u,db=%d ',
  '%m [%p] user=%u,db=%d,app=%a,client=%h ',
  '%m [%p]: user=%u,db=%d,app=%a,client=%h ',
  '%m [%p]: db=%d,user=%u,app=%a,client=%h ',
  '%m [%p] db=%d,user=%u ',
  '%m [%p]: [%l-1] %u@%d ',
  '%t [%p]: [%l-1] %c %l %d %u %a %h ',
  '%m [%p]: [%l-1] ',
  '%m [%p]: [%l] ',
  '%m [%p]: ',
  '%m:%r:%u@%d:[%p]:',
  '%m:%h:%u@%d:[%p]:',
  '%m %r %u@%d [%p] ',
  '%m [%p] %u %d %h ',
  '%m [%p] %d %u ',
  '%m %u@%d[%p] ',
  '%m %d %u [%p] ',
  '%m %u@%d(%p) ',
  '%m|%u|%d|%h|%p|',
  '%m|%u|%d|%p|',
  '%m [%c] ',
  '%m %c %l ',
  '[%m] [%p] %q%u@%d ',
  '[%m][%p]',
  '<%m %u@%d>',
  '<%m %u %d>',
  '< %m %u@%d >',
  '< %m >',
  '<%m>',
  '%m %u@%d ',
  '%t-%c-',
  '%m %p ',
  '%n [%p] %q%u@%d ',
  '%n [%p] ',
  '%m ',
];

const rest = '{severity<}{level}{severity>}:~{message}';
const listed = prefixes.map(prefix => `${prefixPattern(prefix).trimEnd()}~${rest}`);
/** Between a prefix of any other form and the level. */
const dated = '{time:yyyy-MM-dd HH:mm:ssf Z}{prefix:lazy} {severity<}{level}{severity>}: {message}';
const any = [dated, `<~${dated}`, `[~${dated}`, `{before<}{_:[A-Za-z]}={_:lazy}time={before>}${dated}`];
const anyEpoch = '{time:X}{prefix:lazy} {severity<}{level}{severity>}:  {message}';

/** PostgreSQL's server log, with any of the usual prefixes (`log_line_prefix`). */
export const postgresql: LogFormat = {
  id: 'postgresql',
  title: 'PostgreSQL',
  program: 'postgres',
  patterns: [...listed, ...any, anyEpoch],
  learned: head => {
    const { whole, partial } = learnedPrefixes(head);
    const complete = (prefix: string): string => `${prefix}~${rest}`;
    // A list cannot tell one word from another as well as names and forms can.
    return [...whole.map(complete), ...listed, ...partial.map(complete), ...any, anyEpoch];
  },
  behind: [
    '([{_:[A-Z0-9_]}] )?[{_:int}-{_:int}]~sql_error_code = {sqlstate:[0-9A-Z]}{prefix:lazy} {severity<}{level}{severity>}:~{message}',
    ...prefixes.map(prefix => `[{_:int}-{_:int}]~${prefixPattern(prefix).trimEnd()}~${rest}`),
    ...[
      '',
      '[%p] ',
      '%u@%d ',
      '[%u@%d] ',
      'user=%u,db=%d ',
      'user=%u,db=%d,app=%a,client=%h ',
      '%q%u@%d ',
    ].map(prefix => `([{_:int}-{_:int}]~)?${prefixPattern(prefix)}${rest}`),
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
