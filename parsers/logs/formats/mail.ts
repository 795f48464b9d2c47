import type { LogFormat } from '../definition.ts';

/** Dovecot's own log, and Samba's. */
export const dovecot: LogFormat = {
  id: 'dovecot',
  title: 'Dovecot, Samba',
  patterns: [
    '{time:MMM d HH:mm:ss} {component:[a-z0-9-]}(\\({user:[^)]}\\)({_:[^: ]})?)?: {level:[A-Za-z]}: {message}',
    '[{time:yyyy/MM/dd HH:mm:ssf},~{debuglevel:int}({_:[^\\]]})?] {component:[^:]}:{source_line:int}\\({function:[^)]}\\){message:[\\t]*}',
  ],
  specificity: 26,
  samples: [
    {
      text: 'Jan 12 13:14:15 imap-login: Error: Login failed',
      level: 'error',
      component: 'imap-login',
      message: 'Login failed',
    },
    {
      text: '[2024/01/12 13:14:15.123456,  0] ../source3/smbd/server.c:1741(main)\n  smbd started.',
      time: '2024-01-12T13:14:15.123456',
      component: '../source3/smbd/server.c',
      fields: { debuglevel: 0, function: 'main' },
    },
  ],
};
