import type { LogFormat } from '../definition.ts';

/** Container logs as written by the kubelet; the wrapped line is read in its own format. */
export const cri: LogFormat = {
  id: 'cri',
  title: 'Kubernetes container log (CRI)',
  patterns: ['{time:yyyy-MM-ddTHH:mm:ssfZ} {stream:[a-z]} {partial:[FP]}(:{_:word})?\\ {message}'],
  nested: 'message',
  specificity: 24,
  samples: [
    {
      text: '2016-10-06T00:17:09.669794202Z stderr F {"x":1} it broke',
      time: '2016-10-06T00:17:09.669794202Z',
      message: '{"x":1} it broke',
      fields: { stream: 'stderr' },
    },
    {
      text: '2016-10-06T00:17:09.669794202Z stderr F E0517 15:04:22.619632 12 main.go:3] no route',
      time: '2016-10-06T00:17:09.669794202Z',
      level: 'error',
      component: 'main.go',
      message: 'no route',
      fields: { stream: 'stderr' },
    },
    {
      text: '2016-10-06T00:17:09.1Z stdout P one line \n2016-10-06T00:17:09.2Z stdout F in two pieces',
      time: '2016-10-06T00:17:09.1Z',
      message: 'one line in two pieces',
      fields: { stream: 'stdout' },
    },
  ],
};
