import type { LogFormat } from '../definition.ts';

const bySyslog = '{time:MMM d HH:mm:ss} {host:word} ';
const byIsoSyslog = '{time:yyyy-MM-ddTHH:mm:ssfZ} {host:word} ';
const client = '{client:lazy}:{port:int} ';
const program = '{program:[^ :[]}(\\[{pid:int}\\])?: ';
const isoStamp = `${byIsoSyslog}${program}${client}[{_:[0-9]}/{_:[A-Za-z]}/{_:[0-9:.]}]`;
const stamp = `${bySyslog}${program}${client}[{accepted<}{_:int}/{_:[A-Za-z]}/{time+:yyyy}:{_:[0-9:.]}{accepted>}]`;
/** As a container's output, or behind the prefix of another log. */
const raw = `${client}[{time:dd/MMM/yyyy:HH:mm:ssf}]`;
/** −1 if the session ended before. */
const waits = (...names: string[]): string => names.map(name => `(-1|{${name}:int})`).join('/');
const http = `{frontend:word} {backend:[^ /]}/{server:word} ${waits('wait_request', 'wait_queue', 'wait_connect', 'wait_response')}/{total:int} {status:int} {bytes:int} {_:word} {_:word} {termination:word} {_:[0-9/+]} {_:[0-9/]}~(\\{{request_headers:[^}]*}}~)?(\\{{response_headers:[^}]*}}~)?{message:quoted}( {_})?`;
const tcp = `{frontend:word} {backend:[^ /]}/{server:word} ${waits('wait_queue', 'wait_connect')}/{total:int} {bytes:int} {termination:word} {message<}{_:[0-9/+]} {_:[0-9/]}{message>}`;

/** HAProxy's HTTP and TCP logs, by syslog or plain; HAProxy's own date states the year. */
export const haproxy: LogFormat = {
  id: 'haproxy',
  title: 'HAProxy',
  patterns: [
    `${stamp} ${http}`,
    `${stamp} ${tcp}`,
    `${isoStamp} ${http}`,
    `${isoStamp} ${tcp}`,
    `${isoStamp} {frontend:[^ :/]}(/{bind:[^ :]})?: {message}`,
    `${stamp} {frontend:[^ :]}: {message}`,
    `${bySyslog}{program<}haproxy{program>}\\[{pid:int}\\]: {message}`,
    `${raw} ${http}`,
    `${raw} ${tcp}`,
    `${raw} {frontend:[^ :/]}(/{bind:[^ :]})?: {message}`,
  ],
  units: {
    wait_request: 'ms',
    wait_queue: 'ms',
    wait_connect: 'ms',
    wait_response: 'ms',
    total: 'ms',
    bytes: 'B',
  },
  plainMessages: true,
  statusLevels: 'status',
  samples: [
    {
      text: 'Feb 25 16:19:49 192.168.4.2 haproxy[7]: 141.35.244.171:53332 [25/Feb/2019:16:19:48.143] prod_in~ bk/s1 0/0/7/1457/1487 200 11394 - - ---- 2/1/0/0/0 0/0 {Mozilla/5.0 (Windows NT 6.1)} {} "GET /admin HTTP/1.1"',
      time: '2019-02-25T16:19:49',
      component: 'haproxy',
      pid: 7,
      message: 'GET /admin HTTP/1.1',
      fields: {
        client: '141.35.244.171',
        backend: 'bk',
        server: 's1',
        total: 1487,
        status: 200,
        bytes: 11394,
      },
    },
    {
      text: 'Feb 25 16:20:15 192.168.4.2 haproxy[7]: 95.216.197.33:56224 [25/Feb/2019:16:20:10.111] prod_in/sk: SSL handshake failure',
      time: '2019-02-25T16:20:15',
      message: 'SSL handshake failure',
    },
    {
      text: '2025-02-28T08:10:01.120044+01:00 lb1 haproxy[812]: 192.0.2.10:38339 [28/Feb/2025:08:10:00.118] web~ app/s1 0/0/0/-1/1002 504 194 - - sH-- 212/195/3/3/0 0/0 "GET /y HTTP/1.1"',
      time: '2025-02-28T07:10:01.120044Z',
      level: 'error',
      pid: 812,
      message: 'GET /y HTTP/1.1',
      fields: { client: '192.0.2.10', port: 38339, backend: 'app', status: 504 },
    },
    {
      text: '192.0.2.10:38339 [28/Feb/2025:08:10:01.118] web~ app/s1 0/0/0/-1/1002 504 194 - - sH-- 212/195/3/3/0 0/0 "GET /y HTTP/1.1"',
      time: '2025-02-28T08:10:01.118',
      level: 'error',
      message: 'GET /y HTTP/1.1',
      fields: {
        client: '192.0.2.10',
        port: 38339,
        backend: 'app',
        status: 504,
        total: 1002,
        wait_response: null,
      },
      units: { total: 'ms' },
    },
  ],
};
