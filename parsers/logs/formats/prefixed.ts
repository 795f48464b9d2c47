import type { LogFormat } from '../definition.ts';

/**
 * A time before lines that have a time of their own: exports of CloudWatch to S3, `aws logs tail --format short`,
 * `kubectl logs --timestamps`, `docker logs -t`.
 */
export const prefixed: LogFormat = {
  id: 'time-prefixed',
  title: 'lines of another log after a time',
  patterns: ['{time:yyyy-MM-ddTHH:mm:ssfz} {message}'],
  nested: 'message',
  prefix: true,
  samples: [
    {
      text: '2024-01-12T13:14:15.123Z E0112 13:14:14.619632 12 main.go:3] no route',
      time: '2024-01-12T13:14:15.123Z',
      level: 'error',
      component: 'main.go',
      message: 'no route',
    },
    {
      text: '2024-01-12T13:14:15.123456789Z {"level":"warn","msg":"slow","took":3}',
      time: '2024-01-12T13:14:15.123456789Z',
      level: 'warning',
      message: 'slow',
      fields: { took: 3 },
    },
    {
      text: '2024-01-12T13:14:15.123Z START RequestId: 8f5 Version: $LATEST',
      time: '2024-01-12T13:14:15.123Z',
      message: 'START RequestId: 8f5 Version: $LATEST',
    },
  ],
};

/** `aws logs tail`: time, stream, line. Streams of Lambda, ECS and EKS are recognised by their names. */
export const cloudwatchTail: LogFormat = {
  id: 'cloudwatch-tail',
  title: 'Amazon CloudWatch logs (aws logs tail)',
  patterns: ['{time:yyyy-MM-ddTHH:mm:ssfZ} {stream:word} {message}'],
  nested: 'message',
  wholeMessages: true,
  specificity: 22,
  marks: ['/[$LATEST]', 'Z ecs/', '+00:00 ecs/', '+00:00 kube-', '+00:00 fluent', '+00:00 awslogs/'],
  samples: [
    {
      text: '2024-01-12T13:14:15.123000+00:00 2024/01/12/[$LATEST]8f5c3 [ERROR] 2024-01-12T13:14:15.120Z 8f5 no route',
      time: '2024-01-12T13:14:15.123Z',
      level: 'error',
      fields: { stream: '2024/01/12/[$LATEST]8f5c3' },
    },
    {
      text: '2024-01-12T13:14:15.123000+00:00 ecs/web/0a1b START RequestId: 8f5',
      time: '2024-01-12T13:14:15.123Z',
      level: null,
      message: 'START RequestId: 8f5',
      fields: { stream: 'ecs/web/0a1b' },
    },
  ],
};

/** `logcli query`: time, the labels that are not common to all lines, line. */
export const logcli: LogFormat = {
  id: 'loki-lines',
  title: 'Loki (logcli)',
  patterns: [
    '{time:yyyy-MM-ddTHH:mm:ssfZ} \\{{labels<}{_:[A-Za-z0-9_]}={_:quoted}{_:[^}]*}{labels>}\\}~{message}',
    '{time:yyyy-MM-ddTHH:mm:ssfZ} \\{\\}~{message}',
  ],
  nested: 'message',
  wholeMessages: true,
  specificity: 24,
  samples: [
    {
      text: '2024-01-12T13:14:15Z {app="web", pod="web-7d9"} level=error msg="no route"',
      time: '2024-01-12T13:14:15Z',
      level: 'error',
      fields: { labels: 'app="web", pod="web-7d9"' },
    },
    {
      text: '2024-01-12T14:14:15+01:00 {} 2024/01/12 13:14:14 [error] 1#1: no route',
      time: '2024-01-12T13:14:15Z',
      level: 'error',
      message: 'no route',
      pid: 1,
    },
  ],
};
