import type { LogFormat } from '../definition.ts';

/** W3C extended log format: IIS, and servers that follow it. Times are UTC by definition. https://www.w3.org/TR/WD-logfile */
export const w3c: LogFormat = {
  id: 'w3c',
  title: 'W3C extended log (IIS)',
  specificity: 40,
  table: {
    layout: 'w3c',
    map: {},
    // The unit of `time-taken` depends on the server: see `timeTakenUnit`.
    units: {
      'sc-bytes': 'B',
      'cs-bytes': 'B',
      bytes: 'B',
      size: 'B',
      'sc-content-len': 'B',
      TimeTakenMS: 'ms',
      'time-to-first-byte': 's',
    },
  },
  statusLevels: 'sc-status',
  samples: [
    {
      text: '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query sc-status time-taken\n2015-01-13 00:32:17 100.79.192.81 GET /robots.txt x=1 404 283',
      time: '2015-01-13T00:32:17Z',
      level: 'warning',
      message: 'GET /robots.txt?x=1',
      fields: { 's-ip': '100.79.192.81', 'sc-status': 404, 'time-taken': 283 },
    },
  ],
};
