import type { LogFormat } from '../definition.ts';
import { goGc, nodeGc } from './gc-figures.ts';

/** `node --trace-gc`, also between the lines of the program's own log. */
export const nodeTraceGc: LogFormat = {
  id: 'node-gc',
  title: 'Node.js --trace-gc',
  patterns: ['[{pid:int}:0x{_:hex}] {time:b} ms: {message}'],
  figures: nodeGc,
  program: 'node',
  specificity: 30,
  between: true,
  samples: [
    {
      text: '[12345:0x55d0c0de0]       52 ms: Scavenge 2.4 (3.0) -> 2.0 (4.0) MB, 0.83 / 0.00 ms  (average mu = 1.000, current mu = 1.000) allocation failure',
      time: '1970-01-01T00:00:00.052',
      process: 'node',
      pid: 12345,
      fields: { pause: 0.83, before: 2.4, after: 2, heap: 4 },
      units: { pause: 'ms', before: 'MiB', after: 'MiB', heap: 'MiB' },
    },
    {
      text: '[7:0x1e8c2b0]   193042 ms: Mark-sweep (reduce) 2047.1 (2080.2) -> 2046.9 (2081.0) MB, 1203.4 / 0.1 ms  (+ 4.1 ms in 2 steps since start of marking) (average mu = 0.120) last resort GC in old space requested',
      time: '1970-01-01T00:03:13.042',
      fields: { pause: 1203.4, after: 2046.9 },
    },
  ],
};

/** `GODEBUG=gctrace=1`. */
export const goGcTrace: LogFormat = {
  id: 'go-gctrace',
  title: 'Go gctrace',
  patterns: ['gc {gc:int} @{time:B}s {message<}{_:int}%: {_}{message>}'],
  figures: goGc,
  plainMessages: true,
  specificity: 30,
  between: true,
  samples: [
    {
      text: 'gc 9 @77.204s 0%: 0.38+44+5.8 ms clock, 3.0+5.0/24/0+46 ms cpu, 158->294->294 MB, 159 MB goal, 8 P',
      time: '1970-01-01T00:01:17.204',
      message: '0%: 0.38+44+5.8 ms clock, 3.0+5.0/24/0+46 ms cpu, 158->294->294 MB, 159 MB goal, 8 P',
      fields: {
        gc: 9,
        pause: 6.18,
        concurrent: 44,
        cpu: 78,
        gc_share: 0,
        before: 158,
        after: 294,
        live: 294,
        goal: 159,
        processors: 8,
      },
      units: { pause: 'ms', concurrent: 'ms', cpu: 'ms', gc_share: '%', before: 'MiB', goal: 'MiB' },
    },
    {
      text: 'gc 18 @2.105s 3%: 0.018+1.2+0.003 ms clock, 0.14+0.29/2.1/3.3+0.028 ms cpu, 7->7->3 MB, 8 MB goal, 0 MB stacks, 0 MB globals, 8 P (forced)',
      fields: { pause: 0.021, goal: 8, processors: 8 },
    },
  ],
};
