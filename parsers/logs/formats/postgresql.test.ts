import { describe, expect, it } from 'vitest';
import { ascii } from '../../kit/bytes.ts';
import { readAll } from '../../kit/recorder.ts';
import { logFormatsOf } from '../format.ts';
import { timeOf } from '../samples.ts';
import { definitions } from './index.ts';
import { prefixes } from './postgresql.ts';
import { prefixPattern } from './postgresql-prefix.ts';

const postgresql = logFormatsOf(definitions).find(({ id }) => id === 'postgresql')!;

/** What PostgreSQL writes for each escape. */
const values: Readonly<Record<string, string>> = {
  m: '2024-05-06 07:08:09.123 CEST',
  t: '2024-05-06 07:08:09.123 CEST',
  n: '1714972089.123',
  p: '4242',
  l: '7',
  x: '0',
  u: 'app',
  d: 'shop',
  a: 'my app',
  h: '192.0.2.7',
  r: '192.0.2.7(5432)',
  c: '6638a1b9.1092',
  q: '',
};
const written = (prefix: string): string =>
  prefix.replace('%a ', 'psql ').replace(/%(.)/g, (_, name: string) => values[name]!);
const lines = (prefix: string): string =>
  `${written(prefix)}LOG:  duration: 12.5 ms\n${written(prefix)}ERROR:  deadlock detected\n`;

describe('log_line_prefix', () => {
  it.each(prefixes)('%s', prefix => {
    const bytes = ascii(lines(prefix));
    expect(postgresql.sniff(bytes, 'x')).not.toBe('no');
    const recorder = readAll(postgresql, bytes);
    expect(recorder.events.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'duration: 12.5 ms'],
      ['error', 'deadlock detected'],
    ]);
    const [event] = recorder.events;
    expect(timeOf(recorder, event!)).toBe('2024-05-06T05:08:09.123Z');
    if (prefix.includes('%p')) expect(event?.thread?.pid).toBe(4242);
    const application = prefix.includes('%a ') ? 'psql' : 'my app';
    const texts = { u: 'app', d: 'shop', a: application, c: '6638a1b9.1092' };
    const names = { u: 'user', d: 'database', a: 'application', c: 'session' };
    for (const name of ['u', 'd', 'a', 'c'] as const)
      if (prefix.includes(`%${name}`)) expect(event?.fields[names[name]]).toBe(texts[name]);
  });

  it.each([
    ['%m [%p] [%l] [%e] %u@%d ', ['pid', 'sqlstate', 'user', 'database']],
    ['%m [%p] %q[user=%u,db=%d,app=%a] ', ['pid', 'user', 'database', 'application']],
    [
      '%t [%p]: [%l-1] %q[user=%u,db=%d,app=%a,client=%h] ',
      ['pid', 'user', 'database', 'application', 'client'],
    ],
    ['%m [%r] [%p]: [%l-1] user=%u,db=%d,host=%s ', ['pid', 'client', 'user', 'database']],
    ['<%m %h %p:%l %v> ', ['pid', 'client', 'virtual_transaction']],
    ['[%m] [%p] [%c-%l] [%e] %u@%d ', ['pid', 'session', 'sqlstate', 'user', 'database']],
    ['user=%u,db=%d,app=%a,client=%h,time=%t,pid=%p ', ['pid', 'user', 'database', 'application', 'client']],
    ['%m %u@%d %h(%p) ', ['pid', 'user', 'database', 'client']],
    ['%m [%p:%v] %u@%d/%i %h ', ['pid', 'virtual_transaction', 'user', 'database', 'application', 'client']],
    ['%m [%p] %b %q%u@%d ', ['pid', 'backend', 'user', 'database']],
    [
      '%m [%p]: [%l] app=%a user=%u db=%d host=%h sess=%c state=%e ',
      ['pid', 'application', 'user', 'database', 'client', 'session', 'sqlstate'],
    ],
  ])('%s is learned from the lines', (prefix, columns) => {
    for (const [host, client] of [
      ['192.0.2.7', '192.0.2.7(5432)'],
      ['[local]', '[local]'],
    ] as const) {
      const shown = {
        ...values,
        h: host,
        r: client,
        s: host,
        e: '40P01',
        v: '3/12',
        b: 'client backend',
        i: 'psql',
      };
      const text = prefix.replace(/%(.)/g, (_, name: keyof typeof shown) => shown[name]!);
      const [event] = readAll(postgresql, ascii(`${text}ERROR:  deadlock detected\n`)).events;
      const expected = {
        pid: 4242,
        sqlstate: '40P01',
        user: 'app',
        database: 'shop',
        application: prefix.includes('%i') ? 'psql' : 'my app',
        client: prefix.includes('%r') ? client : host,
        session: '6638a1b9.1092',
        virtual_transaction: '3/12',
        backend: 'client backend',
      };
      const read = { ...event?.fields, pid: event?.thread?.pid };
      expect(event?.message).toBe('deadlock detected');
      expect(read).toEqual({
        ...Object.fromEntries(columns.map(name => [name, expected[name as 'pid']])),
        severity: 'ERROR',
      });
    }
  });

  it('of any other form keeps its text, and the level', () => {
    const [event] = readAll(
      postgresql,
      ascii('2024-05-06 07:08:09 UTC {shop} #12 app from 192.0.2.7 FATAL:  too many clients\n'),
    ).events;
    expect(event).toMatchObject({ level: 'fatal', message: 'too many clients' });
    expect(event?.fields.prefix).toBe(' {shop} #12 app from 192.0.2.7');
  });

  it('is compiled to a pattern', () => {
    expect(prefixPattern('%t [%p-%l] %q%u@%d ')).toBe(
      '{time:yyyy-MM-dd HH:mm:ssf Z} [{pid:int}-{_:int}] ({user:[^ @]*}@{database:[^ =@]*} )?',
    );
    expect(prefixPattern('app=%a,')).toBe('app={application:[^,]*},');
    expect(() => prefixPattern('%z')).toThrow('%z');
  });

  it('may lack what has no session, or has it not yet', () => {
    const recorder = readAll(
      postgresql,
      ascii(
        '2024-05-06 07:08:09 UTC [12] LOG:  started\n2024-05-06 07:08:10 UTC [13] [unknown]@[unknown] LOG:  incomplete startup packet\n2024-05-06 07:08:11 UTC::@:[14]:LOG:  checkpoint\n',
      ),
    );
    expect(recorder.events.map(({ level, message, thread }) => [level, message, thread?.pid])).toEqual([
      ['info', 'started', 12],
      ['info', 'incomplete startup packet', 13],
      ['info', 'checkpoint', 14],
    ]);
  });
});

it('a zone that is not known is named, and the level is read all the same', () => {
  const recorder = readAll(postgresql, ascii('2024-05-06 07:08:09.123 QQT [12] app@shop ERROR:  x\n'));
  expect(recorder.events).toMatchObject([{ level: 'error', thread: { pid: 12 } }]);
  expect(recorder.lastClock).toMatchObject({ domain: 'local' });
  expect(recorder.problems).toMatchObject([
    { code: 'zone-unknown', message: expect.stringContaining('QQT') },
  ]);
});
