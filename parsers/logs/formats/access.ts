import type { LogFormat } from '../definition.ts';

const time = '[{time:dd/MMM/yyyy:HH:mm:ssf Z}]';
const request = '"{message<}{method:[A-Za-z_]} {path:[^" ]}( {protocol:[^" ]})?{message>}"';
const answer = '{status:int} {bytes:int}';
const agent = '{referer:quoted} {agent:quoted}';

/** Common and combined log format of web servers, with a virtual host before it or further columns after it. */
export const access: LogFormat = {
  id: 'access-log',
  title: 'web access log (common, combined)',
  patterns: [
    // Nearly all lines have no user; this pattern leaves out the column that would always be empty.
    `{client:word} - - ${time} ${request} ${answer} ${agent}`,
    `{client:word} - - ${time} ${request} ${answer}`,
    `{client:word} - {user:word} ${time} ${request} ${answer} ${agent}`,
    `{client:word} - {user:word} ${time} ${request} ${answer}`,
    `{client:word} {ident:word} {user:word} ${time} ${request} ${answer}( ${agent}( {more})?)?`,
    `{vhost:word} {client:word} {ident:word} {user:word} ${time} ${request} ${answer}( ${agent}( {more})?)?`,
    `{client:word} {ident:word} {user:[^[]}${time} {message:quoted} ${answer}( ${agent}( {more})?)?`,
    `{vhost:word} {client:word} {ident:word} {user:[^[]}${time} {message:quoted} ${answer}( ${agent}( {more})?)?`,
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
  ],
};
