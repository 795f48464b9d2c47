import type { LogFormat } from '../definition.ts';

/** Oracle's alert log: a line with the time, then the lines of the message. */
export const oracleAlert: LogFormat = {
  id: 'oracle-alert',
  title: 'Oracle alert log',
  patterns: [
    '{time:yyyy-MM-ddTHH:mm:ssfZ}{message:[\\t]*}',
    '{time:EEE MMM d HH:mm:ss yyyy}{message:[\\t]*}',
  ],
  specificity: 8,
  // Many scripts also write a time on one line and their output below it.
  marks: [
    'ORA-',
    'TNS-',
    'ORACLE',
    'Oracle',
    'ALTER ',
    'advanced to log sequence',
    'Current log# ',
    'Archived Log ',
    'Checkpoint not complete',
    'Completed checkpoint up to RBA',
    'Private strand flush not complete',
    'Errors in file ',
    'Incident details in: ',
    'Resize operation completed for file# ',
    'Resource Manager plan',
    'automatic SQL Tuning Advisor',
  ],
  samples: [
    {
      text: '2024-01-12T13:14:15.123456+01:00\nThread 1 advanced to log sequence 5\n  Current log# 2',
      time: '2024-01-12T12:14:15.123456Z',
      message: 'Thread 1 advanced to log sequence 5\n  Current log# 2',
    },
    {
      text: 'Fri Jan 12 13:14:15 2024\nORA-00600: internal error',
      time: '2024-01-12T13:14:15',
      message: 'ORA-00600: internal error',
    },
  ],
};
