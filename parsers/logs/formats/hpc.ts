import type { LogFormat } from '../definition.ts';

/** Event log of an HPC cluster (Los Alamos), as in loghub. */
export const hpc: LogFormat = {
  id: 'hpc',
  title: 'HPC cluster events',
  patterns: ['{id:int} {node:word} {component:word} {state:word} {time:X} {flag:int}~{message}'],
  plainMessages: true,
  samples: [
    {
      text: '350766 node-109 unix.hw state_change.unavailable 1084680778 1 Component \\042alt0\\042 is in the unavailable state (HWID=3180)',
      time: '2004-05-16T04:12:58Z',
      component: 'unix.hw',
      message: 'Component \\042alt0\\042 is in the unavailable state (HWID=3180)',
      fields: { id: 350766, node: 'node-109', state: 'state_change.unavailable', flag: 1 },
    },
  ],
};
