import type { LogFormat } from '../definition.ts';

const begin = '{level:[A-Z]}, [{time:yyyy-MM-ddTHH:mm:ssfz}~#{pid:int}]~{_:[A-Z]} --~({component:[^ :]})?:~';

/** Of the name of a status. */
const word = "{_:[A-Z]}{_:[A-Za-z'-]*}";

/** Ruby's `Logger`, and so Rails; Sidekiq. */
export const ruby: LogFormat = {
  id: 'ruby',
  title: 'Ruby Logger, Sidekiq',
  patterns: [
    // Rails: the end of a request, maybe with its id before.
    `${begin}{message<}([{request_id:[0-9a-f-]}] )?Completed {status:int}${` ${word}`}${`( ${word})?`.repeat(4)} in {duration:int ms}ms({_})?{message>}`,
    `${begin}{message}`,
    // Sidekiq.
    `{time:yyyy-MM-ddTHH:mm:ssfZ} pid={pid:int} tid={thread_id:word}( class={component:word})?( jid={job:word})?( elapsed={elapsed:number s})? {level:[A-Z]}: {message}`,
  ],
  levels: { a: 'notice' },
  specificity: 30,
  samples: [
    {
      text: 'I, [2024-01-12T13:14:15.123456 #1234]  INFO -- : Started GET "/" for 127.0.0.1',
      time: '2024-01-12T13:14:15.123456',
      level: 'info',
      pid: 1234,
      message: 'Started GET "/" for 127.0.0.1',
    },
    {
      text: 'I, [2024-01-12T13:14:15.123456 #1234]  INFO -- : [3f2504e0-4f89-11d3] Completed 500 Internal Server Error in 1200ms (ActiveRecord: 812.3ms | Allocations: 1234)',
      level: 'info',
      message:
        '[3f2504e0-4f89-11d3] Completed 500 Internal Server Error in 1200ms (ActiveRecord: 812.3ms | Allocations: 1234)',
      fields: { request_id: '3f2504e0-4f89-11d3', status: 500, duration: 1200 },
      units: { duration: 'ms' },
    },
    {
      text: '2024-01-12T13:14:15.123Z pid=812 tid=oxq8 class=OrderJob jid=9d2504e0 elapsed=12.345 INFO: done',
      time: '2024-01-12T13:14:15.123Z',
      level: 'info',
      pid: 812,
      component: 'OrderJob',
      message: 'done',
      fields: { job: '9d2504e0', elapsed: 12.345 },
      units: { elapsed: 's' },
    },
    {
      text: '2024-01-12T13:14:15.123Z pid=812 tid=oxq8 WARN: {"context":"Job raised exception"}',
      level: 'warning',
      pid: 812,
    },
    {
      text: 'E, [2024-01-12T13:14:15.123456 #1234] ERROR -- billing: no such card',
      level: 'error',
      component: 'billing',
      message: 'no such card',
    },
  ],
};
