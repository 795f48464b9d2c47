import type { LogFormat } from '../definition.ts';

/** ZooKeeper: the thread's name contains colons, and the class is before the `@`. */
export const zookeeper: LogFormat = {
  id: 'zookeeper',
  title: 'ZooKeeper',
  patterns: [
    '{time:yyyy-MM-dd HH:mm:ssfz}( [myid:{myid:[^\\]]*}])? - {level} [~{thread:lazy}:{component:[A-Za-z0-9_$.]}@{line:int}] - {message}',
    '{time:yyyy-MM-dd HH:mm:ssfz}( [myid:{myid:[^\\]]*}])? - {level} [~{thread}] - {message}',
  ],
  evidence: [
    'ooKeeper',
    'ookeeper',
    'QuorumPeer',
    'NIOServerCxn',
    '[myid',
    'FastLeaderElection',
    'ProcessThread(sid',
    'CommitProcessor',
    'SyncThread',
  ],
  samples: [
    {
      text: '2015-07-29 17:41:44,747 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774] - Notification time out: 3200',
      time: '2015-07-29T17:41:44.747',
      level: 'info',
      process: 'QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181',
      component: 'FastLeaderElection',
      message: 'Notification time out: 3200',
      fields: { line: 774 },
    },
  ],
};
