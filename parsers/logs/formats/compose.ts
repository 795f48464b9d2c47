import type { LogFormat } from '../definition.ts';

/** `docker compose logs`: the service, then the line it wrote. Only that line may have a time. */
export const compose: LogFormat = {
  id: 'docker-compose',
  title: 'docker compose logs',
  patterns: [
    '{component<}{_:[A-Za-z]}{_:lazy}-{_:[0-9]}{component>}~|(\\ )?{message}',
    '{component<}{_:[A-Za-z]}{_:lazy}_{_:[0-9]}{component>}~|(\\ )?{message}',
  ],
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
  ],
};
