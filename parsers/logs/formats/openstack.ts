import type { LogFormat } from '../definition.ts';

const stamp = '{time:yyyy-MM-dd HH:mm:ssf} {pid:int} {level} {component:word}';

/** OpenStack services; in collected files each line begins with the name of its log. */
export const openstack: LogFormat = {
  id: 'openstack',
  title: 'OpenStack',
  patterns: [
    `${stamp} [{request:[^\\]]*}]~{message}`,
    `{source:[^ /]} ${stamp} [{request:[^\\]]*}]~{message}`,
    `${stamp} {message}`,
    `{source:[^ /]} ${stamp} {message}`,
  ],
  evidence: [
    '[req-',
    ' [-] ',
    'openstack',
    'oslo',
    'nova',
    'neutron',
    'keystone',
    'cinder',
    'glance',
    'ironic',
    'octavia',
  ],
  samples: [
    {
      text: 'nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:00.008 25746 INFO nova.osapi_compute.wsgi.server [req-38101a0b - - -] 10.11.10.1 "GET /v2/servers HTTP/1.1" status: 200 len: 1893 time: 0.2477829',
      time: '2017-05-16T00:00:00.008',
      level: 'info',
      pid: 25746,
      component: 'nova.osapi_compute.wsgi.server',
      message: '10.11.10.1 "GET /v2/servers HTTP/1.1" status: 200 len: 1893 time: 0.2477829',
      fields: { request: 'req-38101a0b - - -' },
    },
  ],
};
