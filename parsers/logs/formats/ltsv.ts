import type { LogFormat } from '../definition.ts';
import { durations, http, unitsBeside } from './http.ts';
import { logfmt } from './logfmt.ts';

/** Labelled tab-separated values, as nginx, Apache and H2O are often set to write them: the usual labels of ltsv.org. */
export const ltsv: LogFormat = {
  id: 'ltsv',
  title: 'LTSV',
  specificity: 19,
  ltsv: {
    ...logfmt.pairs!,
    message: ['msg', 'message', 'req', 'request', 'uri', 'event', 'text'],
    request: [...(http.request ?? []), 'req', 'path'],
    units: {
      ...durations,
      size: 'B',
      reqsize: 'B',
      reqtime: 's',
      apptime: 's',
      runtime: 's',
      reqtime_microsec: 'us',
    },
    unitsBeside,
  },
  samples: [
    {
      text: 'time:28/Feb/2013:12:00:00 +0900\thost:192.168.0.1\treq:GET /list HTTP/1.1\tstatus:502\tsize:5316\treferer:-\tua:Mozilla/5.0 (X11)\treqtime:9.254\tapptime:-',
      time: '2013-02-28T03:00:00Z',
      level: 'error',
      message: 'GET /list HTTP/1.1',
      fields: { host: '192.168.0.1', status: 502, size: 5316, ua: 'Mozilla/5.0 (X11)', reqtime: 9.254 },
    },
    {
      text: 'time:[28/Feb/2013:12:00:01 +0900]\tremote_addr:10.0.0.1\tmethod:GET\turi:/a?b=1\tstatus:200',
      time: '2013-02-28T03:00:01Z',
      message: '/a?b=1',
    },
    {
      text: 'time:2026-01-02T03:00:00.5Z\tlevel:warn\tmsg:disk is slow\ttook:12ms',
      time: '2026-01-02T03:00:00.5Z',
      level: 'warning',
      message: 'disk is slow',
      fields: { took: 12 },
    },
  ],
};
