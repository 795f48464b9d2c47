import type { LogFormat } from '../definition.ts';

/** Python's logging, in its documented layouts and those of Flask, gunicorn, Celery, cloud-init and vdsm. */
export const python: LogFormat = {
  id: 'python',
  title: 'Python logging',
  patterns: [
    '{time:yyyy-MM-dd HH:mm:ss,F} - {component:[^ [\\]]} - {level} - {message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} - {component:[^ [\\]]}[{level}]: {message}',
    '[{time:yyyy-MM-dd HH:mm:ss,F}] {level} in {component:[^ :]}: {message}',
    '[{time:yyyy-MM-dd HH:mm:ss,F}: {level}/{process:[^\\]]}] {message}',
    '[{time:yyyy-MM-dd HH:mm:ss Z}] [{pid:int}] [{level}] {message}',
    '{time:yyyy-MM-dd HH:mm:ss,F}:{level}:({component:[^ :]}:)?~{message}',
    '{time:yyyy-MM-ddTHH:mm:ssf}:{level}:({component:[^ :]}:)?~{message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} {level} {component:[^ :]}: {message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} - {level} - {message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} - {level}: {message}',
    '{thread:[A-Za-z0-9_-]}::{level}::{time:yyyy-MM-dd HH:mm:ss,F}::{component:[^:]}::{source_line:int}::{_:[^:]*}::{message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} [{level}]( [{component:[^\\]]}])?(:)? {message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} [{pid:int}] {level} - {message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} {pid:int} {level} {component:[^ :]} {message}',
    // Airflow, fail2ban, loguru, structlog.
    '[{time:yyyy-MM-ddTHH:mm:ssfz}] \\{{component:[^\\}:]}:{source_line:int}} {level} - {message}',
    '[{time:yyyy-MM-dd HH:mm:ssfz}] \\{{component:[^\\}:]}:{source_line:int}} {level} - {message}',
    '{time:yyyy-MM-dd HH:mm:ss,F} {component:[a-z0-9._]}~[{pid:int}]: {level}~{message}',
    '{time:yyyy-MM-dd HH:mm:ssf} | {level}~| {component:[^ :]}:{function:[^ :]}:{source_line:int} - {message}',
    '{time:yyyy-MM-dd HH:mm:ssf} [{level}~] {message}',
  ],
  samples: [
    {
      text: '2024-05-06 07:08:09,123 - app.db - WARNING - pool is empty',
      time: '2024-05-06T07:08:09.123',
      level: 'warning',
      component: 'app.db',
      message: 'pool is empty',
    },
    {
      text: '[2024-01-12T13:14:15.123+0000] {taskinstance.py:1103} INFO - Dependencies all met',
      time: '2024-01-12T13:14:15.123Z',
      level: 'info',
      component: 'taskinstance.py',
      message: 'Dependencies all met',
    },
    {
      text: '2024-01-12 13:14:15,123 fail2ban.actions        [1234]: NOTICE  [sshd] Ban 10.0.0.1',
      level: 'notice',
      pid: 1234,
      component: 'fail2ban.actions',
      message: '[sshd] Ban 10.0.0.1',
    },
    {
      text: '2024-01-12 13:14:15.123 | WARNING  | shop.cart:add:12 - empty',
      level: 'warning',
      component: 'shop.cart',
      message: 'empty',
      fields: { function: 'add' },
    },
    {
      text: '2024-01-12 13:14:15 [warning  ] slow                           a=1',
      level: 'warning',
      message: 'slow                           a=1',
      fields: { a: 1 },
    },
    {
      text: '2012-07-02 10:22:40,672:DEBUG:foo bar baz',
      time: '2012-07-02T10:22:40.672',
      level: 'debug',
      message: 'foo bar baz',
    },
    {
      text: '2024-05-06 07:08:09,123 - app - ERROR - failed\nTraceback (most recent call last):\n  File "/srv/app.py", line 3, in main\n    go()\n  File "/srv/db.py", line 9, in go\n    raise KeyError("x")\nKeyError: \'x\'',
      level: 'error',
      fields: { 'exception.type': 'KeyError', 'exception.where': 'go (db.py:9)' },
    },
    {
      text: 'MainThread::INFO::2011-12-05 07:04:56,101::vdsm::71::vds::(run) I am the actual vdsm 4.9-0',
      time: '2011-12-05T07:04:56.101',
      level: 'info',
      process: 'MainThread',
      component: 'vdsm',
      message: '(run) I am the actual vdsm 4.9-0',
    },
  ],
};
