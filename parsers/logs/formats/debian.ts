import type { LogFormat } from '../definition.ts';

/** Logs of Debian's package tools. */
export const debian: LogFormat = {
  id: 'dpkg',
  title: 'dpkg, apt, update-alternatives',
  patterns: [
    '{time:yyyy-MM-dd HH:mm:ss} {message<}{component<}(startup|status|configure|install|upgrade|trigproc|remove|purge|conffile|disappear){component>} {_}{message>}',
    '{component<}update-alternatives{component>} {time:yyyy-MM-dd HH:mm:ss}: {message}',
    'Start-Date: {time:yyyy-MM-dd HH:mm:ss}{message:[\\t]*}',
    'Log {component:[a-z]}: {time:yyyy-MM-dd HH:mm:ss}{message:[\\t]*}',
  ],
  specificity: 24,
  plainMessages: true,
  samples: [
    {
      text: 'Start-Date: 2025-06-24  14:36:25\nCommandline: apt-get upgrade\nUpgrade: libudev1:amd64 (252.36, 252.38)',
      time: '2025-06-24T14:36:25',
      message: 'Commandline: apt-get upgrade\nUpgrade: libudev1:amd64 (252.36, 252.38)',
    },
    {
      text: 'Log started: 2025-06-24  14:36:25\nSetting up libudev1:amd64 (252.38) ...',
      time: '2025-06-24T14:36:25',
      component: 'started',
      message: 'Setting up libudev1:amd64 (252.38) ...',
    },
    {
      text: '2025-06-24 14:36:25 upgrade libudev1:amd64 252.36-1~deb12u1 252.38-1~deb12u1',
      time: '2025-06-24T14:36:25',
      component: 'upgrade',
      message: 'upgrade libudev1:amd64 252.36-1~deb12u1 252.38-1~deb12u1',
    },
    {
      text: 'update-alternatives 2025-06-24 14:36:53: link group pager updated to point to /usr/bin/less',
      time: '2025-06-24T14:36:53',
      component: 'update-alternatives',
      message: 'link group pager updated to point to /usr/bin/less',
    },
  ],
};
