import type { LogFormat } from '../definition.ts';

/** Java's application servers and brokers that have a layout of their own. */
export const javaServers: LogFormat = {
  id: 'java-servers',
  title: 'WebSphere, WebLogic, GlassFish, ActiveMQ, Play',
  patterns: [
    '[{time:M/d/yy H:mm:ss:S z}] {tid:hex} {component:word} {level:[A-Z]} {message}',
    '####<{time:MMM d, yyyy h:mm:ss,F a z}> <{level}> <{component:[^>]}> <{host:[^>]*}> <{server:[^>]*}> <{thread}> <{_}> <{_}> <{_}> <{_:[0-9]}> <{code:[^>]*}> <{message}>',
    '[{time:yyyy-MM-ddTHH:mm:ssfz}] [{_:[^\\]]*}] [{level}] [{code:[^\\]]*}] [{component:[^\\]]*}] [tid: _ThreadID={tid:int} _ThreadName={thread}] [timeMillis: {_:[0-9]}] [levelValue: {_:[0-9]}] {message}',
    '{time:yyyy-MM-dd HH:mm:ssfz} | {level}~| {message:lazy} | {component:[A-Za-z0-9_.$]} | {thread:[^|]}',
    '{time:yyyy-MM-dd HH:mm:ssf z} [{level}] from {component:[^ ]} in {thread:[^ ]} - {message}',
  ],
  levels: { a: 'notice', o: 'info', r: 'error', c: 'info', critical: 'fatal' },
  specificity: 24,
  samples: [
    {
      text: '[1/12/24 13:14:15:123 CET] 0000002a ServerImpl    W   WSVR0001I: slow',
      time: '2024-01-12T12:14:15.123Z',
      level: 'warning',
      component: 'ServerImpl',
      message: 'WSVR0001I: slow',
    },
    {
      text: '####<Jan 12, 2024 1:14:15,123 PM GMT> <Error> <Server> <h1> <AdminServer> <main> <> <> <> <1705065255123> <BEA-000000> <It broke>',
      time: '2024-01-12T13:14:15.123Z',
      level: 'error',
      component: 'Server',
      process: 'main',
      message: 'It broke',
      fields: { host: 'h1', code: 'BEA-000000' },
    },
    {
      text: '[2024-01-12T13:14:15.123+0000] [glassfish 5.1] [INFO] [NCLS-1] [javax.core] [tid: _ThreadID=1 _ThreadName=main] [timeMillis: 1705065255123] [levelValue: 800] [[\n  Running]]',
      level: 'info',
      component: 'javax.core',
      tid: 1,
    },
    {
      text: '2024-01-12 13:14:15,123 | WARN  | queue is full | org.apache.activemq.broker.Queue | main',
      level: 'warning',
      component: 'org.apache.activemq.broker.Queue',
      process: 'main',
      message: 'queue is full',
    },
    {
      text: '2024-01-12 13:14:15 +0100 [info] from application in main - hello',
      time: '2024-01-12T12:14:15Z',
      component: 'application',
      process: 'main',
      message: 'hello',
    },
  ],
};
