import type { LogFormat } from '../definition.ts';

/** Spark's console layout. */
export const spark: LogFormat = {
  id: 'spark',
  title: 'Spark',
  patterns: ['{time:yy/MM/dd HH:mm:ss} {level} {component:[^ :]}: {message}'],
  evidence: ['spark', 'Spark', 'executor.', 'storage.', 'BlockManager', 'hadoop', 'Hadoop', 'mapred'],
  samples: [
    {
      text: '17/06/09 20:10:40 INFO executor.CoarseGrainedExecutorBackend: Registered signal handlers for [TERM, HUP, INT]',
      time: '2017-06-09T20:10:40',
      level: 'info',
      component: 'executor.CoarseGrainedExecutorBackend',
      message: 'Registered signal handlers for [TERM, HUP, INT]',
    },
  ],
};
