import type { LogFormat } from '../definition.ts';

/** HDFS daemons of Hadoop 0.x. */
export const hdfs: LogFormat = {
  id: 'hdfs',
  title: 'HDFS',
  patterns: ['{time:yyMMdd HHmmss} {pid:int} {level} {component:[^ :]}:~{message}'],
  evidence: ['dfs.', 'hdfs', 'HDFS', 'blk_', 'hadoop'],
  samples: [
    {
      text: '081109 203615 148 INFO dfs.DataNode$PacketResponder: PacketResponder 1 for block blk_38865049064139660 terminating',
      time: '2008-11-09T20:36:15',
      level: 'info',
      pid: 148,
      component: 'dfs.DataNode$PacketResponder',
      message: 'PacketResponder 1 for block blk_38865049064139660 terminating',
    },
  ],
};
