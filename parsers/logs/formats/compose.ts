import type { LogFormat } from '../definition.ts';

/** `docker compose logs`: the service, then the line it wrote. Only that line may have a time. */
export const compose: LogFormat = {
  id: 'docker-compose',
  title: 'docker compose logs',
  patterns: [
    '{component<}{_:[A-Za-z]}{_:lazy}-{_:[0-9]}{component>}~|(\\ )?{message}',
    '{component<}{_:[A-Za-z]}{_:lazy}_{_:[0-9]}{component>}~|(\\ )?{message}',
  ],
  // `container_name` and services of a swarm: any name, if the lines behind it are of some format.
  prefixes: ['{component<}{_:[A-Za-z0-9]}{_:[A-Za-z0-9_.@-]*}{component>}~|(\\ )?{message}'],
  nested: 'message',
  untimed: true,
  lastResort: true,
  samples: [
    {
      text: 'redis-1  | 1:M 25 Apr 2024 05:32:35.019 * Server initialized',
      time: '2024-04-25T05:32:35.019',
      level: 'notice',
      component: 'redis-1',
      message: 'Server initialized',
    },
    {
      text: 'cache  | 1:M 25 Apr 2024 05:32:35.019 # Asynchronous AOF fsync is taking too long',
      time: '2024-04-25T05:32:35.019',
      level: 'warning',
      component: 'cache',
    },
    {
      text: 'web.1.x8f2@node1    | 2024/05/06 07:08:09 [error] 1#1: no route',
      time: '2024-05-06T07:08:09',
      level: 'error',
      component: 'web.1.x8f2@node1',
    },
  ],
};
