import type { LogFormat } from '../definition.ts';

const stamp =
  '{time:MMM d HH:mm:ss} {host:word} {program:[^ :[]}(\\[{pid:int}\\])?: {client:lazy}:{port:int} [{accepted<}{_:int}/{_:[A-Za-z]}/{time+:yyyy}:{_:[0-9:.]}{accepted>}]';

/** HAProxy's HTTP and TCP logs as written by syslog; HAProxy's own date states the year. */
export const haproxy: LogFormat = {
  id: 'haproxy',
  title: 'HAProxy',
  patterns: [
    `${stamp} {frontend:word} {backend:[^ /]}/{server:word} {wait_request:int}/{wait_queue:int}/{wait_connect:int}/{wait_response:int}/{total:int} {status:int} {bytes:int} {_:word} {_:word} {termination:word} {_:[0-9/+]} {_:[0-9/]}~(\\{{request_headers:[^}]*}}~)?(\\{{response_headers:[^}]*}}~)?{message:quoted}`,
    `${stamp} {frontend:word} {backend:[^ /]}/{server:word} {wait_queue:int}/{wait_connect:int}/{total:int} {bytes:int} {termination:word} {message<}{_:[0-9/+]} {_:[0-9/]}{message>}`,
    `${stamp} {frontend:[^ :]}: {message}`,
    '{time:MMM d HH:mm:ss} {host:word} {program<}haproxy{program>}\\[{pid:int}\\]: {message}',
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
  ],
};
