import type { JsonMap, LogFormat } from '../definition.ts';

const map: JsonMap = {
  time: ['_SOURCE_REALTIME_TIMESTAMP', '__REALTIME_TIMESTAMP'],
  level: ['PRIORITY'],
  component: ['SYSLOG_IDENTIFIER', '_SYSTEMD_UNIT'],
  process: ['_COMM'],
  pid: ['_PID', 'SYSLOG_PID'],
  tid: ['TID'],
  message: ['MESSAGE'],
  omit: [
    '__CURSOR',
    '__MONOTONIC_TIMESTAMP',
    '__SEQNUM',
    '__SEQNUM_ID',
    '_BOOT_ID',
    '_MACHINE_ID',
    'SYSLOG_TIMESTAMP',
  ],
};
const levels = {
  0: 'fatal',
  1: 'fatal',
  2: 'fatal',
  3: 'error',
  4: 'warning',
  5: 'notice',
  6: 'info',
  7: 'debug',
} as const;

/** `journalctl -o json`. */
export const journalJson: LogFormat = {
  id: 'journal-json',
  title: 'systemd journal (JSON)',
  specificity: 40,
  json: { ...map, requires: ['__REALTIME_TIMESTAMP'] },
  levels,
  nested: 'MESSAGE',
  wholeMessages: true,
  samples: [
    {
      text: '{"__CURSOR":"s=1","__REALTIME_TIMESTAMP":"1700000000123456","PRIORITY":"3","SYSLOG_IDENTIFIER":"sshd","_PID":"812","_COMM":"sshd","_HOSTNAME":"web1","MESSAGE":"error: bind failed"}',
      time: '2023-11-14T22:13:20.123456Z',
      level: 'error',
      component: 'sshd',
      process: 'sshd',
      pid: 812,
      message: 'error: bind failed',
      fields: { _HOSTNAME: 'web1' },
    },
    {
      text: '{"__REALTIME_TIMESTAMP":"1700000000123456","PRIORITY":"6","SYSLOG_IDENTIFIER":"kubelet","_PID":"812","_TRANSPORT":"stdout","MESSAGE":"E0517 15:04:22.619632 12 main.go:3] no route"}',
      time: '2023-11-14T22:13:20.123456Z',
      level: 'error',
      component: 'main.go',
      message: 'no route',
      fields: { _TRANSPORT: 'stdout' },
    },
  ],
};

/** `journalctl -o export`. */
export const journalExport: LogFormat = {
  id: 'journal-export',
  title: 'systemd journal (export)',
  blocks: { layout: 'journal-export', map },
  levels,
  nested: 'MESSAGE',
  wholeMessages: true,
  samples: [
    {
      text: '__CURSOR=s=1\n__REALTIME_TIMESTAMP=1700000000123456\nPRIORITY=4\n_PID=7\nSYSLOG_IDENTIFIER=cron\nMESSAGE\n\x05\0\0\0\0\0\0\0a\nb c',
      time: '2023-11-14T22:13:20.123456Z',
      level: 'warning',
      component: 'cron',
      pid: 7,
      message: 'a\nb c',
    },
  ],
};
