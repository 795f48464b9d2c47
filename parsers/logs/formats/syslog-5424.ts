import type { LogFormat } from '../definition.ts';

const host = '{host:[A-Za-z0-9_.:-]}';

const time = '{time:yyyy-MM-ddTHH:mm:ssfZ}';
const start = `{version:int} ${time} ${host} {program:word}`;
const rest = '{msgid:word} (-|{pairs:structured})( {message})?';

/** RFC 5424, with its priority, or without it as in files. */
export const syslog5424: LogFormat = {
  id: 'syslog-5424',
  title: 'syslog (RFC 5424)',
  patterns: [
    `<{priority:int}>${start} {pid:int} ${rest}`,
    `<{priority:int}>${start} {procid:word} ${rest}`,
    `<{priority:int}>{version:int} - ${host} {program:word} {procid:word} ${rest}`,
    `${start} {pid:int} ${rest}`,
    `${start} {procid:word} ${rest}`,
    `${time} ${host} {program:[A-Za-z0-9_./-]} {pid:int} ${rest}`,
    // Malformed messages: events without a time.
    '<{priority:int}>{version:int} {message}',
    '<{priority:int}\\){message}',
  ],
  mayWrap: 'message',
  samples: [
    {
      text: "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
      time: '2003-08-24T12:14:15.000003Z',
      level: 'notice',
      component: 'myproc',
      pid: 8710,
      message: "%% It's time to make the do-nuts.",
    },
    {
      text: '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application"] An event',
      time: '2003-10-11T22:14:15.003Z',
      component: 'evntslog',
      message: 'An event',
      fields: { msgid: 'ID47', eventSource: 'Application' },
    },
  ],
};
