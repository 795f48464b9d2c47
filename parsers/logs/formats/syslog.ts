import type { LogFormat } from '../definition.ts';

const stamp = '(<{priority:int}>)?{time:MMM d HH:mm:ssf}';
const host = '{host:[A-Za-z0-9_.:-]}';
/** A program, with a version after it or a dash before it. */
const program = '{program<}{_:[^ :[=]}( {_:[^ :[=]})?{program>}';

/** RFC 3164 as written to files by syslog daemons, by `journalctl` (short) and in macOS's system.log. */
export const syslog: LogFormat = {
  id: 'syslog',
  title: 'syslog',
  patterns: [
    `${stamp} ${host} {program:[^\\t :[]}\\[{pid:int}\\]: {message}`,
    `${stamp} ${host} ${program}:( {message})?`,
    `${stamp} ${host} ${program}\\[{pid:int}\\]:~{message}`,
    `${stamp} ${host} ${program}\\[{pid:int}\\] \\({subsystem:[^)]}\\)(\\[{_:int}\\])?:~{message}`,
    `(<{priority:int}>)?{time:MMM d yyyy HH:mm:ssf} ${host} ${program}(\\[{pid:int}\\])?:( {message})?`,
    // The daemon's own messages about the host: `avas: last message repeated 11 times`.
    `${stamp} {host:[A-Za-z0-9_.-]}: {message}`,
    `${stamp} ${host} {message}`,
    `(<{priority:int}>)?{time:d MMM HH:mm:ssf} ${host} ${program}(\\[{pid:int}\\])?:( {message})?`,
    // Malformed messages: events without a time.
    '<{priority:int}>{message}',
  ],
  mayWrap: 'message',
  samples: [
    {
      text: 'Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure; logname= uid=0 rhost=10.0.0.1 ',
      time: '2025-06-14T15:16:01',
      component: 'sshd(pam_unix)',
      process: 'sshd(pam_unix)',
      pid: 19939,
      message: 'authentication failure; logname= uid=0 rhost=10.0.0.1',
      fields: { host: 'combo', uid: 0, rhost: '10.0.0.1' },
    },
    {
      text: "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
      time: '2025-10-11T22:14:15',
      level: 'fatal',
      component: 'su',
      pid: null,
      message: "'su root' failed for lonvick on /dev/pts/8",
    },
    {
      text: 'Jul  9 11:02:02 mac --- last message repeated 1 time ---',
      component: null,
      message: '--- last message repeated 1 time ---',
    },
    {
      text: 'Mar  8 15:18:40 avas: last message repeated 11 times',
      component: null,
      message: 'last message repeated 11 times',
      fields: { host: 'avas' },
    },
    { text: 'févr. 3 09:23:38 web1 cron[12]: job done', component: 'cron', pid: 12, message: 'job done' },
  ],
};
