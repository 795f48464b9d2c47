import type { LogFormat } from '../definition.ts';

const tags = '[{component:[^\\]]}]';
const body =
  '(GC\\({gc:int}\\) {message<}{_:lazy} {before:int}M->{after:int}M\\({heap:int}M\\) {pause:number}ms{message>}|~{message})';

/**
 * The JVM's unified log (`-Xlog:gc*`), with the time of day or since the JVM started, and the older collector
 * log.
 */
export const jvmGc: LogFormat = {
  id: 'jvm-gc',
  title: 'JVM garbage collector log',
  patterns: [
    `[{time:yyyy-MM-ddTHH:mm:ssfz}]([{uptime:number}s])?([{pid:int}])?([{tid:int}])?[{level}~]${tags}~${body}`,
    `[{time:B}s]([{pid:int}])?([{tid:int}])?[{level}~]${tags}~${body}`,
    '{time:yyyy-MM-ddTHH:mm:ssfz}: {uptime:number}: {message<}[{_:lazy}, {pause:number} secs{_}{message>}',
    '{time:yyyy-MM-ddTHH:mm:ssfz}: {uptime:number}: {message<}[{_}{message>}',
    '{time:yyyy-MM-ddTHH:mm:ssfz}: {uptime:number}: {message<}Total time{_}{message>}',
  ],
  units: { uptime: 's', before: 'MiB', after: 'MiB', heap: 'MiB', pause: 'ms' },
  specificity: 24,
  samples: [
    {
      text: '[2024-01-12T13:14:15.223+0000][0.105s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 12M->3M(128M) 3.456ms',
      time: '2024-01-12T13:14:15.223Z',
      level: 'info',
      component: 'gc',
      message: 'Pause Young (Normal) (G1 Evacuation Pause) 12M->3M(128M) 3.456ms',
      fields: { uptime: 0.105, gc: 0, before: 12, after: 3, heap: 128, pause: 3.456 },
    },
    { text: '[0.005s][info][gc,init] Using G1', level: 'info', component: 'gc,init', message: 'Using G1' },
    {
      text: '2024-01-12T13:14:16.123+0000: 2.234: [Full GC (System.gc()) 65536K->10752K(251392K), 0.0123456 secs]',
      time: '2024-01-12T13:14:16.123Z',
      message: '[Full GC (System.gc()) 65536K->10752K(251392K), 0.0123456 secs]',
      fields: { uptime: 2.234 },
    },
  ],
};
