import type { LogFormat } from '../definition.ts';

const time = '[{time:dd/MMM/yyyy:HH:mm:ssf Z}]';
const request = '"{message<}{method:[A-Za-z_]} {path:[^" ]}( {protocol:[^" ]})?{message>}"';
const answer = '{status:int} {bytes:int}';
/** Columns of a server's own: numbers, quoted texts. */
const more = '{more<}{_:["0-9.-]}{_}{more>}';
/** Any number of words and quoted texts: a quote without its end is not a column. */
const value = '({_:quoted}|{_:[^" ]})';
const values = `{more<}${value}${`( ${value})?`.repeat(19)}{more>}`;
/** `rt=0.005 uct="0.001"` */
const pairs = '{pairs<}{_:[A-Za-z_]}={_}{pairs>}';
/** Addresses of proxies and their client, as in `X-Forwarded-For`. */
const clients = '{client<}{_:[0-9a-fA-F.:]}, {_:[0-9a-fA-F.:, ]}{client>}';
const agent = '{referer:quoted} {agent:quoted}';

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
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer}( ${agent}( (${more})?)?)?`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} {more<}{_:[0-9.-]}{_}{more>}`,
    `{vhost:[^ ,]} {client:word} {ident:word} {user:word} ${time} ${request} ${answer}( ${agent}( (${more})?)?)?`,
    `{client:[^ ,]} {ident:[^ []} {user:[^[]}${time} {message:quoted} ${answer}( ${agent}( (${more})?)?)?`,
    `{vhost:[^ ,]} {client:word} {ident:[^ []} {user:[^[]}${time} {message:quoted} ${answer}( ${agent}( (${more})?)?)?`,
    // The scanner reads no pairs: the patterns up to here are those of nearly all logs.
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${agent} ${pairs}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${pairs}`,
    `{vhost:[^ ,]} {client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${agent} ${pairs}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${agent} {more}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer} ${values}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} {status:int} ${values}`,
    `{vhost:[^ ,]} {client:word} {ident:word} {user:word} ${time} ${request} {status:int}( ${values})?`,
    `${clients}{ident:word} {user:word} ${time} ${request} ${answer} ${agent}( {more})?`,
    `${clients}{ident:word} {user:word} ${time} ${request} {status:int}( ${values})?`,
    `{client:word} {ident:[^ []} {user:[^[]}${time} {message:quoted} {status:int} ${values}`,
  ],
  units: { bytes: 'B' },
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
