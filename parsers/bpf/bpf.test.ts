import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { promptCommand, toolOf } from '../kit/transcript.ts';
import { bcc, bpftrace } from './format.ts';
import { parseFrame } from './stacks.ts';
import { isHeader } from './tools.ts';

const maps = (text: string) => readAll(bpftrace, ascii(`Attaching 1 probe...\n${text}`));
const tools = (text: string) => readAll(bcc, ascii(text));
const stacksOf = ({ samples }: Recorder) =>
  samples.map(({ kind, thread, weight, period, stack }) => [
    kind,
    thread?.process ?? null,
    weight,
    period,
    stack,
  ]);
const bucketsOf = ({ rows }: Recorder) =>
  (rows.get('histogram') ?? []).map(({ series, ts, low, high, count }) => {
    const { instance, counter, unit } = series as {
      instance: string | null;
      counter: string;
      unit: string | null;
    };
    return [counter, instance, unit, ts, low, high, count];
  });

describe('tools with numbers outside of tables', () => {
  it('give percentiles of latency by device and operation', () => {
    const text = `nvme0n1    p1   p50 p99.9
read     95us 985us 1.5ms
discard     -     -     -
nvme0n1    p1   p50 p99.9
read      5us  10ms    2s
`;
    expect(Object.fromEntries(valuesOf(tools(text)))).toEqual({
      'tool nvme0n1 read latency p1': [95, 5],
      'tool nvme0n1 read latency p50': [985, 10_000],
      'tool nvme0n1 read latency p99.9': [1500, 2_000_000],
    });
  });

  it('give the share of CPUs idle while threads waited, with times or without', () => {
    const every = 'Sampling run queues... Output every 1 seconds. Hit Ctrl-C to end.\n';
    const rows = '%CPU  83.00%, unclaimed idle 0.12%\n%CPU  87.25%, unclaimed idle 0.38%\n';
    const recorder = tools(every + rows);
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'tool %CPU': [83, 87.25],
      'tool unclaimed idle': [0.12, 0.38],
    });
    expect(timesOf(recorder)).toEqual(['1970-01-01T00:00:00', '1970-01-01T00:00:01']);
    const timed = tools(rows.replaceAll('%CPU', '22:25:51 %CPU'));
    expect(Object.fromEntries(valuesOf(timed))['tool unclaimed idle']).toEqual([0.12, 0.38]);
  });

  it('are not recognised by titles without percentiles', () => {
    expect(bcc.sniff(ascii('version 4\nread 95us\n'), 'x')).toBe('no');
  });
});

describe('maps of bpftrace', () => {
  it('reads scalars, keys of several values, and statistics', () => {
    const recorder = maps(
      '@: 3\n@reads[dd, 4179]: 12\n@[a]: b]: 5\n@ns[x]: count 708, average 38, total 27503\n@usecs: -4\n',
    );
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'bpftrace @': [3],
      'bpftrace dd, 4179 @reads': [12],
      'bpftrace a]: b @': [5],
      'bpftrace x @ns count': [708],
      'bpftrace x @ns average': [38],
      'bpftrace x @ns total': [27503],
      'bpftrace @usecs': [-4],
    });
    expect(recorder.metrics.map(({ series }) => series.unit)).toEqual([
      null,
      null,
      null,
      null,
      'ns',
      'ns',
      'us',
    ]);
    expect(recorder.metrics.every(({ ts }) => ts === null)).toBe(true);
  });

  it('gives texts, tuples and lines of printf() as events', () => {
    const recorder = maps('@str: abc def\n@t[1]: (1, 2, hi)\nhello world\n');
    expect(recorder.events.map(({ kind, message }) => [kind, message])).toEqual([
      ['printf', '@str: abc def'],
      ['printf', '@t[1]: (1, 2, hi)'],
      ['printf', 'hello world'],
    ]);
  });

  it('reads stacks in keys as samples, whatever the other keys', () => {
    const recorder = maps(`@[
    vfs_read+5
    0xffffffff81189249
, 
    read+12
    main+4
, dd, 4179]: 12
@off_us[
    schedule+1
]: 30
@[, 
    0x44e955
, tsc]: 1
@n[
    f+1
]: count 2, average 3, total 6
`);
    expect(stacksOf(recorder)).toEqual([
      ['bpftrace @', 'dd', 12, null, 'main;read;[unknown];vfs_read'],
      ['bpftrace @off_us', null, 1, 30_000, 'schedule'],
      ['bpftrace @', 'tsc', 1, null, '[unknown]'],
      ['bpftrace @n', null, 2, null, 'f'],
    ]);
    expect(recorder.samples[0]?.thread).toMatchObject({ pid: 4179 });
    expect(recorder.counts).toEqual({ used: 17, blank: 0, skipped: 0 });
  });

  it('reads an empty stack in a key as a sample without one, wherever it stands', () => {
    const text =
      '@[, git]: 1\n@[\n    mas_walk+10\n    main+5\n, node]: 2\n@[, node]: 359\n@opens[, node]: 7\n';
    const recorder = maps(text);
    expect(stacksOf(recorder)).toEqual([
      ['bpftrace @', 'git', 1, null, null],
      ['bpftrace @', 'node', 2, null, 'main;mas_walk'],
      ['bpftrace @', 'node', 359, null, null],
    ]);
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({ 'bpftrace , node @opens': [7] });
  });

  it('reads histograms of maps, each with its key', () => {
    const text = '@us[dd]: \n[512, 1K)  10 |@@@ |\n[1K, 2K)    1 |    |\n\n@us[\n    f+1\n]: \n[0]  3 |@|\n';
    expect(bucketsOf(maps(text))).toEqual([
      ['@us', 'dd', 'us', null, 512, 1024, 10],
      ['@us', 'dd', 'us', null, 1024, 2048, 1],
      ['@us', 'f+1', 'us', null, 0, 1, 3],
    ]);
  });

  it('gives values the time printed before them; values printed again without a time have none', () => {
    const recorder = maps('21:38:01\n@: 1\n\n21:38:02\n@: 2\n\n21:38:03 PIDs/sec: @: 3\n@: 4\n');
    expect(recorder.metrics.map(({ ts, value, row }) => [ts, value, row])).toEqual([
      [0, 1, 0],
      [1e9, 2, 1],
      [2e9, 3, 2],
      [null, 4, 3],
    ]);
  });

  it('reports a key without an end, and lost events', () => {
    const recorder = maps('@[\n    f+1\nnonsense\nLost 12 events\n@: 1\n');
    expect(recorder.counts).toEqual({ used: 3, blank: 0, skipped: 3 });
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([
      ['unknown-line', 4],
      ['lost-events', 5],
    ]);
  });
});

describe('tables of bcc, libbpf-tools and perf-tools', () => {
  it('reads disk requests, which end at the time of their row', () => {
    const recorder = tools(`TIME(s)     COMM           PID    DISK    T SECTOR     BYTES   LAT(ms)
0.000004    supervise      1950   xvda1   W 13092560   4096       0.74
1.022346    kworker/0:3    26040  xvdb    R 41950344   65536      0.34
`);
    expect(
      recorder.events.map(({ ts, duration, kind, thread }) => [ts, duration, kind, thread?.process]),
    ).toEqual([
      [-736_000, 740_000, 'disk I/O', 'supervise'],
      [1_022_006_000, 340_000, 'disk I/O', 'kworker/0:3'],
    ]);
    expect(recorder.events[1]?.fields).toEqual({ DISK: 'xvdb', T: 'R', SECTOR: 41950344, BYTES: 65536 });
  });

  it('reads system calls with their results', () => {
    const text =
      'PID    COMM               FD ERR PATH\n31126  Web Content        -1   2 /usr/bin/a b\n7 ls  3   0 .\n';
    expect(tools(text).events.map(({ kind, thread, fields }) => [kind, thread?.process, fields])).toEqual([
      ['open or stat', 'Web Content', { FD: -1, ERR: 2, PATH: '/usr/bin/a b' }],
      ['open or stat', 'ls', { FD: 3, ERR: 0, PATH: '.' }],
    ]);
    expect(tools(`# ./opensnoop\n${text}`).events[0]?.kind).toBe('open');
    expect(tools(`# statsnoop.py -x\n${text}`).events[0]?.kind).toBe('stat');
  });

  it('reads stacks below rows', () => {
    const text = `TIME     PID      COMM             SADDR:SPORT           DADDR:DPORT           STATE
00:39:21 0        swapper/2         10.231.244.31:3306     10.229.20.82:50552  ESTABLISHED
\ttcp_drop+0x1
\ttcp_v4_do_rcv+0x135

00:39:22 12       curl              10.231.244.31:3306     10.229.20.82:50552  CLOSE
`;
    expect(tools(text).events.map(({ kind, stack, lines, line }) => [kind, stack, lines, line])).toEqual([
      ['TCP drop', 'tcp_v4_do_rcv;tcp_drop', 3, 2],
      ['TCP drop', null, 1, 6],
    ]);
  });

  it('reads sums as series, in time if the tool states its interval', () => {
    const text = `Tracing... Output every 5 secs. Hit Ctrl-C to end
    HITS   MISSES  DIRTIES HITRATIO   BUFFERS_MB  CACHED_MB
    1132        0        4  100.00%          277       4367
     161        0       36   90.50%          277       4372
`;
    const recorder = tools(text);
    expect(valuesOf(recorder).get('page cache HITRATIO')).toEqual([100, 90.5]);
    expect(
      recorder.metrics.filter(({ series }) => series.counter === 'HITS').map(({ ts, row }) => [ts, row]),
    ).toEqual([
      [0, 0],
      [5e9, 1],
    ]);
    expect(recorder.lastClock).toMatchObject({ domain: 'none', source: 'row-numbers' });
  });

  it('reads the process of sums by process', () => {
    const text = `08:04:11 loadavg: 1.48 0.87 0.45 1/287 14547
PID    COMM             D MAJ MIN DISK       I/O  Kbytes  AVGms
14501  cksum            R 202 1   xvda1      361   28832   3.39
`;
    const [first] = tools(text).metrics;
    expect(first?.series).toMatchObject({
      instance: 'cksum (14501) R 202 1 xvda1',
      task: { process: 'cksum', pid: 14501 },
    });
    expect(tools(text).metrics.map(({ series, value }) => [series.counter, series.unit, value])).toEqual([
      ['I/O', null, 361],
      ['Kbytes', 'kB', 28832],
      ['AVGms', 'ms', 3.39],
    ]);
  });

  it.each([
    ['FUNC                          COUNT', true],
    ['TIME(s)  COMM           PID    D BYTES   LAT(ms) FILENAME', true],
    ['TIME NEWCOLUMN COMM', true],
    ['This shows that', false],
    ['A PID', false],
    ['USAGE message:', false],
    ['# tracer: function', false],
  ])('distinguishes titles from other lines: %s', (line, expected) => expect(isHeader(line)).toBe(expected));
});

describe('stacks of bcc', () => {
  it('reads off-CPU time in ns, and counts of profile', () => {
    const text = 'Tracing off-CPU time (us) of all threads by user + kernel stack... Hit Ctrl-C to end.\n';
    const stack =
      '\n    schedule\n    do_wait\n    --\n    wait4\n    -                bash (4412)\n        27\n';
    expect(stacksOf(tools(text + stack))).toEqual([['off-cpu', 'bash', 1, 27_000, 'wait4;do_wait;schedule']]);
    expect(
      stacksOf(tools(`Sampling at 49 Hertz of all threads by user stack... Hit Ctrl-C to end.\n${stack}`)),
    ).toEqual([['cpu-clock', 'bash', 27, null, 'wait4;do_wait;schedule']]);
  });

  it('assumes off-CPU time for sleeping stacks if the output does not state it, and reports that', () => {
    const recorder = tools('    __schedule\n    schedule\n    -                dd (7)\n        590\n');
    expect(stacksOf(recorder)).toEqual([['off-cpu', 'dd', 1, 590_000, 'schedule;__schedule']]);
    expect(recorder.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['unit-assumed', 'notice'],
    ]);
  });

  it('reads wakers, leaked allocations, and counted stacks', () => {
    const woken = `Tracing blocked time (us) by kernel stack... Hit Ctrl-C to end.

    target:          vmstat
    ffffffff810df082 hrtimer_wakeup
    waker:           swapper/1
        4000415
`;
    expect(stacksOf(tools(woken))).toEqual([
      ['wakeup', 'vmstat', 1, 4_000_415_000, 'waker: swapper/1;hrtimer_wakeup'],
    ]);
    const leaked =
      '[11:16:33] Top 2 stacks with outstanding allocations:\n        80 bytes in 5 allocations from stack\n                 main+0x6d [allocs]\n';
    expect(stacksOf(tools(leaked))).toEqual([['outstanding allocation', null, 5, 80, 'main']]);
    const counted =
      'Tracing 1 functions for "submit_bio"... Hit Ctrl-C to end.\n  submit_bio\n  read_pages\n    tar [15069]\n    38\n';
    expect(stacksOf(tools(counted))).toEqual([['submit_bio', 'tar', 38, null, 'read_pages;submit_bio']]);
  });

  it('reports a stack without a number', () => {
    const { counts, problems } = tools(
      'Tracing off-CPU time (us)\n    schedule\n    do_wait\n\nTracing x...\n',
    );
    expect(counts).toEqual({ used: 2, blank: 1, skipped: 2 });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['stack-without-number', 2]]);
  });

  it.each([
    ['submit_bio', 'submit_bio', '[unknown]', null],
    ['blk_account_io_start+207', 'blk_account_io_start', '[unknown]', null],
    ["b'tcp_drop+0x1'", 'tcp_drop', '[unknown]', null],
    ['main+0x6d [allocs]', 'main', 'allocs', null],
    ['bpf_prog_load [kernel]', 'bpf_prog_load', '[kernel]', null],
    ['ffffffff81189249 filemap_map_pages', 'filemap_map_pages', '[kernel]', null],
    ['7f1cf8b1f000 read+4 (/lib/libc.so.6)', 'read', '/lib/libc.so.6', null],
    ['0x44e955', '[unknown]', '[unknown]', 0x44e955n],
    ['00007fed989afcc0 [unknown]', '[unknown]', '[unknown]', 0x7fed989afcc0n],
    ['std::mutex::lock()', 'std::mutex::lock()', '[unknown]', null],
    ['main::{lambda()#3}::operator()() const', 'main::{lambda()#3}::operator()() const', '[unknown]', null],
  ])('reads the frame %s', (text, symbol, module, address) => {
    expect(parseFrame(text)).toEqual({ symbol, module, address });
  });
});

describe('histograms of bcc', () => {
  it('have the caption above them as a name, and its time', () => {
    const text = `Tracing ext4 operation latency... Hit Ctrl-C to end.

06:14:55
operation = 'read'
     usecs               : count     distribution
         0 -> 1          : 3        |*** |
cpu = 0
     usecs               : count     distribution
         0 -> 1          : 4        |*** |

06:14:56
operation = 'read'
     usecs               : count     distribution
         0 -> 1          : 5        |*** |
`;
    expect(bucketsOf(tools(text))).toEqual([
      ['usecs', 'read', 'us', 0, 0, 2, 3],
      ['usecs', 'cpu 0', 'us', 0, 0, 2, 4],
      ['usecs', 'read', 'us', 1e9, 0, 2, 5],
    ]);
  });
});

describe('terminal sessions', () => {
  it('are read as the outputs in them; text around these is left out', () => {
    const text = `This is about opensnoop, and how to use it:

# ./opensnoop
PID    COMM               FD ERR PATH
31126  bash                0   0 .
^C
It shows one call.
`;
    const recorder = tools(text);
    expect(recorder.events.map(({ kind }) => kind)).toEqual(['open']);
    expect(recorder.counts).toEqual({ used: 4, blank: 1, skipped: 2 });
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([
      ['prose', 1],
      ['prose', 7],
    ]);
    expect(recorder.facts.command).toBe('./opensnoop');
  });

  it.each([
    ['# ./biosnoop -Q', 'biosnoop'],
    ['$ sudo ./syncsnoop.py', 'syncsnoop'],
    ['(root) ~ # ./cachestat.py', 'cachestat'],
    ['root@host:/tmp# biolatency-bpfcc 1', 'biolatency'],
    ['./nfsdist -m 1 5', 'nfsdist'],
    ['# bpftrace syscount.bt', 'syscount'],
  ])('recognise the prompt of %s', (line, tool) => expect(toolOf(promptCommand(line) ?? '')).toBe(tool));

  it.each(['# tracer: function', '# This is a comment', '50% of them', 'cost $ 5'])(
    'do not take %s for a prompt',
    line => expect(promptCommand(line)).toBeNull(),
  );
});

describe('hostile lines', () => {
  // If time grew with the square of the length, this would take longer than a test may.
  it('are read in bounded time, each counted once', () => {
    const long = 2e5;
    const lines = [
      `@[${'a, '.repeat(long / 3)}]: 1`,
      `@[${'x'.repeat(long)}`,
      `    ${'f '.repeat(long / 2)}`,
      `, ${', '.repeat(long / 2)}`,
      `${'A '.repeat(long / 2)}`,
      `PID COMM FD ERR PATH`,
      `1 ${'x  '.repeat(long / 3)}`,
      `# ${'./a'.repeat(long / 3)}`,
      `${'['.repeat(long)} 5 |@|`,
      `usecs ${': '.repeat(long / 2)} count distribution`,
      `12:00:00 ${'@a['.repeat(long / 3)}`,
      `    -  ${'( '.repeat(long / 2)}`,
    ];
    for (const format of [bpftrace, bcc]) {
      const bytes = ascii(`Attaching 1 probe...\n${lines.join('\n')}\n`);
      format.sniff(bytes, '');
      const { used, blank, skipped } = readAll(format, bytes).counts;
      expect(used + blank + skipped).toBe(lines.length + 1);
    }
  });
});

describe('recorded captures', () => {
  it('a script that prints each second and at its end', async () => {
    const recorder = readAll(bpftrace, await bytesOf(fixture('bpftrace/read-latency.txt')));
    expect(recorder.counts.skipped).toBe(0);
    expect(new Set(recorder.metrics.map(({ series }) => series.counter))).toEqual(
      new Set(['@ns count', '@ns average', '@ns total', '@reads']),
    );
    // A value printed at the end covers the whole run, so it has no time.
    expect(recorder.metrics.find(({ series }) => series.counter === '@reads')?.ts).toBeNull();
    expect(timesOf(recorder).slice(0, 2)).toEqual(['2026-11-22T21:56:44', '2026-11-22T21:56:45']);
    expect(
      bucketsOf(recorder)
        .filter(([counter]) => counter === '@size')
        .at(-1),
    ).toMatchObject({ 4: 1000, 5: null });
  });

  it('stacks of a script, with histograms beside them', async () => {
    const recorder = readAll(bpftrace, await bytesOf(fixture('bpftrace/block-stacks.txt')));
    expect(recorder.counts.skipped).toBe(0);
    const lines = Buffer.from(await bytesOf(fixture('bpftrace/block-stacks.txt')))
      .toString()
      .split('\n');
    const counts = lines.flatMap(line => /^, .*\]: (\d+)$/.exec(line)?.[1] ?? []);
    expect(recorder.samples.map(({ weight }) => String(weight))).toEqual(counts);
    expect(recorder.samples[0]?.stack).toContain(';blk_mq_start_request');
    expect(new Set(bucketsOf(recorder).map(([counter]) => counter))).toEqual(new Set(['@bytes']));
  });

  it.each([
    'bpftrace/opensnoop.txt',
    'bpftrace/block-requests.txt',
    'bcc/opensnoop.txt',
    'bcc/execsnoop.txt',
    'bcc/runqslower.txt',
  ])('%s: each row is an event', async path => {
    const bytes = await bytesOf(fixture(path));
    const recorder = readAll(path.startsWith('bcc') ? bcc : bpftrace, bytes);
    const rows = Buffer.from(bytes)
      .toString()
      .split('\n')
      .filter(line => / \d+ |^\d/.test(line) && !/ probes|Tracing/.test(line));
    expect(recorder.events.length).toBe(rows.length);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads titles of the first versions of runqslower', () => {
    const { events } = tools(
      'Tracing run queue latency higher than 2000 us\nTIME     COMM             PID           LAT(us)\n04:30:25 kworker/20:2     6023             2264\n',
    );
    expect(events.map(({ kind, thread, duration }) => [kind, thread, duration])).toEqual([
      ['run queue wait', { process: 'kworker/20:2', pid: null, tid: 6023 }, 2_264_000],
    ]);
  });

  it('reports durations that cannot be', () => {
    const { events, problems } = tools(
      'Tracing NFS operations that are slower than 10 ms... Ctrl-C to quit\n' +
        'TIME     COMM           PID    T BYTES   OFF_KB   LAT(ms) FILENAME\n' +
        '19:53:11 cc1plus        12258  G 0       0        18446744073708.55 compilers\n' +
        '19:53:15 cc1plus        12349  O 0       0          10.46 cmath\n',
    );
    expect(events.map(({ duration }) => duration)).toEqual([null, 10_460_000]);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['impossible-duration', 3]]);
  });

  it('sums and stacks', async () => {
    const calls = readAll(bcc, await bytesOf(fixture('bcc/syscount.txt')));
    expect(valuesOf(calls).get('system call openat calls')?.length).toBe(3);
    expect(timesOf(calls).length).toBe(3);
    const waits = readAll(bcc, await bytesOf(fixture('bcc/offcputime.txt')));
    expect(
      waits.samples.every(({ kind, period }) => kind === 'off-cpu' && period !== null && period >= 1000),
    ).toBe(true);
    const wakeups = readAll(bcc, await bytesOf(fixture('bcc/wakeuptime.txt')));
    expect(wakeups.samples[0]).toMatchObject({ kind: 'wakeup', weight: 1 });
  });
});
