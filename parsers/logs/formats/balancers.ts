import type { LogFormat } from '../definition.ts';

const client = '{client:[^ :]}:{_:[0-9]}';
const target = '({target:[^ :]}:{_:[0-9]}|-)';
/** −1 if the connection ended before. */
const time = (name: string): string => `(-1|{${name}:number s})`;
const times = ['request_processing_time', 'duration', 'response_processing_time'].map(time).join(' ');
/** Between flags and sizes: Istio's of today, of 1.5, and of 1.4. */
const reasons =
  '({details:word} {termination:word} {failure:quoted}|{_:quoted} {failure:quoted}|{failure:quoted})';
const upstream =
  '{upstream_time:int ms} {forwarded_for:quoted} {agent:quoted} {request_id:quoted} {authority:quoted} {target:quoted}( {cluster:word} {_})?';
const rest =
  '{status:int} {target_status:word} {received:int} {sent:int} {message:quoted}( {agent:quoted} {_})?';

/** Access logs of Amazon's load balancers, and Envoy's. */
export const balancers: LogFormat = {
  id: 'load-balancer',
  title: 'load balancer access log (ALB, ELB, Envoy), Amazon S3',
  patterns: [
    // https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
    `{owner:[0-9a-f]} {bucket:word} [{time:dd/MMM/yyyy:HH:mm:ss Z}] {client:word} {requester:word} {request_id:word} {component:[A-Z._]} {key:word} {message:quoted} {status:int} {error:word} {sent:int} {size:int} {duration:int ms} {turn_around_time:int ms} {referer:quoted} {agent:quoted} {_}`,
    `{component:[a-z0-9]} {time:yyyy-MM-ddTHH:mm:ssfZ} {balancer:word} ${client} ${target} ${times} ${rest}`,
    `{time:yyyy-MM-ddTHH:mm:ssfZ} {balancer:word} ${client} ${target} ${times} ${rest}`,
    `[{time:yyyy-MM-ddTHH:mm:ssfZ}] "{message<}({method:[A-Z]} {path:[^" ]} {protocol:[^"]}|{_:[^"]*}){message>}" {status:int} {flags:word} (${reasons} )?{received:int} {sent:int} {duration:int ms} ${upstream}`,
    `[{time:yyyy-MM-ddTHH:mm:ssfZ}] {message:quoted} {status:int} {flags:word} (${reasons} )?{received:int} {sent:int} {duration:int ms} {_}`,
    '[{time:yyyy-MM-ddTHH:mm:ssfZ}] {message:quoted} {status:int} {flags:word} ({_:word} {_:quoted} )?{received:int} {sent:int} {duration:int ms} {_}',
  ],
  plainMessages: true,
  units: { received: 'B', sent: 'B', size: 'B' },
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
      units: { duration: 's', received: 'B' },
    },
    {
      text: '2024-01-12T13:14:15.123456Z lb 10.0.0.1:1234 - -1 -1 -1 503 0 0 57 "GET http://x:80/ HTTP/1.1"',
      message: 'GET http://x:80/ HTTP/1.1',
      fields: { target: null, status: 503, duration: null },
    },
    {
      text: '79a59df900b949e55d96a1e698fbaced shop [12/Jan/2024:13:14:15 +0000] 192.0.2.7 - 4E57427F33A59F07 REST.PUT.OBJECT photos/b.jpg "PUT /shop/photos/b.jpg HTTP/1.1" 503 SlowDown 282 - 1530 - "-" "aws-cli/2" - s9lz= SigV4 - AuthHeader shop.s3.amazonaws.com TLSv1.2 - -',
      time: '2024-01-12T13:14:15Z',
      level: 'error',
      component: 'REST.PUT.OBJECT',
      message: 'PUT /shop/photos/b.jpg HTTP/1.1',
      fields: { status: 503, error: 'SlowDown', sent: 282, duration: 1530, turn_around_time: null },
      units: { duration: 'ms', sent: 'B' },
    },
    {
      text: '[2024-01-12T13:14:15.123Z] "GET /x HTTP/1.1" 200 - 0 12 5 4 "-" "curl" "id" "host" "10.0.0.1:80"',
      time: '2024-01-12T13:14:15.123Z',
      message: 'GET /x HTTP/1.1',
      fields: { status: 200, sent: 12, duration: 5, upstream_time: 4, agent: 'curl' },
      units: { duration: 'ms' },
    },
    {
      text: '[2023-07-05T10:11:12.345Z] "GET /v1/status HTTP/1.1" 503 UC upstream_reset{connection_termination} - "-" 0 95 1520 - "10.0.0.7" "curl" "3a7c" "health" "10.0.0.8:8181" outbound|80||health.svc 10.0.0.9:37132 10.0.0.9:80 10.0.0.1:59375 - -',
      time: '2023-07-05T10:11:12.345Z',
      level: 'error',
      message: 'GET /v1/status HTTP/1.1',
      fields: {
        status: 503,
        flags: 'UC',
        duration: 1520,
        upstream_time: null,
        cluster: 'outbound|80||health.svc',
      },
      units: { duration: 'ms' },
    },
    {
      text: '[2023-07-05T10:11:12.345Z] "- - -" 0 - - - "-" 1000 2000 5 - "-" "-" "-" "-" "10.0.0.8:3306" outbound|3306||db.svc 10.0.0.9:37132 10.0.0.9:80 10.0.0.1:59375 - -',
      level: null,
      message: '- - -',
      fields: { status: 0, received: 1000, sent: 2000, duration: 5 },
    },
  ],
};
