import type { LogFormat } from '../definition.ts';

/** `dmesg`, plain, `-T`, `--time-format iso` and `-x`. */
export const dmesg: LogFormat = {
  id: 'dmesg',
  title: 'kernel log (dmesg)',
  patterns: [
    '(<{priority:int}>)?[~{time:B}]~(\\[~{thread:[TC]}{tid:int}\\]~)?{message}',
    '{_:[a-z]}~:{level}~:~[~{time:B}]~{message}',
    '[{time:EEE MMM d HH:mm:ss yyyy}] {message}',
    '{time:yyyy-MM-ddTHH:mm:ss,FZ} {message}',
  ],
  levels: { emerg: 'fatal', alert: 'fatal', crit: 'fatal', err: 'error', warn: 'warning' },
  plainMessages: true,
  samples: [
    { text: '[    0.000000] Linux version 6.1.0-18-amd64', message: 'Linux version 6.1.0-18-amd64' },
    { text: '<4>[12345.678901] usb 1-1: reset', level: 'warning', message: 'usb 1-1: reset' },
    {
      text: '2019-05-09T20:02:30,000000+0000 KERNEL supported cpus:\n  Intel GenuineIntel',
      time: '2019-05-09T20:02:30Z',
      message: 'KERNEL supported cpus:\n  Intel GenuineIntel',
    },
  ],
};
