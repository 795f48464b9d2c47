import type { LogFormat } from '../definition.ts';

/** syslog of a supercomputer (Thunderbird, Liberty, Spirit) after an alert label and seconds since 1970. */
export const thunderbird: LogFormat = {
  id: 'thunderbird',
  title: 'Thunderbird syslog',
  patterns: [
    '{label:word} {time:X} {_:[0-9.]} {node:word} {_:[A-Za-z]} {_:int} {_:[0-9:]} {host:word} {program<}{_:[^ :[=]}( {_:[^ :[=]})?{program>}(\\[{pid:int}\\])?:~{message}',
    '{label:word} {time:X} {_:[0-9.]} {node:word} {_:[A-Za-z]} {_:int} {_:[0-9:]} {host:word} {message}',
  ],
  samples: [
    {
      text: '- 1131566479 2005.11.09 dn3 Nov 9 12:01:19 dn3/dn3 Server Administrator: Instrumentation Service EventID: 1404',
      component: 'Server Administrator',
      message: 'Instrumentation Service EventID: 1404',
    },
    {
      text: '- 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond(pam_unix)[2915]: session closed for user root',
      time: '2005-11-09T20:01:01Z',
      component: 'crond(pam_unix)',
      pid: 2915,
      message: 'session closed for user root',
    },
  ],
};
