import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { type RecordedEvent, readAll } from '../kit/recorder.ts';
import { strace } from './format.ts';

const read = (text: string) => readAll(strace, ascii(text));
const fieldsOf = ({ fields }: RecordedEvent) => fields;

describe('strace', () => {
  it('reads a call with result, error and duration', () => {
    const { events, counts, lastClock } = read(
      '718 1795375105.352103 openat(AT_FDCWD, "/a) = 1", O_RDONLY) = -1 ENOENT (No such file or directory) <0.000012>\n' +
        '718 1795375105.352203 read(3</etc/hosts>, "x"..., 4096) = 2048\n' +
        '718 1795375105.352303 mmap(NULL, 8192) = 0x7f6914df2000 <0.000003>\n',
    );
    expect(events.map(each => [each.kind, each.ts, each.duration])).toEqual([
      ['openat', 0, 12_000],
      ['read', 100_000, null],
      ['mmap', 200_000, 3000],
    ]);
    expect(events.map(fieldsOf)).toEqual([
      { call: 'openat', result: -1, error: 'ENOENT' },
      { call: 'read', result: 2048, error: null },
      { call: 'mmap', result: '0x7f6914df2000', error: null },
    ]);
    expect(events[0]?.message).toBe(
      'openat(AT_FDCWD, "/a) = 1", O_RDONLY) = -1 ENOENT (No such file or directory)',
    );
    expect(events[0]?.thread?.tid).toBe(718);
    expect(lastClock).toMatchObject({ domain: 'utc', zero: 1795375105n * 1_000_000_000n + 352_103_000n });
    expect(counts).toEqual({ used: 3, blank: 0, skipped: 0 });
  });

  it('reports times that are out of range', () => {
    const line = (time: string) => `1 ${time}.000001 close(3) = 0 <0.000011>\n`;
    const { events, problems } = read(line('1700000000') + line('1'.repeat(26)) + line('1700000002'));
    expect(events.map(({ ts }) => ts)).toEqual([0, null, 2e9]);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['time-out-of-range', 2]]);
  });

  it('counts relative times from the ends of calls if a call would begin within the one before', () => {
    const { events, problems } = read(
      '     0.000000 read(9, "x", 1)           = 1 <0.000011>\n' +
        '     0.000008 semop(97, [{0, -1, SEM_UNDO}], 1) = 0 <9.685337>\n' +
        '     0.000022 accept4(4, NULL, NULL, SOCK_CLOEXEC) = 12 <0.000031>\n' +
        '     0.000027 close(12) = 0 <0.000014>\n',
    );
    expect(events.map(({ kind, ts, duration }) => [kind, ts, duration])).toEqual([
      ['read', 0, 11_000],
      ['semop', 19_000, 9_685_337_000],
      ['accept4', 9_685_378_000, 31_000],
      ['close', 9_685_436_000, 14_000],
    ]);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['relative-to-ends', 2]]);
    const begins = read('     0.000000 read(9) = 1 <0.000011>\n     0.000018 close(9) = 0 <0.000002>\n');
    expect(begins.events.map(({ ts }) => ts)).toEqual([0, 18_000]);
    expect(begins.problems).toEqual([]);
  });

  it('joins a call that a message of strace interrupts, and knows the process it attached to', () => {
    const { events, counts } = read(
      'strace: Process 56897 attached\n' +
        '1530220940.198134 getpid() = 56897\n' +
        '1530220940.199347 clone(strace: Process 56987 attached\n' +
        'child_stack=0x7fb77bce4e30, flags=CLONE_VM|CLONE_THREAD, tls=0x7fb77bce5700) = 56987\n' +
        '[pid 56987] 1530220940.199595 set_robust_list(0x7fb77bce59e0, 24 <unfinished ...>\n' +
        '[pid 56897] 1530220940.199701 getpid() = 56897\n' +
        '[pid 56987] 1530220940.199731 <... set_robust_list resumed> ) = 0\n',
    );
    expect(counts).toEqual({ used: 7, blank: 0, skipped: 0 });
    const clone = events.find(({ kind }) => kind === 'clone');
    expect([clone?.ts, clone?.fields.result, clone?.message]).toEqual([
      1_213_000,
      56987,
      'clone(child_stack=0x7fb77bce4e30, flags=CLONE_VM|CLONE_THREAD, tls=0x7fb77bce5700) = 56987',
    ]);
    const ids = { process: null, pid: 56897 };
    expect(events.filter(({ kind }) => kind === 'getpid').map(({ thread }) => thread)).toEqual([
      { ...ids, tid: 56897 },
      { ...ids, tid: 56897 },
    ]);
    expect(events.find(({ kind }) => kind === 'set_robust_list')?.thread).toEqual({ ...ids, tid: 56987 });
  });

  it('makes one event of an interrupted call, at the time of its begin', () => {
    const { events } = read(
      '1 10:00:00.000001 futex(0x1, FUTEX_WAIT, 2 <unfinished ...>\n' +
        '2 10:00:00.000002 close(3) = 0\n' +
        '1 10:00:00.000009 <... futex resumed>, NULL) = -1 EAGAIN (Resource temporarily unavailable)\n',
    );
    expect(events.map(({ kind, ts, duration, line }) => [kind, ts, duration, line])).toEqual([
      ['close', 1000, null, 2],
      ['futex', 0, 8000, 1],
    ]);
    expect(events[1]?.message).toBe(
      'futex(0x1, FUTEX_WAIT, 2, NULL) = -1 EAGAIN (Resource temporarily unavailable)',
    );
  });

  it('gives a call that never returned as unfinished', () => {
    const { events } = read(
      '1 10:00:00 read(0,  <unfinished ...>\n2 10:00:00 read(0, <unfinished ...>\n1 10:00:01 +++ killed by SIGKILL +++\n',
    );
    expect(events.map(each => [each.kind, each.thread?.tid, fieldsOf(each)])).toEqual([
      ['exit', 1, {}],
      ['read', 1, { call: 'read', state: 'unfinished' }],
      ['read', 2, { call: 'read', state: 'unfinished' }],
    ]);
    expect(events[1]).toMatchObject({ duration: null, message: 'read(0,' });
  });

  it('derives processes from execve and clone', async () => {
    const { events } = readAll(strace, await bytesOf(fixture('strace/threads.txt')));
    const threads = new Set(events.map(({ thread }) => `${thread?.process} ${thread?.pid} ${thread?.tid}`));
    // The first line is the execve itself, before its result is known.
    expect([...threads].slice(1)).toEqual(['python3 17898 17898', 'python3 17898 17899']);
    const sleep = events.find(({ kind }) => kind === 'clock_nanosleep');
    expect(sleep).toMatchObject({ duration: 10_502_000 });
  });

  it('reads names of processes, and threads as printed to a terminal', async () => {
    const names = readAll(strace, await bytesOf(fixture('strace/names.txt'))).events;
    expect(names.find(({ message }) => message?.includes('/etc/hostname", O'))?.thread?.process).toBe('cat');
    const { events, counts } = readAll(strace, await bytesOf(fixture('strace/terminal.txt')));
    expect(counts.skipped).toBe(0);
    expect(events.filter(({ kind }) => kind === 'strace').map(({ message }) => message)).toEqual([
      'strace: Process 17940 attached',
    ]);
    expect(events.find(({ kind }) => kind === 'signal')).toMatchObject({
      message: expect.stringMatching(/^SIGCHLD \{si_signo=SIGCHLD, .*\}$/),
    });
  });

  it('adds up the times of -r', async () => {
    const { events, lastClock } = readAll(strace, await bytesOf(fixture('strace/relative.txt')));
    expect(lastClock).toMatchObject({ domain: 'none', source: 'run-seconds' });
    const times = events.map(({ ts }) => ts);
    expect(times).toEqual([...times].sort((a, b) => a! - b!));
    expect(times[0]).toBe(0);
  });

  it('reads stacks', async () => {
    const { events } = readAll(strace, await bytesOf(fixture('strace/stacks.txt')));
    const [first] = events;
    expect(first?.kind).toBe('openat');
    expect(first?.stack?.split(';').at(-1)).toBe('_dl_catch_error');
    expect(events.find(({ kind }) => kind === 'exit')?.stack).toBe(null);
  });

  it('reads the summary, which has no times', async () => {
    const recorder = readAll(strace, await bytesOf(fixture('strace/summary.txt')));
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('system call execve calls')).toEqual([1]);
    expect(values.get('system call access errors')).toEqual([1]);
    expect([...values.keys()].some(name => name.includes('total'))).toBe(false);
    expect(recorder.metrics.every(({ ts }) => ts === null)).toBe(true);
  });

  it('leaves out other output, and reports that', () => {
    const { counts, problems } = read('close(3) = 0\nhello world\nclose(4) = 0\n');
    expect(counts).toEqual({ used: 2, blank: 0, skipped: 1 });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['unknown-line', 2]]);
  });
});

const files = [
  'strace-misc/eyal670.gnome-calculator.strace.log',
  'strace-misc/zicada.asterisk.strace.log',
  'lnav/test/logfile_strace_log.0',
  'lnav/test/logfile_strace_log.2',
].map(file => corpus(file));

describe.skipIf(missing(files[0]!))('strace of others', () => {
  it.each(files.filter(file => existsSync(file)))('%s', file => {
    const bytes = readFileSync(file);
    const { counts, events, problems } = readAll(strace, bytes);
    expect(strace.sniff(bytes.subarray(0, 65_536), '')).toBe('yes');
    const lines = bytes.toString('latin1').replace(/\n$/, '').split('\n').length;
    expect(counts.used + counts.blank + counts.skipped).toBe(lines);
    expect(problems.map(({ example, code }) => [code, example]).slice(0, 3)).toEqual([]);
    // Every line is an event, but a call printed in two parts is one.
    const text = bytes.toString('latin1');
    const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
    const resumed = count(/<\.\.\. \w+ resumed>/g);
    const whole = count(/^.+$/gm);
    const orphans = events.filter(({ message }) => message?.startsWith('<...')).length;
    expect(events.length).toBeGreaterThanOrEqual(whole - resumed);
    expect(orphans).toBe(0);
  });
});
