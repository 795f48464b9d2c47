import type { LogFormat } from '../definition.ts';

/** Squid's access log in its own layout. */
export const squid: LogFormat = {
  id: 'squid',
  title: 'Squid access log',
  patterns: [
    '{time:X} {duration:int} {client:word} {component:[A-Z_]}/{status:int} {bytes:int} {message<}{method:[A-Z_]} {url:word}{message>} {user:word} {peer:word} {type:word}',
  ],
  units: { duration: 'ms', bytes: 'bytes' },
  plainMessages: true,
  specificity: 40,
  statusLevels: 'status',
  samples: [
    {
      text: '1705065255.123    105 10.0.0.1 TCP_MISS/200 1234 GET http://example.com/a - DIRECT/1.2.3.4 text/html',
      time: '2024-01-12T13:14:15.123Z',
      component: 'TCP_MISS',
      message: 'GET http://example.com/a',
      fields: { duration: 105, status: 200, bytes: 1234, client: '10.0.0.1', method: 'GET' },
    },
  ],
};
