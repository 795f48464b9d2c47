import type { LogFormat } from '../definition.ts';

const iso = '{time:yyyy-MM-ddTHH:mm:ssfZ}';

/** Services written in Go that have a layout of their own: HashiCorp's, zap's console, NATS, Telegraf, CockroachDB. */
export const services: LogFormat = {
  id: 'go-services',
  title: 'Go services (Consul, etcd, zap, NATS, Telegraf, CockroachDB)',
  patterns: [
    `${iso} [{level:[A-Z]}]~{component:[A-Za-z0-9._/-]}: {message}`,
    `${iso}\t{level:[A-Za-z]}\t{component<}{_:[A-Za-z0-9._/-]}(:{_:[0-9]})?{component>}\t{message}`,
    '[{pid:int}] {time:yyyy/MM/dd HH:mm:ssf} [{level:[A-Z]}] {message}',
    `${iso} {level:[A-Z]}! [{component:[^\\]]}] {message}`,
    // etcd before 3.4 (capnslog).
    '{time:yyyy-MM-dd HH:mm:ssf} {level:[A-Z]} | {component:[^ :]}: {message}',
    '{level:[IWEF]}{time:yyMMdd HH:mm:ssf} {tid:int} {component:[^ :]}:{source_line:int} {message}',
  ],
  specificity: 20,
  evidence: [
    ' | etcd',
    ' | raft',
    ' | wal',
    '.go:',
    'onsul',
    'nomad',
    'vault',
    'raft',
    'serf',
    'agent',
    'nats',
    'NATS',
    'elegraf',
    '[outputs.',
    '[inputs.',
    'ockroach',
    '{"',
    'http: ',
  ],
  samples: [
    {
      text: '2016-09-28 10:53:12.454510 W | wal: wal/wal.go: WAL.sync: sync duration of 11.5ms',
      time: '2016-09-28T10:53:12.45451',
      level: 'warning',
      component: 'wal',
      message: 'wal/wal.go: WAL.sync: sync duration of 11.5ms',
    },
    {
      text: '2024-01-12T13:14:15.123Z [WARN]  agent.server: member left: member=x',
      time: '2024-01-12T13:14:15.123Z',
      level: 'warning',
      component: 'agent.server',
      message: 'member left: member=x',
    },
    {
      text: '2024-01-12T13:14:15.123Z\tINFO\tserver/main.go:12\tstarted\t{"port": 80}',
      level: 'info',
      component: 'server/main.go:12',
      message: 'started\t{"port": 80}',
    },
    {
      text: '[7] 2024/01/12 13:14:15.123456 [INF] Starting nats-server',
      time: '2024-01-12T13:14:15.123456',
      level: 'info',
      pid: 7,
      message: 'Starting nats-server',
    },
    {
      text: '2024-01-12T13:14:15Z E! [outputs.influxdb] no route',
      level: 'error',
      component: 'outputs.influxdb',
      message: 'no route',
    },
    {
      text: 'W240112 13:14:15.123456 12 server/node.go:100 [n1] slow disk',
      time: '2024-01-12T13:14:15.123456',
      level: 'warning',
      tid: 12,
      component: 'server/node.go',
      message: '[n1] slow disk',
    },
  ],
};
