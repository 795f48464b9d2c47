import type { LogFormat } from '../definition.ts';

const stamps = ['{time:yyyy-MM-ddTHH:mm:ssfZ}', '{time:yyyy-MM-dd HH:mm:ssf}'];

/** Ceph's daemons, and the log of the cluster. https://docs.ceph.com/en/latest/rados/troubleshooting/log-and-debug/ */
export const ceph: LogFormat = {
  id: 'ceph',
  title: 'Ceph',
  patterns: stamps.flatMap(stamp => [
    `(debug )?${stamp} {thread_id:[0-9a-f]} {_:[0-9-]} log_channel\\({component:[a-z]}\\) log [{level:[A-Z]}] : {message}`,
    // −1 is what a daemon also writes to its standard error.
    `(debug )?${stamp} {thread_id<}7f{_:[0-9a-f]}{thread_id>} {level:[-]}1 {message}`,
    `(debug )?${stamp} {thread_id<}7f{_:[0-9a-f]}{thread_id>} {debug_level:int} {message}`,
    `${stamp} {component:[a-z0-9._-]} \\({_:[a-z0-9._-]}\\) {_:int} : {channel:[a-z]} [{level:[A-Z]}] {message}`,
  ]),
  levels: { '-': 'error', sec: 'warning' },
  specificity: 22,
  evidence: ['osd.', 'mon.', 'mgr.', 'mds.', 'rgw', 'ceph', 'log_channel('],
  samples: [
    {
      text: '2026-02-18T12:47:22.160+0000 7ff4e8c85640  0 log_channel(cluster) log [WRN] : slow request osd_op(client.4:1)',
      time: '2026-02-18T12:47:22.16Z',
      level: 'warning',
      component: 'cluster',
      message: 'slow request osd_op(client.4:1)',
    },
    {
      text: '2016-05-20 16:30:19.188806 7fa2ca12e700 -1 osd.0 24 heartbeat_check: no reply from 192.0.2.47:6817',
      time: '2016-05-20T16:30:19.188806',
      level: 'error',
      message: 'osd.0 24 heartbeat_check: no reply from 192.0.2.47:6817',
    },
    {
      text: 'debug 2026-02-18T12:47:06.927+0000 7ff4ecd02740  1 osd.0 0 start_boot',
      level: null,
      message: 'osd.0 0 start_boot',
      fields: { debug_level: 1 },
    },
    {
      text: '2022-03-18T18:36:14.293172+0000 mon.a (mon.0) 9766581 : cluster [ERR] 2.1f scrub 1 missing',
      time: '2022-03-18T18:36:14.293172Z',
      level: 'error',
      component: 'mon.a',
      message: '2.1f scrub 1 missing',
      fields: { channel: 'cluster' },
    },
  ],
};
