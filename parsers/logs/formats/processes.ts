import type { LogFormat } from '../definition.ts';

/** Output of several processes, collected by a program that starts them: each line is read in its own format. */

/** foreman, goreman, honcho: `web.1` of a Procfile. */
export const foreman: LogFormat = {
  id: 'foreman',
  title: 'foreman, goreman (Procfile)',
  patterns: ['{time:HH:mm:ss} {component:[A-Za-z0-9_.-]}~|(\\ )?{message}'],
  nested: 'message',
  prefix: true,
  samples: [
    {
      text: '10:53:12 etcd1 | 2016-09-28 10:53:12.454510 W | wal: sync duration of 11.5ms',
      time: '2016-09-28T10:53:12.45451',
      level: 'warning',
      component: 'wal',
      message: 'sync duration of 11.5ms',
      fields: { source: 'etcd1' },
    },
  ],
};

/** `kubectl logs --prefix`. */
export const kubectl: LogFormat = {
  id: 'kubectl-logs',
  title: 'kubectl logs --prefix',
  patterns: ['[pod/{pod:[^/ ]}/{component:[^\\] ]}](\\ )?{message}'],
  nested: 'message',
  untimed: true,
  specificity: 24,
  samples: [
    {
      text: '[pod/web-7d9/nginx] 2024/05/06 07:08:09 [error] 1#1: no route',
      time: '2024-05-06T07:08:09',
      level: 'error',
      component: 'nginx',
      message: 'no route',
      fields: { pod: 'web-7d9' },
    },
  ],
};

/** `stern`: the pod and its container. */
export const stern: LogFormat = {
  id: 'stern',
  title: 'stern',
  patterns: [
    '{pod:[a-z0-9.-]} {component:[a-z0-9-]} {time:yyyy-MM-ddTHH:mm:ssfZ} {message}',
    '{pod:[a-z0-9.-]} {component:[a-z0-9-]} {message}',
  ],
  nested: 'message',
  prefix: true,
  samples: [
    {
      text: 'api-7d9f8b6c5-x2x7k api 2024-03-01T10:00:01.223456789Z {"level":"error","msg":"db timeout","took":"1.52s"}',
      time: '2024-03-01T10:00:01.223456789Z',
      level: 'error',
      component: 'api',
      message: 'db timeout',
      fields: { pod: 'api-7d9f8b6c5-x2x7k' },
    },
  ],
};

/** `cf logs` of Cloud Foundry: the process and its stream. */
export const cloudFoundry: LogFormat = {
  id: 'cloud-foundry',
  title: 'Cloud Foundry',
  patterns: ['~{time:yyyy-MM-ddTHH:mm:ssfZ} [{component:[A-Z0-9/]}]~{stream<}(OUT|ERR){stream>} {message}'],
  nested: 'message',
  specificity: 26,
  samples: [
    {
      text: '   2024-03-01T10:00:00.12+0100 [APP/PROC/WEB/0] OUT {"level":"warn","msg":"slow"}',
      time: '2024-03-01T09:00:00.12Z',
      level: 'warning',
      component: 'APP/PROC/WEB/0',
      message: 'slow',
    },
    {
      text: '   2024-03-01T10:00:02.34+0100 [RTR/2] ERR no route',
      component: 'RTR/2',
      message: 'no route',
      fields: { stream: 'ERR' },
    },
  ],
};

/** `heroku logs`: the source and the dyno. */
export const heroku: LogFormat = {
  id: 'heroku',
  title: 'Heroku',
  patterns: ['{time:yyyy-MM-ddTHH:mm:ssfZ} {component:[a-z-]}[{dyno:[A-Za-z0-9_.-]}]: {message}'],
  nested: 'message',
  wholeMessages: true,
  specificity: 26,
  evidence: ['heroku[', 'app['],
  samples: [
    {
      text: '2020-05-06T07:08:09.123456+00:00 heroku[router]: at=error code=H12 desc="Request timeout" method=GET path="/x" dyno=web.1 connect=1ms service=30000ms status=503 bytes=0',
      time: '2020-05-06T07:08:09.123456Z',
      level: 'error',
      component: 'heroku',
      fields: { dyno: 'web.1', service: 30000, status: 503 },
      units: { service: 'ms' },
    },
    {
      text: '2020-05-06T07:08:09.123456+00:00 app[web.1]: method=GET path=/x format=html controller=X action=show status=500 duration=1168.12 view=1100.00 db=60.00',
      level: 'error',
      fields: { duration: 1168.12 },
      units: { duration: 'ms' },
    },
    {
      text: '2020-05-06T07:08:09.123456+00:00 app[web.1]: E, [2020-05-06T07:08:09.100000 #4] ERROR -- : boom',
      level: 'error',
      message: 'boom',
      pid: 4,
    },
  ],
};
