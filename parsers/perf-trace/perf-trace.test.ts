import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { perfTrace } from './format.ts';

const read = async (name: string): Promise<Recorder> =>
  readAll(perfTrace, await bytesOf(fixture(`perf-trace/${name}`)));

describe('perf trace', () => {
  it('is recognised, and by no other format', async () => {
    for (const name of ['calls.txt', 'with-summary.txt', 'stacks.txt', 'summary.txt']) {
      const head = (await bytesOf(fixture(`perf-trace/${name}`))).subarray(0, 1 << 16);
      expect(formats.filter(of => of.sniff(head, name) === 'yes').map(({ id }) => id)).toEqual([
        'perf-trace',
      ]);
    }
  });

  it('gives calls with duration, result and error', async () => {
    const { events } = await read('calls.txt');
    const nap = events.filter(({ kind }) => kind === 'clock_nanosleep');
    expect(nap).toHaveLength(2);
    for (const { duration } of nap) expect(duration! / 1e6).toBeGreaterThan(5);
    const missing = events.find(({ kind, fields }) => kind === 'openat' && fields.error === 'ENOENT');
    expect(missing?.fields).toEqual({ call: 'openat', result: -1, error: 'ENOENT' });
    expect(new Set(events.map(({ thread }) => thread?.process ?? null))).toEqual(
      new Set([null, 'sh', 'head', 'gzip', 'sleep', 'cat']),
    );
  });

  it('gives calls that never returned by their begin', () => {
    const line = (ms: string, thread: string) =>
      `     ${ms} (         ): ${thread} read(fd: 3)                          ...`;
    const text = [line('1.000', 'a/1'), line('2.000', 'b/2'), line('3.000', 'a/1'), ''].join('\n');
    const { events } = readAll(perfTrace, ascii(text));
    expect(events.map(({ thread, ts }) => [thread?.process, ts])).toEqual([
      ['a', 1e6],
      ['b', 2e6],
      ['a', 3e6],
    ]);
  });

  it('joins a call that lines of other threads interrupted, and gives one that never returned', () => {
    const text = [
      '     7.273 (         ): sh/18619 wait4(upid: -1, stat_addr: 0x7ff)                         ...',
      '     7.300 ( 0.010 ms): gzip/18621 read(buf: 0x55b, count: 65536) = 10',
      '     7.400 (         ): gzip/18621 read(buf: 0x55b, count: 65536)                            ...',
      '     7.273 ( 3.955 ms): sh/18619  ... [continued]: wait4())                               = 18621 (gzip)',
      '         ? (         ): cat/18622  ... [continued]: clone())                                = ',
      '',
    ].join('\n');
    const { events, counts } = readAll(perfTrace, ascii(text));
    expect(events.map(({ ts, duration, message, fields }) => [ts, duration, message, fields])).toEqual([
      [7_300_000, 10_000, 'read(buf: 0x55b, count: 65536) = 10', { call: 'read', result: 10, error: null }],
      [
        7_273_000,
        3_955_000,
        'wait4(upid: -1, stat_addr: 0x7ff) = 18621 (gzip)',
        { call: 'wait4', result: 18621, error: null },
      ],
      [null, null, 'clone()', { call: 'clone', result: null, error: null }],
      [7_400_000, null, 'read(buf: 0x55b, count: 65536)', { call: 'read', state: 'unfinished' }],
    ]);
    expect(counts).toEqual({ used: 5, blank: 0, skipped: 0 });
  });

  it('reads stacks, tracepoints, and calls of a single thread without a name', async () => {
    const { events } = await read('stacks.txt');
    expect(events.map(({ kind }) => kind)).toContain('clock_nanosleep');
    expect(events[0]?.frames.at(-1)).toMatchObject({ symbol: '__GI___libc_write' });
    expect(events[0]?.frames[0]).toMatchObject({ symbol: '[unknown]', address: 0n });
    const [exec] = (await read('tracepoints.txt')).events;
    expect(exec).toMatchObject({ kind: 'sched:sched_process_exec', duration: null, fields: {} });
    const alone = readAll(perfTrace, ascii('     0.076 ( 0.014 ms): brk() = 0x557eff5e8000\n'));
    expect(alone.events[0]).toMatchObject({
      thread: null,
      fields: { call: 'brk', result: '0x557eff5e8000' },
    });
  });

  it('reads the tables of -s, which have no times', async () => {
    const { metrics, counts, problems } = await read('summary.txt');
    expect(problems).toEqual([]);
    expect(counts.skipped).toBe(0);
    const of = (process: string, call: string) =>
      metrics
        .filter(({ series }) => series.task?.process === process && series.instance === call)
        .map(({ series, value }) => [series.counter, series.unit, value]);
    expect(of('sleep', 'clock_nanosleep').slice(0, 3)).toEqual([
      ['calls', null, 1],
      ['errors', null, 0],
      ['time', 'ms', expect.closeTo(5.2, 0)],
    ]);
    expect(metrics.every(({ ts }) => ts === null)).toBe(true);
  });
});
