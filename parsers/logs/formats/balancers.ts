import type { LogFormat } from '../definition.ts';

const client = '{client:[^ :]}:{_:[0-9]}';
const target = '({target:[^ :]}:{_:[0-9]}|-)';
const times = '{request_processing_time:number} {duration:number} {response_processing_time:number}';
const rest =
  '{status:int} {target_status:word} {received:int} {sent:int} {message:quoted}( {agent:quoted} {_})?';

/** Access logs of Amazon's load balancers, and Envoy's. */
export const balancers: LogFormat = {
  id: 'load-balancer',
  title: 'load balancer access log (ALB, ELB, Envoy)',
  patterns: [
    `{component:[a-z0-9]} {time:yyyy-MM-ddTHH:mm:ssfZ} {balancer:word} ${client} ${target} ${times} ${rest}`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {balancer:word} ${client} ${target} ${times} ${rest}`,
    '[{time:yyyy-MM-ddTHH:mm:ssfZ}] {message:quoted} {status:int} {flags:word} ({_:word} {_:quoted} )?{received:int} {sent:int} {duration:int} {upstream:word} {_}',
  ],
  plainMessages: true,
  units: { received: 'bytes', sent: 'bytes' },
  specificity: 30,
  statusLevels: 'status',
  samples: [
    {
      text: 'https 2024-01-12T13:14:15.123456Z app/lb/50dc 10.0.0.1:1234 10.0.0.2:80 0.001 0.25 0.000 502 502 34 366 "GET https://x:443/ HTTP/1.1" "curl" - -',
      time: '2024-01-12T13:14:15.123456Z',
      component: 'https',
      message: 'GET https://x:443/ HTTP/1.1',
      fields: {
        client: '10.0.0.1',
        target: '10.0.0.2',
        duration: 0.25,
        status: 502,
        sent: 366,
        agent: 'curl',
      },
    },
    {
      text: '2024-01-12T13:14:15.123456Z lb 10.0.0.1:1234 - -1 -1 -1 503 0 0 57 "GET http://x:80/ HTTP/1.1"',
      message: 'GET http://x:80/ HTTP/1.1',
      fields: { target: null, status: 503, duration: -1 },
    },
    {
      text: '[2024-01-12T13:14:15.123Z] "GET /x HTTP/1.1" 200 - 0 12 5 4 "-" "curl" "id" "host" "10.0.0.1:80"',
      time: '2024-01-12T13:14:15.123Z',
      message: 'GET /x HTTP/1.1',
      fields: { status: 200, sent: 12, duration: 5 },
    },
  ],
};
