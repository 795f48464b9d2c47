import type { LogFormat } from '../definition.ts';

/** glog and klog (Kubernetes): a letter for the level, month and day without a year. */
export const glog: LogFormat = {
  id: 'glog',
  title: 'glog, klog',
  patterns: [
    '{level:[IWEFD]}{time:MMdd HH:mm:ssf} {tid:int} {component:[^ :\\]]}:{source_line:int}] {message}',
  ],
  samples: [
    {
      text: 'E0517 15:04:22.619632 1952452992 logging_unittest.cc:253] Log every 3, iteration 19',
      time: '2025-05-17T15:04:22.619632',
      level: 'error',
      tid: 1952452992,
      component: 'logging_unittest.cc',
      message: 'Log every 3, iteration 19',
      fields: { source_line: 253 },
    },
  ],
};
