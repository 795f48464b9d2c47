import type { LogFormat } from '../definition.ts';

/** Docker's `json-file` driver; the wrapped line is read in its own format. */
export const docker: LogFormat = {
  id: 'docker-json',
  title: 'Docker container log (JSON)',
  specificity: 30,
  json: { time: ['time'], message: ['log'], requires: ['log', 'stream', 'time'] },
  nested: 'log',
  samples: [
    {
      text: '{"log":"2024/05/06 07:08:09 [error] 1#1: no route\\n","stream":"stderr","time":"2024-05-06T07:08:09.123456789Z"}',
      time: '2024-05-06T07:08:09.123456789Z',
      level: 'error',
      message: 'no route',
      pid: 1,
    },
  ],
};
