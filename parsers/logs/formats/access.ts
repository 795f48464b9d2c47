import type { LogFormat } from '../definition.ts';

const time = '[{time:dd/MMM/yyyy:HH:mm:ssf Z}]';
const request = '"{message<}{method:[A-Za-z_]} {path:[^" ]}( {protocol:[^" ]})?{message>}"';
const answer = '{status:int} {bytes:int}';
/** Columns of a server's own: numbers, quoted texts. With `=` they may be pairs. */
const more = '{more<}{_:["0-9.-]}{_:[^=]*}{more>}';
/** Any number of words and quoted texts: a quote without its end is not a column. */
const value = '({_:quoted}|{_:[^" ]})';
const values = `{more<}${value}${`( ${value})?`.repeat(19)}{more>}`;
/** `rt=0.005 uct="0.001"` */
const pairs = '{pairs<}{_:[A-Za-z_]}={_}{pairs>}';
/** Addresses of proxies and their client, as in `X-Forwarded-For`. */
const clients = '{client<}{_:[0-9a-fA-F.:]}, {_:[0-9a-fA-F.:, ]}{client>}';
const agent = '{referer:quoted} {agent:quoted}';
const combined = `${time} ${request} ${answer} ${agent}`;
const forwarded = '{forwarded_for:[0-9a-fA-F.:, -]}';
/** nginx's times have a fraction; so have Rack's and gunicorn's. A whole number may be anything. */
const seconds =
  '({more<}{_:[0-9]}{more>} )?{request_time:number s}( {upstream_response_time:number s})?( {pipelined:[.p]})?';
const whole = '{more<}{_:int}( {_:int})?{more>}';
/** Columns before the address: nginx's times, or numbers of which nothing states what they are, such as Apache's `%D`. */
const before = `({more<}{_:int}${'( {_:number})?'.repeat(5)}{more>}|{request_time:number s}( {upstream_response_time:number s})?|{more<}{_:number}${' {_:number}'.repeat(2)}${'( {_:number})?'.repeat(3)}{more>})`;
/** What one value of each upstream server that was tried makes: nginx separates them by commas, its groups by colons. */
const tried = (name: string): string =>
  `{${name}<}{_:[^ ,]}, {_:[^ ,]}${'( : {_:[^ ,]}|, {_:[^ ,]})?'.repeat(4)}{${name}>}`;
/** https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/log-format/ */
const ingress = '{request_length:int} {request_time:number s} [{upstream:[^]]*}]( [{other_upstream:[^]]*}])?';
const ingressOnce = `${ingress} {upstream_addr:word} {upstream_bytes:int} {upstream_response_time:number s} {upstream_status:int} {request_id:word}`;
const ingressTried = `${ingress} ${['upstream_addrs', 'upstream_lengths', 'upstream_response_times', 'upstream_statuses'].map(tried).join(' ')} {request_id:word}`;
/** https://doc.traefik.io/traefik/observability/access-logs/ */
const traefik = '{requests:int} {router:quoted} {target:quoted} {duration:int ms}ms';

/** Common and combined log format of web servers, with a virtual host before it or further columns after it. */
export const access: LogFormat = {
  id: 'access-log',
  title: 'web access log (common, combined)',
  patterns: [
    // Nearly all lines have no user; this pattern leaves out the column that would always be empty.
    `{client:word} - - ${time} ${request} ${answer} ${agent}~`,
    `{client:word} - - ${time} ${request} ${answer}~`,
    `{client:word} - {user:word} ${time} ${request} ${answer} ${agent}~`,
    `{client:word} - {user:word} ${time} ${request} ${answer}~`,
    `{client:word} - {user:word} ${combined} {more<}"{_:number}"{more>}~`,
    `{client:word} - {user:word} ${combined} "${forwarded}"~`,
    `{client:word} - {user:word} ${combined} ${ingressOnce}~`,
    `{client:word} - {user:word} ${combined} ${ingressTried}~`,
    `{client:word} - {user:word} ${combined} ("${forwarded}" )?${whole}~`,
    `{client:word} - {user:word} ${combined} ("${forwarded}" )?${seconds}~`,
    `{client:word} - {user:word} ${combined} ${traefik}~`,
    `{client:word} - [${forwarded}] - {user:word} ${combined} (${ingressOnce}|${ingressTried})~`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer}( ${agent}( (${more})?)?)?`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} {more<}{_:[0-9.-]}{_}{more>}`,
    `${before} {client:word} {ident:word} {user:word} ${time} ${request} ${answer}( ${agent})?~`,
    `{vhost:[^ ,]} {client:word} {ident:word} {user:word} ${time} ${request} ${answer}( ${agent}( (${more})?)?)?`,
    `{client:[^ ,]} {ident:[^ []} {user:[^[]}${time} {message:quoted} ${answer}( ${agent}( (${more})?)?)?`,
    `{vhost:[^ ,]} {client:word} {ident:[^ []} {user:[^[]}${time} {message:quoted} ${answer}( ${agent}( (${more})?)?)?`,
    // The scanner reads no pairs: the patterns up to here are those of nearly all logs.
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${agent} ("${forwarded}" )?${pairs}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${pairs}`,
    `{vhost:[^ ,]} {client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${agent} ${pairs}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${agent} {more}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${values}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} {status:int} ${values}`,
    `{vhost:[^ ,]} {client:word} {ident:word} {user:word} ${time} ${request} {status:int}( ${values})?`,
    `${clients}{ident:word} {user:word} ${time} ${request} ${answer} ${agent}( {more})?`,
    `${clients}{ident:word} {user:word} ${time} ${request} {status:int}( ${values})?`,
    `{client:word} {ident:[^ []} {user:[^[]}${time} {message:quoted} ${answer}( ${agent}( "${forwarded}")?)? ${pairs}`,
    `{client:word} {ident:[^ []} {user:[^[]}${time} {message:quoted} {status:int} ${values}`,
    // Python's http.server, Flask's and Django's for development: no colon behind the year, no zone.
    `({client:word} - {user:word} )?[{time:dd/MMM/yyyy HH:mm:ss}] ${request} ${answer}~`,
    `({client:word} - {user:word} )?[{time:dd/MMM/yyyy HH:mm:ss}] {message:quoted} ${answer}~`,
  ],
  units: {
    bytes: 'B',
    request_length: 'B',
    upstream_bytes: 'B',

    request_time: 's',
    upstream_response_time: 's',
  },
  plainMessages: true,
  statusLevels: 'status',
  samples: [
    {
      text: '192.168.202.254 - - [20/Jul/2009:22:59:26 +0000] "GET /vmw/cgi/tramp HTTP/1.0" 200 134 "-" "gPXE/0.9.7"',
      time: '2009-07-20T22:59:26Z',
      level: 'info',
      message: 'GET /vmw/cgi/tramp HTTP/1.0',
      fields: {
        client: '192.168.202.254',
        user: null,
        method: 'GET',
        path: '/vmw/cgi/tramp',
        protocol: 'HTTP/1.0',
        status: 200,
        bytes: 134,
        referer: null,
        agent: 'gPXE/0.9.7',
      },
    },
    {
      text: '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 404 -',
      time: '2000-10-10T20:55:36Z',
      fields: { user: 'frank', status: 404, bytes: null },
    },
    {
      text: '10.0.0.7 - Jane Doe [10/Oct/2000:13:55:36 -0700] "\\x16\\x03\\x01" 400 226 "-" "-" 0.002',
      message: '\\x16\\x03\\x01',
      fields: { user: 'Jane Doe', method: null, status: 400, bytes: 226, more: '0.002' },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 200 612 "-" "curl/8.0" 451 1.203 [default-web-80] [] 10.1.0.9:8080 612 1.199 504 5f3a',
      fields: {
        request_length: 451,
        request_time: 1.203,
        upstream: 'default-web-80',
        upstream_addr: '10.1.0.9:8080',
        upstream_response_time: 1.199,
        upstream_status: 504,
        request_id: '5f3a',
      },
      units: { request_time: 's', upstream_response_time: 's', request_length: 'B' },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 502 150 "-" "curl/8.0" 451 5.2 [default-web-80] [] 10.1.0.9:8080, 10.1.0.8:8080 0, 150 5.000, 0.200 504, 502 5f3a',
      fields: {
        request_time: 5.2,
        upstream_addrs: '10.1.0.9:8080, 10.1.0.8:8080',
        upstream_response_times: '5.000, 0.200',
        upstream_statuses: '504, 502',
      },
    },
    {
      text: '10.0.0.7 - [203.0.113.9, 10.0.0.7] - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 404 150 "-" "curl/8.0" 33 0.000 [] - - - - 5f3a',
      fields: { client: '10.0.0.7', forwarded_for: '203.0.113.9, 10.0.0.7', upstream_status: null },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 200 35 "-" "curl/8" "203.0.113.9" 1.203 1.199',
      fields: { forwarded_for: '203.0.113.9', request_time: 1.203, upstream_response_time: 1.199 },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 200 35 "-" "curl/8" "203.0.113.9" rt=1.203 urt="1.199"',
      fields: { forwarded_for: '203.0.113.9', rt: 1.203, urt: '1.199' },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 200 35 "-" "curl/8" "2.35"',
      fields: { more: '"2.35"', forwarded_for: null },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 200 35 "-" "curl/8" 120345',
      fields: { more: '120345', request_time: null },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 200 35 "-" "curl/8" 7 "web@docker" "http://10.1.0.9:80" 1200ms',
      fields: { router: 'web@docker', target: 'http://10.1.0.9:80', duration: 1200 },
      units: { duration: 'ms' },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 500 3568 446',
      time: '2017-09-29T13:43:32Z',
      level: 'error',
      fields: { status: 500, bytes: 3568, more: '446' },
      units: { bytes: 'B' },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 502 35 "-" "curl/8" rt=5.002 urt="5.001" ua="10.0.0.9:80"',
      level: 'error',
      fields: { status: 502, agent: 'curl/8', rt: 5.002, urt: '5.001', ua: '10.0.0.9:80' },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GARBAGE\\x16\\x03" 400 157 "-" "-" "-" rt=0.000 uct="-"',
      level: 'warning',
      message: 'GARBAGE\\x16\\x03',
      fields: { status: 400, bytes: 157, rt: 0, uct: '-' },
    },
    {
      text: '127.0.0.1 - - [28/Nov/2026 09:45:58] "GET /up/err HTTP/1.0" 500 -',
      time: '2026-11-28T09:45:58',
      level: 'error',
      fields: { client: '127.0.0.1', path: '/up/err', status: 500, bytes: null },
    },
    {
      text: '[28/Nov/2026 09:45:58] "POST /orders/ HTTP/1.1" 403 2481',
      level: 'warning',
      fields: { client: null, method: 'POST', status: 403, bytes: 2481 },
    },
    {
      text: '10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 404 0.012 35 "10.0.0.9:80" "http://a/" "curl/8"',
      level: 'warning',
      fields: { status: 404 },
    },
    {
      text: '203.0.113.9, 10.0.0.7 - - [29/Sep/2017:15:43:32 +0200] "GET /x HTTP/1.1" 200 35 "-" "curl/8" "10.0.0.7"',
      level: 'info',
      fields: { client: '203.0.113.9, 10.0.0.7', path: '/x', more: '"10.0.0.7"' },
    },
  ],
};
