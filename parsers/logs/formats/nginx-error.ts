import type { LogFormat } from '../definition.ts';

export const nginxError: LogFormat = {
  id: 'nginx-error',
  title: 'nginx error log',
  program: 'nginx',
  patterns: [
    '{time:yyyy/MM/dd HH:mm:ss} [{level}] {pid:int}#{tid:int}:( *{connection:int})?~{message<}{_}, client: {client:[^,]}, server: {server:[^,]*}(, request: {request:quoted})?(, {_})?{message>}',
    '{time:yyyy/MM/dd HH:mm:ss} [{level}] {pid:int}#{tid:int}:( *{connection:int})? {message}',
  ],
  samples: [
    {
      text: '2024/05/06 07:08:09 [error] 123#456: *789 open() "/srv/x" failed (2: No such file or directory), client: 10.0.0.1, server: example.org, request: "GET /x HTTP/1.1", host: "example.org"',
      time: '2024-05-06T07:08:09',
      level: 'error',
      process: 'nginx',
      pid: 123,
      tid: 456,
      fields: { connection: 789, client: '10.0.0.1', server: 'example.org', request: 'GET /x HTTP/1.1' },
    },
    {
      text: '2024/05/06 07:08:09 [notice] 1#1: start worker process 29',
      level: 'notice',
      message: 'start worker process 29',
    },
  ],
};
