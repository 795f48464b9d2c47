import type { LogFormat } from '../definition.ts';

const when = '{time:yyyy-MM-dd HH:mm:ssfz}';
const iso = '{time:yyyy-MM-ddTHH:mm:ssfz}';

/** log4j and logback in common layouts: Hadoop, Spring Boot and others. */
export const log4j: LogFormat = {
  id: 'log4j',
  title: 'log4j, logback, Jetty',
  patterns: [
    `${iso} {level} {pid:int} --- ([{application:[^ \\]]}] )?[~{thread}]~([{_:[^\\]]*}]~)?{component:[^ :]}~:~{message}`,
    `${when} {level} {pid:int} --- ([{application:[^ \\]]}] )?[~{thread}]~([{_:[^\\]]*}]~)?{component:[^ :]}~:~{message}`,
    `${when} {level} [~{thread}] {component:[^ :]}~:~{message}`,
    `${iso} {level} [~{thread}] {component:[^ :]}~:~{message}`,
    `${when} {level} [~{thread}] {component:[^ :]} - {message}`,
    `${when} [~{thread}] {level} {component:[^ :]} - {message}`,
    `${when} [~{thread}] {level} {component:[^ :]}~:~{message}`,
    `${when} {level} {component:[^ :]} [~{thread}]~(-)?~{message}`,
    `${when} {level} {component:[^ :]} - {message}`,
    `${when} {level} {component:[A-Za-z0-9_$./-]}: {message}`,
    // Kafka, ZooKeeper: the logger at the end.
    '[{time:yyyy-MM-dd HH:mm:ssfz}] {level} {message:lazy} \\({component:[A-Za-z0-9_.$]}\\)',
    // Elasticsearch, OpenSearch; Tomcat.
    `[${iso}][{level}~][{component:[^ \\]]}~]~([{node:[^\\]]}]~)?{message}`,
    '{time:dd-MMM-yyyy HH:mm:ssf} {level} [~{thread}] {component:[A-Za-z0-9_.$<>]} {message}',
    // Jetty's layout.
    '{time:yyyy-MM-ddTHH:mm:ssf}:{level}:({component:[^ :]}:)?~{message}',
    `{time:HH:mm:ssf} [~{thread}] {level} {component:[^ :]} -~{message}`,
  ],
  evidence: [
    '(kafka.',
    '(state.change.logger)',
    'java.',
    'javax.',
    'org.',
    'com.',
    'io.',
    'net.',
    '\tat ',
    'Exception',
    '[main]',
    '[o.e.',
    '[o.o.',
    '[pool-',
    '-exec-',
    '[Thread-',
    'hadoop',
    'Hadoop',
    '$',
    'ogback',
    'og4j',
  ],
  samples: [
    {
      text: '[2024-05-01T10:00:00,123][WARN ][o.e.c.r.a.DiskThresholdMonitor] [node-1] high disk watermark [90%] exceeded',
      time: '2024-05-01T10:00:00.123',
      level: 'warning',
      component: 'o.e.c.r.a.DiskThresholdMonitor',
      message: 'high disk watermark [90%] exceeded',
      fields: { node: 'node-1' },
    },
    {
      text: '01-May-2024 10:00:00.123 SEVERE [main] org.apache.catalina.core.StandardService.startInternal boom',
      time: '2024-05-01T10:00:00.123',
      level: 'error',
      component: 'org.apache.catalina.core.StandardService.startInternal',
      process: 'main',
      message: 'boom',
    },
    {
      text: '[2016-12-18 15:15:55,046] WARN Partition [t,0] on broker 1 (of 3): Cached zkVersion [0] (kafka.cluster.Partition)',
      time: '2016-12-18T15:15:55.046',
      level: 'warning',
      component: 'kafka.cluster.Partition',
      message: 'Partition [t,0] on broker 1 (of 3): Cached zkVersion [0]',
    },
    {
      text: '[2016-12-18 15:15:55,046] ERROR Error while flushing (kafka.log.LogManager)\njava.io.IOException: disk\n\tat kafka.log.Log.flush(Log.scala:7)',
      level: 'error',
      component: 'kafka.log.LogManager',
      fields: { 'exception.type': 'java.io.IOException' },
    },
    {
      text: '2015-10-18 18:01:47,978 INFO [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: Created MRAppMaster',
      time: '2015-10-18T18:01:47.978',
      level: 'info',
      process: 'main',
      component: 'org.apache.hadoop.mapreduce.v2.app.MRAppMaster',
      message: 'Created MRAppMaster',
    },
    {
      text: '2024-01-01T07:00:31.139+01:00  WARN 4711 --- [shop] [nio-8080-exec-1] o.s.w.Controller : slow: took 12.5 ms',
      time: '2024-01-01T06:00:31.139Z',
      level: 'warning',
      pid: 4711,
      process: 'nio-8080-exec-1',
      component: 'o.s.w.Controller',
      message: 'slow: took 12.5 ms',
      fields: { application: 'shop' },
    },
    {
      text: '2024-01-01 07:00:31,139 [pool-1] ERROR c.a.Db - it broke\njava.lang.IllegalStateException: closed\n\tat c.a.Db.get(Db.java:12)\n\tat c.a.Main.main(Main.java:3)',
      level: 'error',
      component: 'c.a.Db',
      fields: {
        'exception.type': 'java.lang.IllegalStateException',
        'exception.where': 'c.a.Db.get (Db.java:12)',
      },
    },
  ],
};
