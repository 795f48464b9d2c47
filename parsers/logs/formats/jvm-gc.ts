import type { LogFormat } from '../definition.ts';
import { olderGc, unifiedGc } from './gc-figures.ts';

const date = '{time:yyyy-MM-ddTHH:mm:ssfz}';

/** Decorations behind the first time and before the level, in the order of the JVM; each may be left out. */
const decorations =
  '([{uptime:number}s])?([{_:int}ms])?([{_:int}ms])?([{_:int}ns])?([{_:int}ns])?([{pid:int}])?([{tid:int}])?';
/** With the host, which no form tells from tags: they begin with one of these. */
const hosted =
  '([{uptime:number}s])?([{_:int}ms])?([{_:int}ms])?([{_:int}ns])?([{_:int}ns])?[{host<}{_:[A-Za-z]}{_:[^\\] ]*}{host>}]([{pid:int}])?([{tid:int}])?';
const tags = '[{component:[^\\]]}]';
const knownTags =
  '[{component<}(gc|safepoint|metaspace|heap|class|os|jit|startuptime){_:[^\\]]*}{component>}]';
/** Behind the time since the start. */
const wall =
  '[{uptime:number}s][{time:N}ms]([{_:int}ms])?([{_:int}ns])?([{_:int}ns])?([{pid:int}])?([{tid:int}])?';
const body = '(GC\\({gc:int}\\) {message}|~{message})';
/** Without tags, only the number of the collection shows that the line is about one. */
const collection = ' GC\\({gc:int}\\) {message}';

/** Records of the logs before `-Xlog` that have no date or no time since the start. */
const older =
  '{message<}([GC|[Full GC|[CMS|[ParNew|[Pause|[Concurrent|[Unloading|[Rescan|Total time for which|Application time){_}{message>}';

/**
 * The JVM's unified log (`-Xlog:gc*`), with any of its decorations, and the older collector log. The commas of a
 * locale count as points.
 */
export const jvmGc: LogFormat = {
  id: 'jvm-gc',
  title: 'JVM garbage collector log',
  patterns: [
    `[${date}]${decorations}[{level}~]${tags}~${body}`,
    `${wall}[{level}~]${tags}~${body}`,
    `[{time:B}s]${decorations}[{level}~]${tags}~${body}`,
    `[{time:N}ms]${decorations}[{level}~]${tags}~${body}`,
    `[{time:b}ms]${decorations}[{level}~]${tags}~${body}`,
    `[${date}]${hosted}[{level}~]${tags}~${body}`,
    `[{time:B}s]${hosted}[{level}~]${tags}~${body}`,
    `[${date}]${decorations}(${knownTags})?${collection}`,
    `[${date}]${hosted}(${tags})?${collection}`,
    `${wall}(${tags})?${collection}`,
    `${wall} {message}`,
    `[{time:B}s]${decorations}(${tags})?${collection}`,
    `[{time:b}ms]${decorations}(${tags})?${collection}`,
    `[${date}][{uptime:number}s]~{message}`,
    `[${date}][{host<}{_:[A-Za-z]}{_:[^\\] ]*}{host>}] {message}`,
    '[{time:B}s] {message}',
    `${date}: {uptime:number}: {message<}[{_}{message>}`,
    `${date}: ({uptime:number}: |{_:[0-9,]}: )?${older}`,
    `{time:B}: ${older}`,
  ],
  figures: message => (message.startsWith('[') ? olderGc(message) : unifiedGc(message)),
  units: { uptime: 's' },
  specificity: 24,
  evidence: [
    '[gc',
    'GC(',
    '[GC',
    '[Full GC',
    '[CMS',
    'Total time for which',
    'Application time',
    '[safepoint',
    '][info',
    '][debug',
    '][trace',
    '][warning',
    '][error',
  ],
  samples: [
    {
      text: '[2024-01-12T13:14:15.223+0000][0.105s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 12M->3M(128M) 3.456ms',
      time: '2024-01-12T13:14:15.223Z',
      level: 'info',
      component: 'gc',
      message: 'Pause Young (Normal) (G1 Evacuation Pause) 12M->3M(128M) 3.456ms',
      fields: { uptime: 0.105, gc: 0, before: 12, after: 3, heap: 128, pause: 3.456 },
      units: { uptime: 's', before: 'MiB', after: 'MiB', heap: 'MiB', pause: 'ms' },
    },
    { text: '[0.005s][info][gc,init] Using G1', level: 'info', component: 'gc,init', message: 'Using G1' },
    {
      text: '[0,648s][info][gc          ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 5,123ms',
      time: '1970-01-01T00:00:00.648',
      component: 'gc',
      fields: { gc: 0, pause: 5.123, before: 24, after: 4, heap: 256 },
      units: { pause: 'ms' },
    },
    {
      text: '[2023-12-02T00:23:10.948+0700][40.494s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 5.123ms',
      time: '2023-12-01T17:23:10.948Z',
      fields: { uptime: 40.494, gc: 0, pause: 5.123 },
    },
    {
      text: '[0.060s][1701450190938ms] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->6M(128M) 6.163ms',
      time: '2023-12-01T17:03:10.938Z',
      fields: { uptime: 0.06, gc: 0, pause: 6.163 },
    },
    {
      text: '[2023-12-02T00:23:10.948+0700][db-1] GC(0) Pause Full (Ergonomics) 107M->39M(120M) 9.912ms',
      component: null,
      fields: { host: 'db-1', gc: 0, pause: 9.912 },
    },
    {
      text: '[2023-12-02T00:23:10.948+0700][db-1][4711][info][gc,cpu] GC(0) User=0.01s Sys=0.00s Real=0.01s',
      level: 'info',
      pid: 4711,
      component: 'gc,cpu',
      fields: { host: 'db-1', gc: 0 },
    },
    {
      text: '[6.998s][info][gc] GC(6) Concurrent evacuation 17M->19M(64M) 36.093ms',
      fields: { gc: 6, pause: null, concurrent: 36.093, before: 17, after: 19, heap: 64 },
      units: { concurrent: 'ms' },
    },
    {
      text: '[0.656s][info][gc          ] GC(5) Garbage Collection (Allocation Stall) 136M(35%)->98M(26%)',
      fields: { gc: 5, before: 136, after: 98, pause: null },
    },
    {
      text: '[0.648s][info][gc          ] Allocation Stall (MainThread) 15.040ms',
      fields: { stall: 15.04, pause: null },
      units: { stall: 'ms' },
    },
    {
      text: '[1701450190938ms][info][safepoint] Safepoint "ZMarkStart", Time since last: 1 ns, Reaching safepoint: 2 ns, At safepoint: 3 ns, Total: 1500000 ns',
      time: '2023-12-01T17:03:10.938Z',
      fields: { stopped: 1.5 },
    },
    {
      text: '2024-01-12T13:14:16.123+0000: 2.234: [Full GC (System.gc()) 65536K->10752K(251392K), 0.0123456 secs]',
      time: '2024-01-12T13:14:16.123Z',
      message: '[Full GC (System.gc()) 65536K->10752K(251392K), 0.0123456 secs]',
      fields: { uptime: 2.234, pause: 12.3456, before: 64, after: 10.5, heap: 245.5 },
      units: { pause: 'ms', before: 'MiB' },
    },
    {
      text: '2016-12-16T10:11:06.808+0100: 506146.808: [GC pause (G1 Evacuation Pause) (mixed) (to-space exhausted), 8.6429024 secs]\n   [Parallel Time: 1043.3 ms, GC Workers: 10]\n   [Eden: 2048.0M(2048.0M)->0.0B(3072.0M) Survivors: 256.0M->0.0B Heap: 15.9G(16.0G)->12.1G(16.0G)]\n [Times: user=15.31 sys=0.42, real=8.64 secs]',
      time: '2016-12-16T09:11:06.808Z',
      fields: { pause: 8642.9024, before: 16281.6, after: 12390.4, heap: 16384 },
      units: { pause: 'ms', before: 'MiB', after: 'MiB' },
    },
    {
      text: '14.002: [Full GC (Ergonomics) [PSYoungGen: 43496K->0K(305664K)] [ParOldGen: 650000K->310000K(699392K)] 693496K->310000K(1005056K), [Metaspace: 60000K->60000K(1101824K)], 2.8130010 secs] [Times: user=9.10 sys=0.02, real=2.81 secs]',
      time: '1970-01-01T00:00:14.002',
      fields: { pause: 2813.001, before: 677.242188, heap: 981.5 },
      units: { pause: 'ms' },
    },
    {
      text: '0,638: [GC (Allocation Failure) [PSYoungGen: 65536K->10720K(76288K)] 65536K->12345K(251392K), 0,0123456 secs] [Times: user=0,03 sys=0,01, real=0,02 secs]',
      fields: { pause: 12.3456, user: 0.03, sys: 0.01, real: 0.02 },
      units: { user: 's', real: 's' },
    },
    {
      text: '2016-12-16T10:11:06.808+0100: 5.108: [GC (Allocation Failure) 2016-12-16T10:11:06.808+0100: 5.108: [ParNew: 153342K->17022K(153344K), 0.0812345 secs] 204792K->81920K(494976K), 0.0820001 secs] [Times: user=0.20 sys=0.04, real=0.08 secs]',
      fields: { pause: 82.0001, after: 80 },
    },
    {
      text: '2016-12-16T10:11:07.808+0100: 6.108: [CMS-concurrent-mark: 0.072/0.072 secs] [Times: user=0.20 sys=0.04, real=0.08 secs]',
      fields: { pause: null },
    },
    {
      text: '2016-12-16T10:11:08.808+0100: 7.108: [GC concurrent-mark-end, 0.1200001 secs]',
      fields: { pause: null, concurrent: 120.0001 },
    },
    {
      text: '5.108: Total time for which application threads were stopped: 0.0023000 seconds, Stopping threads took: 0.0000100 seconds',
      fields: { stopped: 2.3 },
      units: { stopped: 'ms' },
    },
  ],
};
