import type { LogFormat } from '../definition.ts';

/** MongoDB before 4.4. */
export const mongodbText: LogFormat = {
  id: 'mongodb-text',
  title: 'MongoDB (text)',
  patterns: [
    '{time:yyyy-MM-ddTHH:mm:ssfZ} {level:[FEWID0-9]} {component:[A-Z_-]} [{thread}]~{message}',
    '{time:yyyy-MM-ddTHH:mm:ssfZ} [{thread}]~{message}',
  ],
  specificity: 19,
  evidence: [
    'mongo',
    'Mongo',
    '[initandlisten]',
    '[conn',
    '[rsSync',
    '[ReplicationExecutor]',
    '[ReplicaSet',
    'WiredTiger',
  ],
  samples: [
    {
      text: '2014-11-03T18:28:32.450-0500 I NETWORK  [initandlisten] waiting for connections on port 27017',
      time: '2014-11-03T23:28:32.45Z',
      level: 'info',
      component: 'NETWORK',
      process: 'initandlisten',
      message: 'waiting for connections on port 27017',
    },
  ],
};

/** MongoDB since 4.4. */
export const mongodb: LogFormat = {
  id: 'mongodb',
  title: 'MongoDB',
  specificity: 30,
  json: {
    time: ['t.$date'],
    level: ['s'],
    component: ['c'],
    thread: ['ctx'],
    message: ['msg'],
    requires: ['t.$date', 's', 'c', 'msg'],
    units: { 'attr.durationMillis': 'ms' },
  },
  samples: [
    {
      text: '{"t":{"$date":"2020-05-01T15:16:17.180+00:00"},"s":"I", "c":"COMMAND", "id":51803, "ctx":"conn9", "msg":"Slow query","attr":{"ns":"a.b","durationMillis":123}}',
      time: '2020-05-01T15:16:17.18Z',
      level: 'info',
      component: 'COMMAND',
      process: 'conn9',
      message: 'Slow query',
      fields: { id: 51803, 'attr.ns': 'a.b', 'attr.durationMillis': 123 },
    },
  ],
};
