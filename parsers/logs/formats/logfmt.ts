import type { LogFormat } from '../definition.ts';
import { durations, http, unitsBeside } from './http.ts';

/** `key=value` throughout, as Go programs write it. */
export const logfmt: LogFormat = {
  id: 'logfmt',
  title: 'logfmt',
  specificity: 18,
  pairs: {
    time: ['time', 'ts', 'timestamp', 't', '@timestamp', 'date', 'datetime'],
    level: ['level', 'lvl', 'severity', 'loglevel', 'levelname', 'at'],
    component: ['logger', 'component', 'caller', 'module', 'service', 'source', 'name'],
    process: ['process', 'app', 'program'],
    pid: ['pid'],
    thread: ['thread'],
    tid: ['tid'],
    message: ['msg', 'message', 'event', 'text'],
    ...http,
    units: durations,
    unitsBeside,
    anyTime: true,
  },
  samples: [
    {
      text: 'time="2024-05-06T07:08:09Z" level=warning msg="disk \\"sda\\" is slow" latency=12.5 host=db1',
      time: '2024-05-06T07:08:09Z',
      level: 'warning',
      message: 'disk "sda" is slow',
      fields: { latency: 12.5, host: 'db1' },
    },
    {
      text: 'ts=2024-05-06T07:08:09.5Z caller=db.go:12 level=info msg=done took=1.25ms size=12kB eta=5m version=v1.2',
      component: 'db.go:12',
      fields: { took: 1.25, size: 12, eta: '5m', version: 'v1.2' },
    },
    {
      text: 'time=2024-05-06T07:08:09Z level=info method=GET path=/ status=503 duration=5.4',
      level: 'error',
    },
  ],
};
