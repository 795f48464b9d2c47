import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { ftrace } from './format.ts';
import { readGraphLine, readStep } from './graph-line.ts';
import { readEntry } from './line.ts';

const read = (text: string) => readAll(ftrace, ascii(text));
const file = async (name: string) => readAll(ftrace, await bytesOf(fixture(`ftrace/${name}.txt`)));

describe('lines of ftrace', () => {
  it.each([
    ['      svscan-1678  [000] .... 6412438.703521: x', 'svscan', 1678, -1, 0, '6412438.703521'],
    ['  register_start.-17008 [000] 1763557.577985: x', 'register_start.', 17008, -1, 0, '1763557.577985'],
    ['    bash-29706   (  29700) [012] d..2. 15916.812355: x', 'bash', 29706, 29700, 12, '15916.812355'],
    ['    <...>-7  (-------) [001] d..2. 15916.812355: x', null, 7, -1, 1, '15916.812355'],
    ['  web-app-1-903   [001] d... 17.100000: x', 'web-app-1', 903, -1, 1, '17.100000'],
    [' Web Content-903   [001] d... 17.100000: x', 'Web Content', 903, -1, 1, '17.100000'],
    ['  app-41 [001] d... 123456: x', 'app', 41, -1, 1, ''],
  ])('reads %s', (line, comm, tid, pid, cpu, time) => {
    const entry = readEntry(line);
    expect(entry).toMatchObject({ comm, tid, pid, cpu, relative: false, text: 'x' });
    expect(entry?.fraction === '' ? '' : `${entry?.seconds}.${entry?.fraction}`).toBe(time);
  });

  it.each([
    [' 0)   0.198 us    |          f();', 'leaf', 'f', 198],
    [' 0)               |  do_nanosleep() {', 'enter', 'do_nanosleep', Number.NaN],
    [' 1) ! 8147.120 us |  } /* ext3_readpages */', 'leave', 'ext3_readpages', 8_147_120],
    [' 1) $ 2000183 us  |  }', 'leave', null, 2_000_183_000],
    ['2678112.003180 |   0)  cksum-26695   | ! 8145.268 us |  } /* f */', 'leave', 'f', 8_145_268],
    [' 0)  vmstat-27   | + 12.5 us  |  f(a, b);', 'leaf', 'f', 12_500],
  ])('reads %s', (line, type, name, duration) => {
    const graph = readGraphLine(line);
    expect(graph?.duration).toBe(duration);
    expect(readStep(graph!.text)).toEqual({ type, name });
  });

  // If time grew with the square of the length, this would take longer than a test may.
  it('parses hostile lines in bounded time', () => {
    for (const line of [
      ' '.repeat(1e5),
      `a${'-1 '.repeat(1e5)}`,
      `0) ${'| '.repeat(1e5)}`,
      `${'a-1 [0'.repeat(1e5)}`,
    ]) {
      readEntry(line);
      readGraphLine(line);
      const { used, blank, skipped } = read(`# tracer: nop\n${line}\n`).counts;
      expect(used + blank + skipped).toBe(2);
    }
  });
});

describe('ftrace', () => {
  it('reads switches, wake-ups and disk requests with the fields that the kernel prints', async () => {
    const { events, counts, lastClock } = await file('sched');
    expect(counts.skipped).toBe(0);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['sched_switch', 'sched_wakeup', 'block_rq_issue', 'block_rq_complete']),
    );
    expect(events[0]).toMatchObject({
      cpu: 0,
      thread: { process: 'bash', pid: 29706, tid: 29706 },
      fields: { prev_comm: 'bash', prev_state: 'S', next_comm: 'sleep', next_pid: 29793 },
    });
    expect(events.find(({ kind }) => kind === 'block_rq_issue')?.fields).toMatchObject({
      dev: '254,0',
      bytes: 262144,
    });
    expect(lastClock).toMatchObject({ domain: 'boot', source: 'boot-seconds', error: 1000 });
    expect(lastClock!.zero + BigInt(events[0]!.ts!)).toBe(15_916_812_355_000n);
  });

  it('gives events the stacks below them', async () => {
    const { events, counts } = await file('stacks');
    expect(counts.skipped).toBe(0);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['block_rq_issue']));
    expect(events[0]?.stack).toMatch(/;blk_mq_start_request$/);
    const user = read(
      '# tracer: nop\n a-1 [000] d... 1.000001: f: (0x4004f4)\n a-1 [000] d... 1.000002: <user stack trace>\n =>  <00000000004004f4>\n => /bin/bash[+0x8db60]\n',
    );
    expect(user.events[0]?.frames).toEqual([
      { symbol: '[unknown]', module: '/bin/bash', address: null, offset: 0x8db60n },
      { symbol: '[unknown]', module: '[unknown]', address: 0x4004f4n, offset: null },
    ]);
  });

  it('reads the function tracer, marks, and lost events', async () => {
    const { events, problems, counts, facts } = await file('function');
    expect(events.map(({ kind, stack, message, thread }) => [kind, stack, message, thread?.process])).toEqual(
      [
        ['function', 'hrtimer_nanosleep;do_nanosleep', 'do_nanosleep <-hrtimer_nanosleep', 'sleeper'],
        ['function', 'hrtimer_nanosleep;do_nanosleep', 'do_nanosleep <-hrtimer_nanosleep', null],
        ['tracing_mark_write', null, 'begin of request 7', 'web-app-1'],
      ],
    );
    expect(problems.map(({ code }) => code)).toEqual(['lost-events']);
    expect(counts).toEqual({ used: 10, blank: 0, skipped: 0 });
    expect(facts.cpus).toBe(2);
  });

  it('nests the calls of a graph per task, with their durations', async () => {
    const { events, counts } = await file('graph');
    expect(counts.skipped).toBe(0);
    expect(
      events.map(({ duration, stack, thread, ts, line }) => [
        stack,
        duration,
        thread?.process ?? null,
        ts,
        line,
      ]),
    ).toEqual([
      ['do_nanosleep;_raw_spin_lock_irqsave', 198, null, null, 6],
      ['do_nanosleep;schedule;rcu_note_context_switch', 50, null, null, 8],
      ['sys_read', 1231, 'vmstat', null, 13],
      ['do_nanosleep;schedule', 1_002_500, 'sleeper', null, 7],
      ['do_nanosleep', 1_004_000, 'sleeper', null, 5],
    ]);
  });

  it('reads exits without entries, whose begin is earlier by their duration', async () => {
    const { events, lastClock } = await file('slower');
    expect(
      events.map(({ ts, duration, stack, cpu, thread }) => [ts, duration, stack, cpu, thread?.tid]),
    ).toEqual([
      [3_180_000 - 8_145_268, 8_145_268, 'ext3_readpages', 0, 26695],
      [1_538_763_000 - 8_139_086, 8_139_086, 'ext3_readpages', 1, 26695],
    ]);
    expect(lastClock?.zero).toBe(2_678_112_000_000_000n);
  });

  it('gives calls that never return an unknown duration', () => {
    const { events } = read(' 0)               |  a() {\n 0)               |    b() {\n');
    expect(events.map(({ stack, duration }) => [stack, duration])).toEqual([
      ['a', null],
      ['a;b', null],
    ]);
  });

  it('reads trace-cmd report, with system calls', async () => {
    const { events } = await file('trace-cmd');
    expect(events.map(({ kind, fields }) => [kind, fields])).toMatchObject([
      ['sched_switch', { prev_pid: 0, next_comm: 'app' }],
      ['sys_enter_fsync', { fd: 3, syscall: 'fsync' }],
      ['sys_exit_fsync', { ret: 0, syscall: 'fsync' }],
      ['sched_switch', { prev_comm: 'app', prev_state: 'S', next_pid: 0 }],
    ]);
  });

  it.each([
    'a.b-1 2 3\n',
    'postgres-12 [3]: 4.5\n',
    'Nov 22 21:00:00 host app[12]: x\n',
    '| a | b |\n',
    '1) first\n2) second | third\n',
  ])('is not recognised in %s', text => expect(ftrace.sniff(ascii(text), '')).toBe('no'));
});
