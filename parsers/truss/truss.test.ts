import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { truss } from './format.ts';

const file = async (name: string) => readAll(truss, await bytesOf(fixture(`truss/${name}`)));

describe('truss', () => {
  it('reads calls of illumos at the time of their begin', async () => {
    const { events, lastClock, counts } = await file('illumos.txt');
    expect(counts).toEqual({ used: 13, blank: 0, skipped: 0 });
    expect(lastClock).toMatchObject({ domain: 'utc', zero: 1730458240_931200000n, source: 'run-start' });
    expect(events.map(({ kind, ts, duration, fields }) => [kind, ts, duration, fields])).toEqual([
      ['execve', 0, 0, { call: 'execve', result: 3, error: null }],
      ['open64', 3_800_000, 200_000, { call: 'open64', result: -1, error: 'ENOENT' }],
      ['getpid', 4_200_000, 100_000, { call: 'getpid', result: 2146, error: null }],
      ['lwp_sigmask', 4_900_000, 100_000, { call: 'lwp_sigmask', result: '0xFFBFFEFF', error: null }],
      ['read', 10_000_000, 1_000_000_000, { call: 'read', result: 6, error: null }],
      ['signal', 1_200_000_000, 0, { signal: 'SIGCLD' }],
      ['waitid', 20_000_000, 1_180_100_000, { call: 'waitid', result: -1, error: 'EINTR' }],
      ['signal', 1_205_000_000, 0, { signal: 'FLTBOUNDS' }],
      ['_exit', 1_206_000_000, 0, { call: '_exit', state: 'unfinished' }],
    ]);
    expect(events[4]).toMatchObject({ line: 6, thread: { pid: 2146, tid: 2 } });
    expect(events[5]).toMatchObject({
      lines: 2,
      message: expect.stringContaining('\nsiginfo: SIGCLD CLD_EXITED'),
    });
  });

  it('reads calls of FreeBSD', async () => {
    const { events, counts } = await file('freebsd.txt');
    expect(counts.skipped).toBe(0);
    expect(events.map(({ kind, ts, duration, thread }) => [kind, ts, duration, thread?.tid])).toEqual([
      ['open', 338_180, 12_030, 100123],
      ['stat', 440_210, 10_000, 100123],
      ['nanosleep', 450_210, 500_000_000, 100124],
      ['signal', 500_550_210, 0, 100123],
      ['sigreturn', 500_647_210, 3000, 100123],
      ['exit', 500_750_210, 0, 100123],
    ]);
    expect(events[1]?.fields).toEqual({ call: 'stat', result: -1, error: 'ENOENT' });
    expect(events[4]?.fields.result).toBe('EJUSTRETURN');
  });

  it('reads functions, which are not system calls', async () => {
    const { events } = await file('functions.txt');
    expect(events.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['open', { call: 'open', result: 3, error: null }],
      ['libc:fopen', { function: 'libc:fopen', result: '0x80d2c30' }],
      ['close', { call: 'close', result: 0, error: null }],
    ]);
  });

  it('reads the tables of sums', async () => {
    const values = valuesOf(await file('summary.txt'));
    expect(values.get('system call open errors')).toEqual([4]);
    expect(values.get('system call read time')).toEqual([0.012]);
    expect([...values.keys()].filter(name => name.startsWith('process'))).toEqual([
      'process user time',
      'process elapsed',
    ]);
    const bsd = await file('freebsd-summary.txt');
    expect(bsd.counts).toEqual({ used: 5, blank: 0, skipped: 0 });
    expect(valuesOf(bsd).get('system call open calls')).toEqual([4]);
  });

  it('reports a single column of times as a guess', () => {
    const { events, problems } = readAll(
      truss,
      ascii('1/1:\t 0.0010 read(0, "", 1) = 0\n1/1:\t 0.0020 close(0) Err#9 EBADF\n'),
    );
    expect(events.map(({ ts, duration }) => [ts, duration])).toEqual([
      [null, 1_000_000],
      [null, 2_000_000],
    ]);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['times-assumed', 'notice']]);
  });

  it('does not take ` = ` in an argument for a result', () => {
    const { events } = readAll(
      truss,
      ascii('write(1, "x) = 7", 6)\t\t= 6\nread(0, "a", 1)\t(sleeping...)\n'),
    );
    expect(events.map(({ fields }) => fields)).toEqual([
      { call: 'write', result: 6, error: null },
      { call: 'read', state: 'unfinished' },
    ]);
  });
});

const files = ['truss-misc/anton2920-rant.freebsd.truss.out', 'doc-excerpts/truss-solaris10-apache.txt'].map(
  each => corpus(each),
);

describe.skipIf(missing(files[0]!))('truss of others', () => {
  it.each(files.filter(each => existsSync(each)))('%s', path => {
    const bytes = readFileSync(path);
    const { counts, events, problems } = readAll(truss, bytes);
    expect(truss.sniff(bytes.subarray(0, 65_536), '')).toBe('yes');
    expect(counts.used + counts.blank + counts.skipped).toBe(countLines(bytes));
    expect([counts.skipped, problems]).toEqual([0, []]);
    const text = bytes.toString('latin1');
    const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
    const errors = events.filter(({ fields }) => typeof fields.error === 'string');
    expect(errors.length).toBe(count(/E(?:RR|rr)#\d+/g));
    // All lines are events except the details of signals.
    expect(events.length).toBe(counts.used - count(/siginfo:/g));
  });
});
