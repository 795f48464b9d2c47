import type { LogFormat } from '../definition.ts';

/** BIND's channels with time, category and severity. */
export const named: LogFormat = {
  id: 'bind',
  title: 'BIND',
  patterns: ['{time:dd-MMM-yyyy HH:mm:ssf} ({component:[a-z-]}: {level}|{level}): {message}'],
  specificity: 20,
  evidence: [
    'named',
    'BIND',
    'queries:',
    'resolver:',
    'lame-servers:',
    'xfer-',
    'zone ',
    'client @',
    'client ',
    'dnssec:',
    'rpz:',
  ],
  samples: [
    {
      text: '12-Jan-2024 13:14:15.123 queries: info: client 10.0.0.1#53: query: example.com IN A',
      time: '2024-01-12T13:14:15.123',
      level: 'info',
      component: 'queries',
      message: 'client 10.0.0.1#53: query: example.com IN A',
    },
    {
      text: '12-Jan-2024 13:14:15.123 error: zone example.com/IN: not loaded',
      level: 'error',
      message: 'zone example.com/IN: not loaded',
    },
  ],
};
