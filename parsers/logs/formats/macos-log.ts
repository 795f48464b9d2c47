import type { LogFormat } from '../definition.ts';

/** macOS unified log as `log show` prints it: default and compact. Its syslog style is read as syslog. */
export const macosLog: LogFormat = {
  id: 'macos-log',
  title: 'macOS unified log',
  patterns: [
    '{time:yyyy-MM-dd HH:mm:ssfZ} 0x{tid:hex} {level} 0x{activity:hex} {pid:int} {ttl:int} {process:[^ :]}:~(\\({library:[^)]}\\)~)?([{component:[^\\]]}]~)?{message}',
    '{time:yyyy-MM-dd HH:mm:ssf} {level:[A-Za-z]} {process:[^ [\\]]}[{pid:int}:{tid:hex}]~(\\({library:[^)]}\\)~)?([{component:[^\\]]}]~)?{message}',
  ],
  levels: {
    default: 'notice',
    df: 'notice',
    info: 'info',
    in: 'info',
    i: 'info',
    debug: 'debug',
    db: 'debug',
    error: 'error',
    er: 'error',
    e: 'error',
    fault: 'fatal',
    ft: 'fatal',
    f: 'fatal',
    activity: 'debug',
    a: 'debug',
  },
  samples: [
    {
      text: '2019-01-01 12:00:00.000000-0800 0x1a2b     Default     0x0                  123    0    kernel: (AppleACPI) [com.apple.acpi:power] sleep',
      time: '2019-01-01T20:00:00Z',
      level: 'notice',
      pid: 123,
      tid: 0x1a2b,
      process: 'kernel',
      component: 'com.apple.acpi:power',
      message: 'sleep',
    },
    {
      text: '2019-01-01 12:00:00.123 Df mds[88:1a2b] (Spotlight) [com.apple.spotlight:index] done',
      time: '2019-01-01T12:00:00.123',
      process: 'mds',
      pid: 88,
      message: 'done',
    },
  ],
};
