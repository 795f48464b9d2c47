import type { LogFormat } from '../definition.ts';

/** Zeek (Bro) logs: tab-separated under `#fields`. */
export const zeek: LogFormat = {
  id: 'zeek',
  title: 'Zeek log',
  specificity: 40,
  table: {
    layout: 'zeek',
    map: { time: ['ts'] },
    units: { duration: 's', orig_bytes: 'B', resp_bytes: 'B', orig_ip_bytes: 'B', resp_ip_bytes: 'B' },
  },
  samples: [
    {
      text: '#separator \\x09\n#path\tconn\n#fields\tts\tuid\tid.orig_h\tproto\tduration\tlocal_orig\n1320279554.496300\tCg9\t192.168.2.76\ttcp\t2.125850\t-',
      time: '2011-11-03T00:19:14.4963Z',
      component: 'conn',
      fields: { uid: 'Cg9', 'id.orig_h': '192.168.2.76', duration: 2.12585, local_orig: null },
    },
  ],
};
