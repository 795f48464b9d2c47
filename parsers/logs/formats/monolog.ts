import type { LogFormat } from '../definition.ts';

/** Laravel and others on Monolog. */
export const monolog: LogFormat = {
  id: 'monolog',
  title: 'Monolog (Laravel, Symfony)',
  patterns: [
    '[{time:yyyy-MM-dd HH:mm:ssfz}] {component:[A-Za-z0-9_-]}.{level}: {message}',
    '[{time:yyyy-MM-ddTHH:mm:ssfz}] {component:[A-Za-z0-9_-]}.{level}: {message}',
  ],
  samples: [
    {
      text: '[2023-05-15 18:19:32] local.ERROR: Target class does not exist. {"exception":"[object] (Illuminate\\\\Contracts\\\\BindingResolutionException(code: 0): x at /srv/Container.php:795)\n[stacktrace]\n#0 /srv/laravel/Container.php(795): Illuminate\\\\Container->build(\'x\')',
      time: '2023-05-15T18:19:32',
      level: 'error',
      component: 'local',
      fields: {
        'exception.type': 'Illuminate\\Contracts\\BindingResolutionException',
        'exception.where': 'Illuminate\\Container->build (Container.php:795)',
      },
    },
  ],
};
