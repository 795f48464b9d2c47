/** Lines of other formats inside of syslog, and behind the names of processes. */
import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);
const read = (id: string, ...lines: readonly string[]): Recorder => {
  const bytes = ascii(lines.map(line => `${line}\n`).join(''));
  const format = logFormats.find(each => each.id === id)!;
  expect(format.sniff(bytes, 'x')).not.toBe('no');
  return readAll(format, bytes, { modified: 1_700_000_000_000_000_000n });
};
const levels = ({ events }: Recorder) => events.map(({ level }) => level);

describe('syslog', () => {
  const mixed = [
    'Jun 30 20:57:40 db1 sshd[1]: Accepted publickey for root',
    'Jun 30 20:57:47 db1 postgres[5902]: [57-1] 2012-06-30 18:57:47 UTC LOG:  duration: 4063.003 ms  statement: select 1',
    'Jun 30 20:57:47 db1 postgres[5902]: [57-2] #011from x',
    'Jun 30 20:57:48 db1 postgres[5903]: [58-1] 2012-06-30 18:57:48 UTC ERROR:  deadlock detected',
    'Jun 30 20:57:49 db1 dockerd[99]: time="2012-06-30T18:57:49.123456Z" level=error msg="no route" container=abc',
    'Jun 30 20:57:51 db1 nginx: 192.0.2.10 - - [30/Jun/2012:20:57:51 +0200] "GET /x HTTP/1.1" 502 221 "-" "curl/8"',
    'Jun 30 20:57:52 db1 cron[4]: (root) CMD (x)',
  ];

  it('gives host and pid, and each line its own format', () => {
    const recorder = read('syslog', ...mixed);
    expect(levels(recorder)).toEqual([null, 'info', 'error', 'error', 'error', null]);
    const [ssh, slow, , docker, nginx] = recorder.events;
    expect(ssh).toMatchObject({ message: 'Accepted publickey for root', component: 'sshd' });
    expect(slow).toMatchObject({
      message: 'duration: 4063.003 ms  statement: select 1\n\tfrom x',
      lines: 2,
      thread: { process: 'postgres', pid: 5902 },
      fields: { host: 'db1', duration: 4063.003 },
    });
    expect(docker).toMatchObject({ message: 'no route', component: 'dockerd', thread: { pid: 99 } });
    expect(nginx?.fields).toMatchObject({ client: '192.0.2.10', status: 502, host: 'db1' });
  });

  it('takes the year and the zone of its own times from the lines inside', () => {
    const recorder = read('syslog', ...mixed);
    const { zone, yearFrom } = recorder.lastClock!;
    expect({ zone, yearFrom }).toEqual({ zone: '+02:00', yearFrom: 'other-lines' });
    expect(recorder.events.map(event => timeOf(recorder, event))).toEqual([
      '2012-06-30T20:57:40',
      '2012-06-30T20:57:47',
      '2012-06-30T20:57:48',
      '2012-06-30T20:57:49.123456',
      '2012-06-30T20:57:51',
      '2012-06-30T20:57:52',
    ]);
  });

  it('states the time of PostgreSQL without one, and of JSON', () => {
    const recorder = read(
      'syslog-iso',
      '2025-02-28T08:10:01.120044+00:00 web1 postgres[7]: [3-1] app@shop ERROR:  deadlock detected',
      '2025-02-28T08:10:01.120044+00:00 web1 app[812]: {"level":"error","msg":"boom","took":"1.5s"}',
    );
    expect(recorder.events).toMatchObject([
      { level: 'error', message: 'deadlock detected', fields: { user: 'app', database: 'shop' } },
      { level: 'error', message: 'boom', fields: { took: 1500 } },
    ]);
    expect(timeOf(recorder, recorder.events[1]!)).toBe('2025-02-28T08:10:01.120044Z');
    expect(recorder.units.took).toBe('ms');
  });

  it('of plain messages is read as before', () => {
    const recorder = read('syslog', mixed[0]!, mixed[6]!);
    expect(recorder.events.map(({ message }) => message)).toEqual([
      'Accepted publickey for root',
      '(root) CMD (x)',
    ]);
  });
});

describe('names of processes', () => {
  it('of foreman: the time inside has a date', () => {
    const recorder = read(
      'foreman',
      '10:53:12 etcd1 | 2016-09-28 10:53:12.454510 W | wal: sync duration of 11.5ms',
      '10:53:12 etcd3 | 2016-09-28 10:53:12.949365 E | wal: sync duration of 5.3ms',
    );
    expect(levels(recorder)).toEqual(['warning', 'error']);
    expect(recorder.events.map(event => timeOf(recorder, event))).toEqual([
      '2016-09-28T10:53:12.45451',
      '2016-09-28T10:53:12.949365',
    ]);
  });

  it('of docker compose need no number if the lines behind them are of some format', () => {
    const redis = 'redis  | 1:M 28 Feb 2024 13:34:45.007 * Asynchronous AOF fsync is taking too long';
    const nginx = 'web    | 2024/02/28 13:34:46 [error] 1#1: no route';
    const app = 'app    | starting';
    const recorder = read('docker-compose', redis, nginx, app, redis, nginx);
    expect(levels(recorder)).toEqual(['notice', 'error', null, 'notice', 'error']);
    const compose = logFormats.find(({ id }) => id === 'docker-compose')!;
    expect(compose.sniff(ascii('id | name\n1  | first\n2  | second\n'), 'x')).toBe('no');
  });
});
