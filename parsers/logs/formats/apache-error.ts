import type { LogFormat } from '../definition.ts';

/** Error log of Apache httpd, 2.2 and 2.4. */
export const apacheError: LogFormat = {
  id: 'apache-error',
  title: 'Apache error log',
  patterns: [
    '[{time:EEE MMM d HH:mm:ssf yyyy}] [{component:[^:\\]]*}:{level}] [pid {pid:int}(:tid {tid:int})?]~{message<}([client {client}]~)?{_}{message>}',
    '[{time:EEE MMM d HH:mm:ssf yyyy}] [{level}]~{message<}([client {client}]~)?{_}{message>}',
    '[{time:EEE MMM d HH:mm:ssf yyyy}]~{message}',
  ],
  evidence: [
    'pache',
    'httpd',
    'mod_',
    '[client ',
    'AH0',
    '[core:',
    '[mpm_',
    '[ssl:',
    '[php',
    'PHP ',
    '/var/www',
    'File does not exist',
  ],
  samples: [
    {
      text: '[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties',
      time: '2005-12-04T04:47:44',
      level: 'notice',
      message: 'workerEnv.init() ok /etc/httpd/conf/workers2.properties',
    },
    {
      text: '[Wed Oct 11 14:32:52.123456 2000] [core:error] [pid 35708:tid 4328636416] [client 72.15.99.187] File does not exist: /favicon.ico',
      time: '2000-10-11T14:32:52.123456',
      level: 'error',
      component: 'core',
      pid: 35708,
      message: '[client 72.15.99.187] File does not exist: /favicon.ico',
      fields: { client: '72.15.99.187' },
    },
  ],
};
