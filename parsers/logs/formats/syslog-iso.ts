import type { LogFormat } from '../definition.ts';

const stamp = '{time:yyyy-MM-ddTHH:mm:ssfZ}';

const unixStamp = '{time:X} {host:[A-Za-z0-9_.:-]} ';
const fullStamp = '{time:EEE yyyy-MM-dd HH:mm:ssfz} {host:[A-Za-z0-9_.:-]} ';

/**
 * syslog with whole times: rsyslog's default, `journalctl -o short-iso`, `short-unix` and `short-full`, and `log show
 * --style syslog` of macOS.
 */
export const syslogIso: LogFormat = {
  id: 'syslog-iso',
  title: 'syslog (ISO times)',
  patterns: [
    `${stamp} {host:[A-Za-z0-9_.:-]} {program:[^ :[]}(\\[{pid:int}\\])?: {message}`,
    `${stamp} {host:[A-Za-z0-9_.:-]} {program:[^ :[]}\\[{pid:int}\\]:~{message}`,
    `${unixStamp}{program:[^ :[]}\\[{pid:int}\\]:~{message}`,
    `${unixStamp}{program<}kernel{program>}:~{message}`,
    `${fullStamp}{program:[^ :[]}(\\[{pid:int}\\])?:~{message}`,
    '{time:yyyy-MM-dd HH:mm:ssfZ} {host:[A-Za-z0-9_.:-]} {program:[^ :[]}\\[{pid:int}\\]: (\\({subsystem:[^)]}\\) )?{message}',
  ],
  mayWrap: 'message',
  samples: [
    {
      text: '2024-01-01T00:00:00.123456+01:00 web1 sshd[4242]: Accepted publickey for root',
      time: '2023-12-31T23:00:00.123456Z',
      component: 'sshd',
      pid: 4242,
      message: 'Accepted publickey for root',
      fields: { host: 'web1' },
    },
    {
      text: '2024-01-01T00:00:00+0100 web1 kernel: usb 1-1: new device',
      time: '2023-12-31T23:00:00Z',
      component: 'kernel',
      message: 'usb 1-1: new device',
    },
    {
      text: '1714557600.500000 web1 nginx[812]: bad gateway',
      time: '2024-05-01T10:00:00.5Z',
      component: 'nginx',
      pid: 812,
      message: 'bad gateway',
      fields: { host: 'web1' },
    },
    {
      text: 'Wed 2024-05-01 10:00:00 UTC web1 nginx[812]: bad gateway',
      time: '2024-05-01T10:00:00Z',
      process: 'nginx',
      pid: 812,
      message: 'bad gateway',
      fields: { host: 'web1' },
    },
  ],
};
