import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { dtrace } from './format.ts';

const read = (name: string) => readAll(dtrace, readFileSync(fixture(`dtrace/${name}`)));
const readText = (text: string) => readAll(dtrace, ascii(text));

describe('aggregations of stacks', () => {
  it('are samples, with one kind per aggregation and the values as weights', () => {
    const { samples, events, counts, problems } = read('stacks.txt');
    expect(
      samples.map(({ kind, weight, thread, stack }) => [kind, weight, thread?.process ?? null, stack]),
    ).toEqual([
      ['dtrace stack', 1, null, 'sys_syscall;vn_free;kmem_free'],
      ['dtrace stack', 12, null, '[unknown];vn_free;kmem_free;mutex_exit'],
      ['dtrace stack and key', 2, 'bash', '[unknown];main;__read'],
      [
        'dtrace stack and key',
        7,
        'java',
        'com/shop/Cart.total(I)V;JavaCalls::call_virtual(JavaValue*, Handle);_lwp_mutex_lock',
      ],
    ]);
    expect(samples[1]!.frames[0]).toEqual({
      symbol: '[unknown]',
      module: 'unix',
      address: 0xfffffffffb800c91n,
      offset: null,
    });
    expect(events.map(({ kind, cpu }) => [kind, cpu])).toEqual([[':tick-10s', 0]]);
    expect(counts).toEqual({ used: 22, blank: 6, skipped: 0 });
    expect(problems.map(({ code }) => code)).toEqual(['keys-as-process']);
  });

  it('are separated where the values begin again', () => {
    const block = (frame: string, count: number) =>
      `\n              unix\`${frame}+0x1\n                ${count}\n`;
    const { samples } = readText(block('a', 1) + block('b', 9) + block('c', 2) + block('d', 8));
    expect(samples.map(({ kind, weight }) => [kind, weight])).toEqual([
      ['dtrace stack', 1],
      ['dtrace stack', 9],
      ['dtrace stack 2', 2],
      ['dtrace stack 2', 8],
    ]);
    // Sorted the other way (aggsortrev), they are one aggregation.
    const reversed = readText(block('a', 9) + block('b', 5) + block('c', 2));
    expect(new Set(reversed.samples.map(({ kind }) => kind))).toEqual(new Set(['dtrace stack']));
  });
});

describe('what stands beside a stack', () => {
  const stack = (key: string, count: number) =>
    `${key}\n              libc.so.1\`__open+0x7\n              ls\`main+0x10\n                ${count}\n`;

  it.each(['/etc/passwd', '../a.conf', '0xfffffe00', '10.0.0.1', 'unix`read'])(
    'is no process, but a root of the stack: %s',
    key => {
      const { samples, problems } = readText(stack(`  ${key}`, 2));
      expect(samples.map(({ thread, stack }) => [thread, stack])).toEqual([[null, `${key};main;__open`]]);
      expect(problems).toEqual([]);
    },
  );

  it('is a title if it ends with a colon, and is then part of the kind', () => {
    const text = `Kernel:\n${stack('', 5)}${stack('', 9)}\nUser:\n${stack('', 2)}`;
    const { samples } = readText(text);
    expect(samples.map(({ kind, weight, thread }) => [kind, weight, thread])).toEqual([
      ['dtrace stack (Kernel)', 5, null],
      ['dtrace stack (Kernel)', 9, null],
      ['dtrace stack (User)', 2, null],
    ]);
  });

  it('is a message if a blank line is between them', () => {
    const { samples, events } = readText(`=== stacks ===\n${stack('', 5)}`);
    expect(samples.map(({ kind, thread }) => [kind, thread])).toEqual([['dtrace stack', null]]);
    expect(events.map(({ kind, message }) => [kind, message])).toEqual([['printf', '=== stacks ===']]);
  });
});

it.each(['#', '[root@db1 ~]#', 'root@db1:~#', 'bash-3.2$', 'solaris#'])(
  'a session with the prompt %s has no events of its prompts',
  prompt => {
    const recorder = readText(
      `${prompt} dtrace -n 'syscall:::entry { @[execname] = count(); }'\n` +
        `dtrace: description 'syscall:::entry ' matched 233 probes\n^C\n\n` +
        `  sshd                                                              8\n${prompt} exit\n`,
    );
    expect(recorder.events).toEqual([]);
    expect(recorder.metrics.map(({ value }) => value)).toEqual([8]);
  },
);

it('a text with a percentage is no prompt', () => {
  const { events } = readText(`dtrace: script 'a.d' matched 2 probes\nidle% of all\n100% done\n`);
  expect(events.map(({ message }) => message)).toEqual(['idle% of all', '100% done']);
});

it('a stack with its value is recognised whatever stands above it', () => {
  const about = 'Taken on Tuesday\nMachine: db1\nContact: see the wiki\n'.repeat(5);
  const text = `${about}\n              genunix\`read+0x10\n              unix\`syscall+0x3\n                5\n`;
  expect(dtrace.sniff(ascii(text), 'x')).toBe('likely');
});

it('distributions that are printed again without a time are not mixed', () => {
  const print = (count: number) =>
    `\n  read\n           value  ------------- Distribution ------------- count\n` +
    `               1 |                                         0\n` +
    `               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ ${count}\n`;
  const { rows } = readText(print(5) + print(7) + print(9));
  const counted = (rows.get('histogram') ?? []).filter(({ count }) => count !== 0);
  expect(counted.map(({ series, count }) => [(series as { counter: string }).counter, count])).toEqual([
    ['distribution', 5],
    ['distribution, print 2', 7],
    ['distribution, print 3', 9],
  ]);
});

describe('aggregations of numbers', () => {
  it('are one series per key, at each tick', () => {
    const recorder = read('aggregations.txt');
    expect(valuesOf(recorder)).toEqual(
      new Map([
        ['aggregation bash value', [3, 5]],
        ['aggregation sshd value', [14, 20]],
      ]),
    );
    expect(recorder.metrics.map(({ ts, row }) => [ts, row])).toEqual([
      [0, 0],
      [0, 0],
      [5e9, 1],
      [5e9, 1],
    ]);
    expect(recorder.lastClock?.source).toBe('row-numbers');
    expect(recorder.rows.get('histogram')?.map(row => [row.low, row.high, row.count])).toEqual([
      [0, 1, 0],
      [1, 2, 6],
      [2, 4, 2],
    ]);
  });

  it('have the line above them as a title, and no times if none are printed', () => {
    const recorder = readText(
      'Reads by name:\n\n  bash                                                              3\n',
    );
    expect(valuesOf(recorder)).toEqual(new Map([['Reads by name bash value', [3]]]));
    expect(recorder.metrics[0]!.ts).toBeNull();
  });

  it('leave out counts below 0, and report that', () => {
    const { rows, problems } = readText(
      '           value  ------------- Distribution ------------- count\n               1 @@@@@@@@@@@@@| -123\n               2              | 0\n',
    );
    expect(rows.get('histogram') ?? []).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['no-count']);
  });
});

describe('probes', () => {
  it('are events with the text they print, and the stack below them', () => {
    const { events, problems } = read('trace.txt');
    expect(events.map(({ kind, cpu, message, stack }) => [kind, cpu, message, stack])).toEqual([
      ['open:entry', 0, '/etc/passwd', null],
      ['open64:entry', 1, '/var/ld/ld.config', null],
      ['open:entry', 0, '/etc/hosts', 'main;__open'],
      ['open64:entry', 1, null, null],
    ]);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['drops', 5]]);
  });

  it('with -F are entries and returns with the path of calls, without durations', () => {
    const { events, problems } = read('flow.txt');
    expect(events.map(({ kind, stack, message, duration }) => [kind, stack, message, duration])).toEqual([
      ['function entry', 'main', 'main', null],
      ['function entry', 'main;loop', 'loop n is 3', null],
      ['function return', 'main;loop', 'loop', null],
      ['probe', 'main;loop:probe', 'loop:probe', null],
      ['function entry', 'main;done', 'done', null],
      ['function return', 'main;done', 'done', null],
      ['function return', 'main', 'main', null],
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['no-durations']);
  });
});

describe('tools', () => {
  it('with a table of events have its fields', () => {
    const { events } = read('iosnoop.txt');
    expect(
      events.map(({ kind, thread, duration, fields }) => [kind, thread?.process, duration, fields]),
    ).toEqual([
      ['iosnoop', 'fsflush', 211_000, { UID: 0, D: 'W', BLOCK: 6498797, SIZE: 512, PATHNAME: '<none>' }],
      [
        'iosnoop',
        'tar',
        5_081_000,
        { UID: 100, D: 'R', BLOCK: 3808, SIZE: 8192, PATHNAME: '/usr/bin/eject' },
      ],
      [
        'iosnoop',
        'my backup',
        942_000,
        { UID: 100, D: 'R', BLOCK: 35904, SIZE: 6144, PATHNAME: '/usr/bin/a file' },
      ],
    ]);
  });

  it('with sums below a date have series at that time', () => {
    const recorder = read('iotop.txt');
    expect(valuesOf(recorder)).toEqual(
      new Map([
        ['dtrace load', [1.21, 1.23]],
        ['dtrace disk_r', [12891, 83849]],
        ['dtrace disk_w', [1087, 488]],
        ['iotop 0 3 0 fsflush cmdk0 102 4 W BYTES', [512]],
        ['iotop 0 27751 20320 tar cmdk0 102 16 R BYTES', [1514496, 11767808]],
      ]),
    );
    expect(new Set(recorder.metrics.map(({ ts }) => ts))).toEqual(new Set([0, 5e9]));
  });

  it('dtruss: system calls', () => {
    const { events, counts } = read('dtruss.txt');
    expect(
      events.map(({ kind, thread, duration, fields, lines }) => [kind, thread?.tid, duration, fields, lines]),
    ).toEqual([
      ['open', 1, 41_000, { call: 'open', result: 3, error: null, relative: 120, cpu: 26 }, 1],
      ['ioctl', 1, 9000, { call: 'ioctl', result: -1, error: 25, relative: 190, cpu: 1 }, 1],
      ['write', 1, 1_201_000, { call: 'write', result: 10, error: null, relative: 260, cpu: 43 }, 2],
      [
        'lwp_sigmask',
        1,
        7000,
        { call: 'lwp_sigmask', result: 0xffbffeff, error: null, relative: 290, cpu: 2 },
        1,
      ],
    ]);
    expect(events[2]!.message).toBe('write(0x1, "two\nlines\\0", 0xA)\t\t = 10 0');
    expect(counts).toEqual({ used: 6, blank: 0, skipped: 0 });
  });

  it('with times of calls have them as slices, which nest', () => {
    const { events, lastClock } = read('flowtime.txt');
    expect(events.map(({ kind, ts, duration, stack }) => [kind, ts, duration, stack])).toEqual([
      ['function call', 19_915_000, 10_007_000, 'main;load'],
      ['function call', 0, 30_144_000, 'main'],
    ]);
    expect(lastClock?.domain).toBe('boot');
  });

  it('with the time since the previous line have durations, and no times', () => {
    const { events, problems } = read('deltas.txt');
    expect(
      events.map(({ ts, duration, thread, message, stack }) => [ts, duration, thread?.tid, message, stack]),
    ).toEqual([
      [null, 12_000, 1, 'mmap syscall', 'Cart.total;mmap'],
      [null, 83_000, 1, 'Cart.total method', 'Cart.total'],
    ]);
    expect(problems).toEqual([]);
  });

  it('with small-letter titles above numbers have one moment per row', () => {
    const recorder = read('dvmstat.txt');
    expect(valuesOf(recorder).get('dvmstat sy')).toEqual([0, 22255]);
    expect(recorder.metrics.map(({ row }) => row)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  });

  it('with a total have only their rows', () => {
    const { metrics } = readText(
      'SYSCALL              COUNT\n   read                  4\n  TOTAL:                 16\n',
    );
    expect(metrics.map(({ series, value }) => [series.instance, value])).toEqual([['read', 4]]);
  });

  it('are read from within a text about them; its prose is left out, and reported', () => {
    const recorder = read('transcript.txt');
    const { events, counts, problems } = recorder;
    expect(events.map(({ kind, ts, message }) => [kind, ts, message])).toEqual([
      ['opensnoop', 0, '0 -1 /var/ld/ld.config'],
      ['opensnoop', 1e9, '0 3 /lib/libc.so.1'],
    ]);
    expect(valuesOf(recorder)).toEqual(
      new Map([
        ['errinfo nscd fcntl 22 Invalid argument COUNT', [1]],
        ['errinfo Xorg read 11 Resource temporarily unavailable COUNT', [1707]],
      ]),
    );
    expect(counts).toEqual({ used: 11, blank: 4, skipped: 3 });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['documentation', 1],
      ['documentation', 9],
      ['documentation', 10],
    ]);
  });
});

describe('is not recognised as DTrace', () => {
  it.each([
    [
      'an error of its compiler',
      'dtrace: failed to compile script /dev/stdin: [D_SYNTAX] line 25: syntax error\n',
    ],
    ['prose', 'The following is a demonstration of a tool.\n\nIt prints 3 lines.\n'],
    ['numbers', '1 2 3\n4 5 6\n'],
    [
      'a table of bcc',
      'UID   PID    COMM               FD ERR PATH\n100   1576   snmpd              11   0 /proc/sys\n',
    ],
  ])('%s', (_what, text) => expect(dtrace.sniff(ascii(text), 'x')).toBe('no'));
});

const stacks = corpus('flamegraph/example-dtrace-stacks.txt');

describe.skipIf(missing(stacks))('the stacks of FlameGraph', () => {
  it('add up to their counts', () => {
    const { samples, counts } = readAll(dtrace, readFileSync(stacks));
    expect(samples.reduce((sum, { weight }) => sum + weight, 0)).toBe(57_441);
    expect(new Set(samples.map(({ kind }) => kind))).toEqual(new Set(['dtrace stack']));
    expect(counts.skipped).toBe(0);
  });
});
