import type { Figure, LogFormat } from '../definition.ts';

const counts =
  /(?<= )(keysExamined|docsExamined|nscanned|nscannedObjects|nreturned|ntoreturn|nMatched|nModified|ninserted|ndeleted|numYields|writeConflicts|reslen):(\d{1,15})(?= )/g;

/**
 * A slow operation ends with its duration: `command a.b command: find { … } docsExamined:9 reslen:99 locks:{ … } 1523ms`.
 */
function operation(message: string): readonly Figure[] {
  const [line = ''] = message.split('\n', 1);
  const [, duration] = / (\d{1,15})ms$/.exec(line.trimEnd()) ?? [];
  if (duration === undefined) return [];
  const figures = new Map<string, Figure>([
    ['duration', { key: 'duration', value: Number(duration), unit: 'ms' }],
  ]);
  // A count's name may stand in the text of the query as well; the operation's own is behind it.
  for (const [, key, value] of line.matchAll(counts))
    figures.set(key!, { key: key!, value: Number(value), ...(key === 'reslen' ? { unit: 'B' } : {}) });
  return [...figures.values()];
}

/** How names of threads begin before 3.0. */
const threads = [
  'initandlisten',
  'conn',
  'rs',
  'repl',
  'TTLMonitor',
  'clientcursormon',
  'cleanupOldData',
  'DataFileSync',
  'FileAllocator',
  'Balancer',
  'LockPinger',
  'mongos',
  'signalProcessing',
  'snapshotthread',
  'journal',
  'websvr',
  'thread',
  'migrate',
];

/** MongoDB before 4.4. */
export const mongodbText: LogFormat = {
  id: 'mongodb-text',
  title: 'MongoDB (text)',
  patterns: [
    '{time:yyyy-MM-ddTHH:mm:ssfZ} {level:[FEWID0-9]} {component:[A-Z_-]} [{thread}]~{message}',
    // Without a level, only the thread tells such a line from others with a word in brackets.
    `{time:yyyy-MM-ddTHH:mm:ssfZ} [{thread<}(${threads.join('|')}){_:[^\\]]*}{thread>}]~{message}`,
  ],
  specificity: 19,
  figures: operation,
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
    {
      text: '2019-06-11T09:15:02.123+0000 I COMMAND  [conn812] command shop.orders command: find { find: "orders", filter: { note: " docsExamined:1 " } } planSummary: COLLSCAN keysExamined:0 docsExamined:2000000 numYields:15625 nreturned:12 reslen:4512 locks:{ Global: { acquireCount: { r: 31252 } } } protocol:op_query 1523ms',
      component: 'COMMAND',
      process: 'conn812',
      fields: {
        duration: 1523,
        keysExamined: 0,
        docsExamined: 2_000_000,
        numYields: 15_625,
        nreturned: 12,
        reslen: 4512,
      },
      units: { duration: 'ms', reslen: 'B' },
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
