import type { LogFormat } from '../definition.ts';

const host = '{host:[A-Za-z0-9_.:-]}';

/** RFC 5424, with its priority or as files hold it without. */
export const syslog5424: LogFormat = {
  id: 'syslog-5424',
  title: 'syslog (RFC 5424)',
  patterns: [
    `<{priority:int}>{version:int} {time:yyyy-MM-ddTHH:mm:ssfZ} ${host} {program:word} {pid:int} {msgid:word} (-|{pairs<}[{_:lazy}]{pairs>})( {message})?`,
    `<{priority:int}>{version:int} {time:yyyy-MM-ddTHH:mm:ssfZ} ${host} {program:word} {procid:word} {msgid:word} (-|{pairs<}[{_:lazy}]{pairs>})( {message})?`,
    `<{priority:int}>{version:int} - ${host} {program:word} {procid:word} {msgid:word} (-|{pairs<}[{_:lazy}]{pairs>})( {message})?`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} ${host} {program:[A-Za-z0-9_./-]} {pid:int} {msgid:word} (-|{pairs<}[{_:lazy}]{pairs>})( {message})?`,
  ],
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
