import type { LogFormat } from '../definition.ts';

export const uwsgi: LogFormat = {
  id: 'uwsgi',
  title: 'uWSGI requests',
  patterns: [
    '[pid: {pid:int}|app: {app:[^|]}|req: {request:int}/{_:int}] {client:word} \\({user:[^)]*}\\) \\{{_:[^}]*}} [{time:EEE MMM d HH:mm:ss yyyy}] {message<}{method:[A-Z]} {path:word}{message>} => generated {bytes:int} bytes in {took:int} {took_unit:word} \\({protocol:word} {status:int}\\){_}',
  ],
  units: { bytes: 'B' },
  plainMessages: true,
  statusLevels: 'status',
  samples: [
    {
      text: '[pid: 88185|app: 0|req: 1/1] 127.0.0.1 () {38 vars in 696 bytes} [Sun Mar 13 22:49:12 2016] POST /update_metrics => generated 47 bytes in 129 msecs (HTTP/1.1 200) 9 headers in 378 bytes (1 switches on core 3)',
      time: '2016-03-13T22:49:12',
      pid: 88185,
      message: 'POST /update_metrics',
      fields: { bytes: 47, took: 129, took_unit: 'msecs', status: 200 },
    },
  ],
};
