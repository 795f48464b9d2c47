import type { LogFormat } from '../definition.ts';

/** Android's logcat: `-v threadtime` (with and without a year), `time` and `brief`. */
export const logcat: LogFormat = {
  id: 'logcat',
  title: 'Android logcat',
  patterns: [
    '{time:MM-dd HH:mm:ssf} {pid:int} {tid:int} {level:[VDIWEFA]} {component:[^:]*}:~{message}',
    '{time:yyyy-MM-dd HH:mm:ssfz} {pid:int} {tid:int} {level:[VDIWEFA]} {component:[^:]*}:~{message}',
    '{time:MM-dd HH:mm:ssf} {uid:word} {pid:int} {tid:int} {level:[VDIWEFA]} {component:[^:]*}:~{message}',
    '{time:MM-dd HH:mm:ssf} {level:[VDIWEFA]}/{component:[^(]}\\(~{pid:int}\\):~{message}',
    '--------- beginning of {component:word}',
    '--------- switch to {component:word}',
  ],
  levels: { v: 'trace', a: 'fatal' },
  samples: [
    {
      text: '03-17 16:13:38.811  1702  2395 D WindowManager: printFreezingDisplayLogsopening app wtoken',
      time: '2025-03-17T16:13:38.811',
      level: 'debug',
      pid: 1702,
      tid: 2395,
      component: 'WindowManager',
      message: 'printFreezingDisplayLogsopening app wtoken',
    },
  ],
};
