import type { LogFormat } from '../definition.ts';

const stamp = '[{time:yyyy-MM-dd HH:mm:ssf}][{tid:int}][{level}][{component:[^\\]]}]';

/** Envoy's own log (`--log-level debug`). Its access log is `load-balancer`. */
export const envoy: LogFormat = {
  id: 'envoy',
  title: 'Envoy',
  patterns: [`${stamp} [{source:[^\\]]}]~{message}`, `${stamp} {message}`],
  samples: [
    {
      text: '[2023-07-05 10:11:12.345][326][debug][router] [source/common/router/router.cc:434] [C0][S17] cluster match',
      time: '2023-07-05T10:11:12.345',
      level: 'debug',
      component: 'router',
      tid: 326,
      message: '[C0][S17] cluster match',
      fields: { source: 'source/common/router/router.cc:434' },
    },
  ],
};
